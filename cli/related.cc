#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <optional>

#include "ask_flags.h"
#include "base/errors.h"
#include "base/input.h"
#include "base/line_reader.h"
#include "base/threads.h"
#include "base/try.h"
#include "flags.h"
#include "output.h"
#include "verbs.h"

namespace akin::cli {
namespace {

constexpr size_t kBatch = 1024;  // queries answered side by side before their answers are printed

struct Flags {
  std::string corpus;
  std::string key;
  std::string queries;
  bool all = false;
  AskFlags ask;
};

struct Query {
  VertexId vertex = kNoVertex;
  std::string name;
};

class RelatedRun {
 public:
  RelatedRun(const Session& session, const Flags& flags, const Corpus& corpus, const Asker& asker,
             const Control& control, bool batch)
      : session_(session),
        options_(flags.ask.related),
        corpus_(corpus),
        asker_(asker),
        control_(control),
        batch_(batch),
        writer_(Columns(corpus, batch || session.json), session),
        pool_(batch && flags.ask.exact.empty() ? ThreadsOrAll(session.threads) : 1) {}

  Status One(const std::string& key) {
    AKIN_TRY_ASSIGN(const VertexId vertex, corpus_.Find(key));
    AKIN_TRY_ASSIGN(std::string name, corpus_.Name(vertex));
    if (writer_.layout() == Layout::kTable) {
      AKIN_TRY_ASSIGN(const std::string title, corpus_.Title(vertex));
      fmt::print("related to {}{}\n", name, title.empty() ? "" : fmt::format(" ({})", title));
    }
    AKIN_TRY(Add({.vertex = vertex, .name = std::move(name)}));
    return Flush();
  }

  Status All() {
    for (VertexId v = 0; v < corpus_.vertices(); ++v) {
      AKIN_TRY_ASSIGN(std::string name, corpus_.Name(v));
      AKIN_TRY(Add({.vertex = v, .name = std::move(name)}));
    }
    return Flush();
  }

  // Unknown keys are told and passed over; the exit code remembers them.
  Status FromFile(const std::string& path, const Control& control) {
    AKIN_TRY_ASSIGN(const auto source, ByteSource::Open(path, control.stop));
    LineReader lines(*source, control);
    for (;;) {
      const LineReader::Found found = lines.Next();
      if (found == LineReader::Found::kEnd) break;
      if (found == LineReader::Found::kBadLine) {
        return BadInput(lines.place(), lines.problem());
      }
      const std::string key(lines.line());
      if (key.empty()) continue;
      const auto vertex = corpus_.Find(key);
      if (!vertex.ok()) {
        if (vertex.status().code() != Code::kNotFound) return vertex.status();
        ++unknown_;
        fmt::print(stderr, "akin: {}\n", vertex.status().At(lines.place()).message());
        continue;
      }
      AKIN_TRY(Add({.vertex = *vertex, .name = key}));
    }
    AKIN_TRY(lines.status());
    return Flush();
  }

  Status Finish() { return writer_.Finish(); }
  uint64_t hits() const { return hits_; }
  uint64_t unknown() const { return unknown_; }

 private:
  static std::vector<Column> Columns(const Corpus& corpus, bool with_query) {
    std::vector<Column> columns;
    if (with_query) columns.push_back({.name = "query"});
    columns.push_back({.name = "rank", .right = true});
    columns.push_back({.name = "score", .right = true});
    columns.push_back({.name = "error", .right = true});
    columns.push_back({.name = "key"});
    if (corpus.has_titles()) columns.push_back({.name = "title"});
    return columns;
  }

  Status Add(Query query) {
    queries_.push_back(std::move(query));
    return queries_.size() < kBatch ? Status() : Flush();
  }

  Status Flush() {
    std::vector<std::vector<std::vector<nlohmann::ordered_json>>> rows(queries_.size());
    AKIN_TRY(pool_.Run(queries_.size(), session_.stop, [&](uint64_t i, unsigned) -> Status {
      AKIN_TRY_ASSIGN(const Answer answer, asker_.Related(queries_[i].vertex, options_, control_));
      for (size_t rank = 0; rank < answer.hits.size(); ++rank) {
        AKIN_TRY_ASSIGN(auto row, Row(queries_[i], rank + 1, answer.hits[rank]));
        rows[i].push_back(std::move(row));
      }
      return {};
    }));
    for (auto& of_query : rows) {
      hits_ += of_query.size();
      for (auto& row : of_query) writer_.Add(std::move(row));
    }
    queries_.clear();
    return {};
  }

