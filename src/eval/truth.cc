// Truths from files, from keys, from exact measures.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string_view>

#include "akin/eval.h"
#include "base/input.h"
#include "base/line_reader.h"
#include "base/try.h"
#include "eval/judge.h"
#include "graph/graph.h"
#include "pages/words.h"
#include "text/terms.h"

namespace akin {
namespace {

// How names of truths begin that have something behind it.
constexpr std::string_view kExact = "exact:";
constexpr std::string_view kTitles = "titles:";

constexpr unsigned kDeepest = 32;
constexpr size_t kFirstUnknown = 5;

Status CheckClassOptions(const ClassOptions& options) {
  if (options.depth >= 1 && options.depth <= kDeepest) return {};
  return Status(Code::kInvalidArgument,
                fmt::format("a depth of {} parts; 1 to {} make sense", options.depth, kDeepest));
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool IsComment(std::string_view line) { return line.empty() || line.front() == '#'; }

// Calls take(fields) for every line that says something. What take finds wrong with the line
// becomes an error that says where it is.
template <class Take>
Status EachLine(const std::string& path, size_t fields, std::string_view expected,
                const Control& control, TruthReport& report, const Take& take) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader reader(*source, control);
  for (auto found = reader.Next(); found != LineReader::Found::kEnd; found = reader.Next()) {
    const auto wrong = [&](std::string_view what) {
      return Status(Code::kBadInput, reader.Where(reader.number(), what));
    };
    if (found == LineReader::Found::kBadLine) return wrong(reader.problem());
    if (IsComment(reader.line())) continue;
    const std::vector<std::string_view> parts = Split(reader.line(), '\t');
    if (parts.size() != fields) {
      return wrong(fmt::format("{} fields instead of {}", parts.size(), expected));
    }
    ++report.lines;
    AKIN_TRY_ASSIGN(const std::string problem, take(parts, reader.number()));
    if (!problem.empty()) return wrong(problem);
  }
  AKIN_TRY(reader.status());
  if (report.lines > 0) return {};
  return Status(Code::kBadInput, fmt::format("{}: no lines; expected {}", path, expected));
}

// Nothing, and a note in the report, if the corpus has no such key.
class KeyFinder {
 public:
  KeyFinder(const Corpus& corpus, const std::string& path, TruthReport& report)
      : corpus_(corpus), path_(path), report_(report) {}

  Result<std::optional<VertexId>> Find(std::string_view key, uint64_t line) {
    Result<std::optional<VertexId>> vertex = corpus_.FindName(key);
    if (!vertex.ok() || *vertex) return vertex;
    ++report_.unknown;
    if (report_.first_unknown.size() < kFirstUnknown) {
      report_.first_unknown.push_back(fmt::format("{}:{}: {}", path_, line, key));
    }
    return vertex;
  }

 private:
  const Corpus& corpus_;
  const std::string& path_;
  TruthReport& report_;
};

// Paths as they were read, before their common root is left out.
using Paths = std::map<VertexId, std::vector<std::string>>;

void PutClasses(const Paths& paths, const Corpus& corpus, const ClassOptions& options,
                Truth::Impl& truth) {
  bool common = !paths.empty();
  for (const auto& [vertex, parts] : paths) {
    common = common && parts.size() > 1 && parts[0] == paths.begin()->second[0];
  }
  if (common) truth.report.root = paths.begin()->second[0];
  truth.classes.emplace(corpus.vertices(), options.depth);
  for (const auto& [vertex, parts] : paths) {
    const std::vector<std::string_view> views(parts.begin() + (common ? 1 : 0), parts.end());
    truth.classes->Put(vertex, views);
    truth.queries.push_back(vertex);
  }
  truth.classes->CountMembers();
  truth.report.known = paths.size();
  truth.corpus = corpus;
}

void PutAllQueries(const Corpus& corpus, Truth::Impl& truth) {
  truth.queries.resize(corpus.vertices());
  std::iota(truth.queries.begin(), truth.queries.end(), VertexId{0});
  truth.report.known = corpus.vertices();
}

// From titles to sets of terms, as bags have them: words but for those on the stop list, by their
// stems.
class TitleReader {
 public:
  static Result<TitleReader> Create() {
    AKIN_TRY_ASSIGN(WordBreaker breaker, WordBreaker::Create());
    return TitleReader(std::move(breaker));
  }

