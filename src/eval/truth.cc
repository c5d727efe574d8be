// Truths by name, and those computed by an exact measure.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "akin/errors.h"
#include "akin/eval.h"
#include "akin/try.h"
#include "eval/judge.h"
#include "eval/truth_lines.h"

namespace akin {
namespace {

// Prefixes of the names of truths; something follows them.
constexpr std::string_view kExact = "exact:";
constexpr std::string_view kTitles = "titles:";

// What is wrong with the measure is wrong with the name of the truth.
Result<ExactOptions> ExactNamed(const Corpus& corpus, std::string_view spec,
                                const Control& control) {
  Result<ExactOptions> exact = ParseExactSpec(spec, corpus, control);
  if (exact.status().code() != Code::kInvalidArgument) return exact;
  return exact.status().WithParameter("truth");
}

}  // namespace

Result<Truth> Truth::FromFile(const Corpus& corpus, const std::string& path,
                              const ClassOptions& options, const Control& control) {
  AKIN_TRY_ASSIGN(const auto line, FirstLine(path, control));
  // A file without lines is read as classes, whose reader says what is wrong with it.
  const bool grades = line && std::count(line->begin(), line->end(), '\t') == 2;
  return grades ? FromGrades(corpus, path, control) : FromClasses(corpus, path, options, control);
}

Result<Truth> Truth::Named(const Corpus& corpus, const std::string& name,
                           const ClassOptions& options, std::vector<VertexId> queries,
                           const Control& control) {
  if (name == "path") return FromKeys(corpus, options);
  if (name == "citations") return FromCitations(corpus);
  if (name.starts_with(kExact)) {
    AKIN_TRY_ASSIGN(const ExactOptions exact,
                    ExactNamed(corpus, std::string_view(name).substr(kExact.size()), control));
    return FromExact(corpus, exact, std::move(queries), control);
  }
  if (name == kTitles) {
    return InvalidArgument("truth", "titles: lacks its file; say titles:FILE");
  }
  if (name.starts_with(kTitles)) return FromTitles(corpus, FileOf(name), control);
  return FromFile(corpus, name, options, control);
}

std::string Truth::FileOf(const std::string& name) {
  if (name == "path" || name == "citations") return {};
  if (name.starts_with(kExact)) return PriorFileOf(std::string_view(name).substr(kExact.size()));
  return name.starts_with(kTitles) ? name.substr(kTitles.size()) : name;
}

Result<Truth> Truth::FromExact(const Corpus& corpus, const ExactOptions& options,
                               std::vector<VertexId> queries, const Control& control) {
  auto truth = std::make_shared<Impl>();
  truth->kind = Kind::kExact;
  truth->corpus = corpus;
  truth->queries = queries.empty() ? corpus.AllVertices() : std::move(queries);
  std::sort(truth->queries.begin(), truth->queries.end());
  uint64_t bytes = 0;
  AKIN_TRY(ExactJoin(
      corpus, truth->queries, corpus.AllVertices(), options, {.k = 0},
      [&](VertexId query, const std::vector<Hit>& hits) -> Status {
        bytes += hits.size() * sizeof(Hit);
        if (bytes > control.memory) {
          return OutOfMemory(
              fmt::format("keeping the exact scores of {} queries", truth->queries.size()), {},
              static_cast<double>(control.memory), "ask about fewer queries");
        }
        truth->exact.emplace(query, hits);
        return {};
      },
      control));
  truth->report.known = truth->queries.size();
  return Truth(std::move(truth));
}

Truth::Kind Truth::kind() const { return impl_->kind; }
const TruthReport& Truth::report() const { return impl_->report; }
std::span<const VertexId> Truth::queries() const { return impl_->queries; }

Result<std::string> Truth::NameOf(VertexId vertex) const {
  if (vertex >= impl_->corpus->vertices()) return NoVertex(vertex);
  return impl_->corpus->Name(vertex);
}

std::vector<Metric> Truth::metrics() const {
  switch (impl_->kind) {
    case Kind::kClasses:
      return {Metric::kSiblingGamma, Metric::kCousinGamma, Metric::kUnrelatedGamma,
              Metric::kGamma,        Metric::kNdcg,        Metric::kPrecision,
              Metric::kRecall,       Metric::kCoverage,    Metric::kOrthogonality,
              Metric::kDelta};
    case Kind::kGrades:
      return {Metric::kGamma,   Metric::kNdcg,       Metric::kPrecision,   Metric::kRecall,
              Metric::kKendall, Metric::kKendallA,   Metric::kSpearman,    Metric::kCoverage,
              Metric::kAllNdcg, Metric::kAllKendall, Metric::kAllKendallA, Metric::kAllSpearman};
    case Kind::kOverlap:
      return {Metric::kDelta, Metric::kCoverage};
    case Kind::kExact:
      break;
  }
  return {Metric::kGamma,       Metric::kNdcg,       Metric::kPrecision, Metric::kRecall,
          Metric::kKendall,     Metric::kKendallA,   Metric::kSpearman,  Metric::kMeanError,
          Metric::kMaxError,    Metric::kCoverage,   Metric::kAllNdcg,   Metric::kAllKendall,
          Metric::kAllKendallA, Metric::kAllSpearman};
}

std::vector<Metric> Truth::usual_metrics() const {
  std::vector<Metric> usual = metrics();
  std::erase(usual, Metric::kOrthogonality);
  std::erase_if(usual, IsOverAllPairs);
  return usual;
}

std::optional<double> Truth::Relevance(VertexId query, VertexId vertex) const {
  switch (impl_->kind) {
    case Kind::kClasses:
      if (!impl_->classes->Has(query) || !impl_->classes->Has(vertex)) return std::nullopt;
      return kFamilialDistances - 1 - impl_->classes->Distance(query, vertex);
    case Kind::kGrades: {
      const auto grades = impl_->grades.find(query);
      if (grades == impl_->grades.end()) return std::nullopt;
      for (const Grade& grade : grades->second) {
        if (grade.vertex == vertex) return grade.grade;
      }
      return std::nullopt;
    }
    case Kind::kOverlap:
      return DomainSimilarity(*impl_, query, vertex);
    case Kind::kExact:
      break;
  }
  const auto exact = impl_->exact.find(query);
  if (exact == impl_->exact.end()) return std::nullopt;
  for (const Hit& hit : exact->second) {
    if (hit.vertex == vertex) return hit.score.value;
  }
  return 0;
}

}  // namespace akin