  Result<std::vector<nlohmann::ordered_json>> Row(const Query& query, size_t rank,
                                                  const Hit& hit) const {
    std::vector<nlohmann::ordered_json> row;
    if (batch_ || session_.json) row.emplace_back(query.name);
    AKIN_TRY_ASSIGN(std::string name, corpus_.Name(hit.vertex));
    row.emplace_back(rank);
    row.emplace_back(hit.score.value);
    row.emplace_back(hit.score.error);
    row.emplace_back(std::move(name));
    if (corpus_.has_titles()) {
      AKIN_TRY_ASSIGN(std::string title, corpus_.Title(hit.vertex));
      row.emplace_back(std::move(title));
    }
    return row;
  }

  const Session& session_;
  const RelatedOptions& options_;
  const Corpus& corpus_;
  const Asker& asker_;
  const Control& control_;
  bool batch_;
  RowWriter writer_;
  ThreadPool pool_;
  std::vector<Query> queries_;
  uint64_t hits_ = 0;
  uint64_t unknown_ = 0;
};

Result<int> Ask(const Session& session, const Flags& flags) {
  const bool batch = flags.all || !flags.queries.empty();
  if (batch == !flags.key.empty()) {
    return Status(Code::kInvalidArgument, "give one KEY, or --queries FILE, or --all");
  }
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(flags.corpus));
  Control control = session.ControlFor();
  if (batch) control.progress = nullptr;                      // answers stream to the same terminal
  if (batch && flags.ask.exact.empty()) control.threads = 1;  // queries go side by side
  AKIN_TRY_ASSIGN(const Asker asker, AskerFor(corpus, flags.ask, session, control));
  RelatedRun run(session, flags, corpus, asker, control, batch);
  if (flags.all) {
    AKIN_TRY(run.All());
  } else if (batch) {
    AKIN_TRY(run.FromFile(flags.queries, control));
  } else {
    AKIN_TRY(run.One(flags.key));
  }
  AKIN_TRY(run.Finish());
  if (run.unknown() > 0) {
    return Status(Code::kNotFound,
                  fmt::format("{} keys of {} are not in the corpus", run.unknown(), flags.queries));
  }
  if (run.hits() > 0) return kFound;
  session.Note("nothing related found");
  return kNothingFound;
}

}  // namespace

void AddRelated(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("related", "Print what is related to a vertex");
  auto flags = std::make_shared<Flags>();
  verb.AddArgument("CORPUS", flags->corpus, "made by akin ingest").Required();
  verb.AddArgument("KEY", flags->key, "name or title of a vertex");
  AddFlag(verb, "--queries", flags->queries);
  AddSwitch(verb, "--all", flags->all);
  AddFlag(verb, "--count", flags->ask.related.k);
  AddFlag(verb, "--min-score", flags->ask.related.min_score);
  AddFlag(verb, "--min-inlinks", flags->ask.related.min_inlinks);
  flags->ask.AddTo(verb);
  session.AddOutputFlags(verb);
  session.AddWorkFlags(verb);
  verb.SetFooter(R"(Without an index, SimRank is solved on the spot if the graph has at most a
million links. For good answers on pages with many links, build an index of
psimrank and ask it; for pages with text, mix it with an index of text.

Columns in a pipe: rank, score, error, key and, if there are titles, title. With
--queries or --all, and in JSON, the query comes first. The error is the
standard error of an estimate or, with --exact, the most that further rounds
could add. The error of a mixture combines those of its indexes; with --fusion
rrf it is 0, because ranks have no error.

Exit code: 0 something found, 1 nothing, 2 an error.

Examples:
  akin related web.akin index.html
  akin related web.akin std::vector -k 20 --index psimrank
  akin related web.akin 42 --min-score 0.1 --json
  akin related site.akin index.html --index psimrank=0.6,text=0.4
  akin related site.akin index.html --index psimrank,text --fusion rrf
  akin related web.akin --all > related.tsv
  akin related web.akin 42 --exact simrank --iterations 20
  akin related web.akin 42 --exact simrank --radius 4 --popularity 0.5

)" + ExactMeasuresHelp());
  verb.SetWork([&session, flags] { return session.CodeOf(Ask(session, *flags)); });
}

}  // namespace akin::cli