  Result<std::vector<uint64_t>> TermsOf(std::string_view title) {
    words_.clear();
    breaker_.Append(title, words_);
    std::vector<uint64_t> terms;
    for (const std::string_view word : Split(words_, ' ')) {
      if (word.empty()) continue;  // behind the last blank
      AKIN_TRY_ASSIGN(const uint64_t term, terms_->Of(word));
      if (term != kNoTerm) terms.push_back(term);
    }
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    return terms;
  }

 private:
  static constexpr uint64_t kCacheBytes = uint64_t{1} << 20;

  explicit TitleReader(WordBreaker breaker)
      : breaker_(std::move(breaker)),
        terms_(std::make_unique<Terms>(Stemming::kStem, kCacheBytes,
                                       [](uint64_t, std::string_view) { return Status(); })) {}

  WordBreaker breaker_;
  std::unique_ptr<Terms> terms_;
  std::string words_;
};

using ClassTexts = std::map<VertexId, std::string>;

void PutClassTexts(const ClassTexts& classes, const Corpus& corpus, const ClassOptions& options,
                   Truth::Impl& truth) {
  char separator = options.separator;
  if (separator == 0) {
    const bool slash = std::any_of(classes.begin(), classes.end(), [](const auto& entry) {
      return entry.second.find('/') != std::string::npos;
    });
    separator = slash ? '/' : '.';
  }
  Paths paths;
  for (const auto& [vertex, text] : classes) {
    for (const std::string_view part : Split(text, separator)) {
      if (!part.empty()) paths[vertex].emplace_back(part);
    }
    if (!paths.contains(vertex)) paths[vertex].emplace_back(text);
  }
  PutClasses(paths, corpus, options, truth);
}

}  // namespace

Result<Truth> Truth::FromFile(const Corpus& corpus, const std::string& path,
                              const ClassOptions& options, const Control& control) {
  AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
  LineReader reader(*source, control);
  while (reader.Next() == LineReader::Found::kLine) {
    if (IsComment(reader.line())) continue;
    const bool grades = std::count(reader.line().begin(), reader.line().end(), '\t') == 2;
    return grades ? FromGrades(corpus, path, control) : FromClasses(corpus, path, options, control);
  }
  return FromClasses(corpus, path, options, control);  // which says what is wrong with it
}

Result<Truth> Truth::Named(const Corpus& corpus, const std::string& name,
                           const ClassOptions& options, std::vector<VertexId> queries,
                           const Control& control) {
  if (name == "path") return FromKeys(corpus, options);
  if (name == "citations") return FromCitations(corpus);
  if (name.starts_with(kExact)) {
    AKIN_TRY_ASSIGN(const ExactOptions exact, ParseExactSpec(name.substr(kExact.size())));
    return FromExact(corpus, exact, std::move(queries), control);
  }
  if (name == kTitles) {
    return Status(Code::kInvalidArgument, "--truth titles: lacks its file; say titles:FILE");
  }
  if (name.starts_with(kTitles)) return FromTitles(corpus, FileOf(name), control);
  return FromFile(corpus, name, options, control);
}

std::string Truth::FileOf(const std::string& name) {
  if (name == "path" || name == "citations" || name.starts_with(kExact)) return {};
  return name.starts_with(kTitles) ? name.substr(kTitles.size()) : name;
}

Result<Truth> Truth::FromClasses(const Corpus& corpus, const std::string& path,
                                 const ClassOptions& options, const Control& control) {
  AKIN_TRY(CheckClassOptions(options));
  auto truth = std::make_shared<Impl>();
  KeyFinder finder(corpus, path, truth->report);
  ClassTexts classes;
  AKIN_TRY(EachLine(path, 2, "key<TAB>class/sub/class", control, truth->report,
                    [&](const auto& fields, uint64_t line) -> Result<std::string> {
                      if (fields[1].empty()) return std::string("the class is empty");
                      AKIN_TRY_ASSIGN(const auto vertex, finder.Find(fields[0], line));
                      if (!vertex) return std::string();
                      const bool first = classes.emplace(*vertex, fields[1]).second;
                      truth->report.repeated += first ? 0 : 1;
                      return std::string();
                    }));
  PutClassTexts(classes, corpus, options, *truth);
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromClasses(const Corpus& corpus, const ClassTexts& classes,
                                 const ClassOptions& options) {
  AKIN_TRY(CheckClassOptions(options));
  auto truth = std::make_shared<Impl>();
  truth->report.lines = classes.size();
  for (const auto& [vertex, text] : classes) {
    if (vertex < corpus.vertices() && !text.empty()) continue;
    return Status(Code::kInvalidArgument,
                  text.empty() ? fmt::format("the class of vertex {} is empty", vertex)
                               : fmt::format("no vertex number {}", vertex));
  }
  PutClassTexts(classes, corpus, options, *truth);
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromKeys(const Corpus& corpus, const ClassOptions& options) {
  AKIN_TRY(CheckClassOptions(options));
  auto truth = std::make_shared<Impl>();
  Paths paths;
  for (VertexId v = 0; v < corpus.vertices(); ++v) {
    AKIN_TRY_ASSIGN(const std::string key, corpus.Name(v));
    std::string_view rest = key;
    const size_t scheme = rest.find("://");
    if (scheme != std::string_view::npos) rest.remove_prefix(scheme + 3);
    rest = rest.substr(0, rest.find_first_of("?#"));
    std::vector<std::string_view> parts =
        Split(rest, options.separator == 0 ? '/' : options.separator);
    // The last part is the page itself, unless it is all there is of a URL: the host.
    if (parts.size() > 1 || scheme == std::string_view::npos) parts.pop_back();
    std::erase(parts, std::string_view());
    if (!parts.empty()) paths[v].assign(parts.begin(), parts.end());
  }
  truth->report.lines = corpus.vertices();
  if (paths.empty()) {
    return Status(Code::kBadInput,
                  fmt::format("the keys of {} are no paths: none has a directory", corpus.path()));
  }
  PutClasses(paths, corpus, options, *truth);
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromGrades(const Corpus& corpus, const std::string& path,
                                const Control& control) {
  auto truth = std::make_shared<Impl>();
  truth->kind = Kind::kGrades;
  KeyFinder finder(corpus, path, truth->report);
  AKIN_TRY(EachLine(path, 3, "query<TAB>key<TAB>grade", control, truth->report,
                    [&](const auto& fields, uint64_t line) -> Result<std::string> {
                      double grade = 0;
                      const char* const end = fields[2].data() + fields[2].size();
                      const auto [parsed, error] = std::from_chars(fields[2].data(), end, grade);
                      if (error != std::errc() || parsed != end || !(grade >= 0) || grade > 1000) {
                        return fmt::format("'{}' is no grade: a number from 0 up", fields[2]);
                      }
                      AKIN_TRY_ASSIGN(const auto query, finder.Find(fields[0], line));
                      AKIN_TRY_ASSIGN(const auto vertex, finder.Find(fields[1], line));
                      if (query && vertex && *query != *vertex) {
                        truth->grades[*query].push_back({.vertex = *vertex, .grade = grade});
                      }
                      return std::string();
                    }));
  for (auto& [query, grades] : truth->grades) {
    const auto by_vertex = [](const Grade& a, const Grade& b) { return a.vertex < b.vertex; };
    std::stable_sort(grades.begin(), grades.end(), by_vertex);
    const auto same = [](const Grade& a, const Grade& b) { return a.vertex == b.vertex; };
    const auto last = std::unique(grades.begin(), grades.end(), same);
    truth->report.repeated += static_cast<uint64_t>(grades.end() - last);
    grades.erase(last, grades.end());
    truth->queries.push_back(query);
  }
  std::sort(truth->queries.begin(), truth->queries.end());
  truth->report.known = truth->queries.size();
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromExact(const Corpus& corpus, const ExactOptions& options,
                               std::vector<VertexId> queries, const Control& control) {
  auto truth = std::make_shared<Impl>();
  truth->kind = Kind::kExact;
  truth->queries = queries.empty() ? corpus.AllVertices() : std::move(queries);
  std::sort(truth->queries.begin(), truth->queries.end());
  uint64_t bytes = 0;
  AKIN_TRY(ExactJoin(
      corpus, truth->queries, corpus.AllVertices(), options, {.k = 0},
      [&](VertexId query, const std::vector<Hit>& hits) -> Status {
        bytes += hits.size() * sizeof(Hit);
        if (control.memory > 0 && bytes > control.memory) {
          return {Code::kOutOfBudget,
                  fmt::format("the exact scores of {} queries do not fit into {} bytes: ask about "
                              "fewer queries, or allow more memory",
                              truth->queries.size(), control.memory)};
        }
        truth->exact.emplace(query, hits);
        return {};
      },
      control));
  truth->report.known = truth->queries.size();
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromCitations(const Corpus& corpus) {
  auto truth = std::make_shared<Impl>();
  truth->kind = Kind::kOverlap;
  truth->corpus = corpus;
  AKIN_TRY_ASSIGN(const Graph* graph, corpus.graph());
  AKIN_TRY_ASSIGN(truth->links, graph->Out());
  PutAllQueries(corpus, *truth);
  return Truth(std::move(truth));
}

Result<Truth> Truth::FromTitles(const Corpus& corpus, const std::string& path,
                                const Control& control) {
  auto truth = std::make_shared<Impl>();
  truth->kind = Kind::kOverlap;
  truth->corpus = corpus;
  truth->titles.resize(corpus.vertices());
  AKIN_TRY_ASSIGN(TitleReader reader, TitleReader::Create());
  KeyFinder finder(corpus, path, truth->report);
  std::vector<bool> seen(corpus.vertices());
  AKIN_TRY(EachLine(path, 2, "key<TAB>title", control, truth->report,
                    [&](const auto& fields, uint64_t line) -> Result<std::string> {
                      AKIN_TRY_ASSIGN(const auto vertex, finder.Find(fields[0], line));
                      if (!vertex) return std::string();
                      truth->report.repeated += seen[*vertex] ? 1 : 0;
                      if (seen[*vertex]) return std::string();
                      seen[*vertex] = true;
                      AKIN_TRY_ASSIGN(truth->titles[*vertex], reader.TermsOf(fields[1]));
                      return std::string();
                    }));
  for (VertexId v = 0; v < corpus.vertices(); ++v) {
    if (!truth->titles[v].empty()) truth->queries.push_back(v);
  }
  truth->report.known = truth->queries.size();
  return Truth(std::move(truth));
}

Truth::Kind Truth::kind() const { return impl_->kind; }
const TruthReport& Truth::report() const { return impl_->report; }
std::span<const VertexId> Truth::queries() const { return impl_->queries; }

std::vector<Metric> Truth::metrics() const {
  switch (impl_->kind) {
    case Kind::kClasses:
      return {Metric::kSiblingGamma, Metric::kCousinGamma, Metric::kUnrelatedGamma,
              Metric::kGamma,        Metric::kNdcg,        Metric::kPrecision,
              Metric::kRecall,       Metric::kCoverage,    Metric::kOrthogonality,
              Metric::kDelta};
    case Kind::kGrades:
      return {Metric::kGamma, Metric::kNdcg, Metric::kPrecision, Metric::kRecall,
              Metric::kCoverage};
    case Kind::kOverlap:
      return {Metric::kDelta, Metric::kCoverage};
    case Kind::kExact:
      break;
  }
  return {Metric::kGamma,     Metric::kNdcg,     Metric::kPrecision,
          Metric::kRecall,    Metric::kKendall,  Metric::kSpearman,
          Metric::kMeanError, Metric::kMaxError, Metric::kCoverage};
}

}  // namespace akin
