#include "eval_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "akin/try.h"
#include "report/eval_ranking.h"

namespace akin::cli {
namespace {

using report::EvalRanking;
using report::EvalRow;
using report::EvalRows;
using report::EvalSamples;
using report::SampleHit;
using report::SampleQuery;

constexpr size_t kSystems = 3;
constexpr size_t kQueries = 6;
constexpr unsigned kHits = 5;

// The ranking by which systems are chosen.
EvalRanking ByFirstHits(const EvalRun& run) {
  const std::vector<EvalRows> metrics = report::ByMetric(run.rows());
  for (const Metric metric : {Metric::kPrecision, Metric::kNdcg, Metric::kDelta, Metric::kGamma}) {
    for (const EvalRows& rows : metrics) {
      if (rows.front()->result.metric != metric) continue;
      EvalRanking ranking = report::RankingOf(rows, run.options());
      if (!ranking.order.empty()) return ranking;
    }
  }
  return metrics.empty() ? EvalRanking() : report::RankingOf(metrics.front(), run.options());
}

const AskedSystem* FindAsked(const EvalRun& run, const EvalRow& row) {
  const auto same = [&](const AskedSystem& asked) {
    return asked.row.system == row.system && asked.row.length == row.length &&
           asked.row.decay == row.decay && asked.row.fingerprints == row.fingerprints;
  };
  const auto found = std::find_if(run.asked().begin(), run.asked().end(), same);
  return found == run.asked().end() ? nullptr : &*found;
}

// Evenly spaced among all.
std::vector<VertexId> SomeQueries(std::span<const VertexId> all) {
  std::vector<VertexId> some;
  const size_t count = std::min(kQueries, all.size());
  for (size_t i = 0; i < count; ++i) some.push_back(all[i * all.size() / count]);
  return some;
}

void JudgeHit(const Truth& truth, VertexId query, VertexId vertex, SampleHit& hit) {
  const std::optional<double> relevance = truth.Relevance(query, vertex);
  if (!relevance) {
    hit.verdict = "not judged";
    return;
  }
  switch (truth.kind()) {
    case Truth::Kind::kClasses:
      hit.right = *relevance == 3;
      hit.verdict = *relevance == 3   ? "same class"
                    : *relevance == 2 ? "sibling class"
                    : *relevance == 1 ? "cousin class"
                                      : "unrelated class";
      return;
    case Truth::Kind::kGrades:
      hit.right = *relevance > 0;
      hit.verdict = fmt::format("grade {:g}", *relevance);
      return;
    case Truth::Kind::kOverlap:
      hit.verdict = fmt::format("{:.0f}% in common", 100 * *relevance);
      return;
    case Truth::Kind::kExact:
      hit.verdict = fmt::format("exactly {:.4f}", *relevance);
  }
}

Status AskOne(const Corpus& corpus, const Truth& truth, const AskedSystem& system,
              const std::vector<VertexId>& queries, const Control& control, EvalSamples& samples) {
  AKIN_TRY_ASSIGN(const Asker asker, Asker::Create(corpus, system.ask, control));
  RelatedOptions related = system.related;
  related.k = kHits;
  AKIN_TRY_ASSIGN(const std::vector<Answer> answers, asker.RelatedMany(queries, related, control));
  for (size_t i = 0; i < queries.size(); ++i) {
    std::vector<SampleHit> hits;
    for (const Hit& hit : answers[i].hits) {
      SampleHit shown{.score = hit.score.value};
      AKIN_TRY_ASSIGN(shown.name, corpus.Name(hit.vertex));
      AKIN_TRY_ASSIGN(shown.title, corpus.Title(hit.vertex));
      JudgeHit(truth, queries[i], hit.vertex, shown);
      hits.push_back(std::move(shown));
    }
    samples.queries[i].answers.push_back(std::move(hits));
  }
  return {};
}

}  // namespace

Result<EvalSamples> TakeSamples(const Corpus& corpus, const Truth& truth, const EvalRun& run,
                                const Control& control) {
  EvalSamples samples;
  const EvalRanking best = ByFirstHits(run);
  if (best.order.empty()) return samples;
  const std::vector<VertexId>& asked = run.options().queries;
  const std::vector<VertexId> queries = SomeQueries(asked.empty() ? truth.queries() : asked);
  for (const VertexId query : queries) {
    SampleQuery shown;
    AKIN_TRY_ASSIGN(shown.name, corpus.Name(query));
    AKIN_TRY_ASSIGN(shown.title, corpus.Title(query));
    samples.queries.push_back(std::move(shown));
  }
  for (size_t i = 0; i < best.order.size(); ++i) {
    const AskedSystem* const system = FindAsked(run, *best.order[i]);
    if (system == nullptr || samples.systems.size() == kSystems) continue;
    AKIN_TRY(AskOne(corpus, truth, *system, queries, control, samples));
    samples.systems.push_back(best.names[i]);
  }
  if (samples.systems.empty()) return EvalSamples{};
  const bool judged = truth.kind() == Truth::Kind::kClasses || truth.kind() == Truth::Kind::kGrades;
  samples.introduction = fmt::format(
      "The first {} hits of the systems with the best {}, for queries evenly spaced among all, "
      "each "
      "with its score and what the truth says.{}",
      kHits, MetricName(best.order.front()->result.metric),
      judged ? " What the truth calls right is bold." : "");
  return samples;
}

}  // namespace akin::cli
