// What one query contributes to each metric (tally.h).
//
// Hits that the truth does not know are left out, before or after the first ones are taken
// (EvalOptions::known_first). The kind of truth decides what is relevant:
//   classes  those of the query's class; gains 3, 2, 1, 0 by familial distance
//   grades   grades above 0; they are the gains
//   exact    the k that score highest; their scores are the gains
//   overlap  no vertex is relevant or irrelevant; only delta.h applies
// NDCG is that of gain.h. Correlations are over all vertices that have a grade, or over those with
// the highest exact scores; a vertex without a score has 0.
#ifndef AKIN_SRC_EVAL_JUDGE_H_
#define AKIN_SRC_EVAL_JUDGE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "akin/adjacency.h"
#include "akin/eval.h"
#include "eval/all_pairs.h"
#include "eval/classes.h"
#include "eval/delta.h"
#include "eval/evaluation_plan.h"
#include "eval/tally.h"

namespace akin {

struct Grade {
  VertexId vertex = kNoVertex;
  double grade = 0;
};

struct Truth::Impl {
  Kind kind = Kind::kClasses;
  TruthReport report;
  std::vector<VertexId> queries;
  std::optional<Corpus> corpus;    // always set; its links say which vertices are co-cited
  std::optional<Classes> classes;  // kClasses
  std::unordered_map<VertexId, std::vector<Grade>> grades;  // kGrades, by vertex
  std::unordered_map<VertexId, std::vector<Hit>> exact;     // kExact, best first
  Adjacency links;                                          // kOverlap by citations, in the corpus
  std::vector<std::vector<uint64_t>> titles;                // kOverlap by titles: sorted terms

  const std::vector<Grade>& GradesOf(VertexId query) const;
  bool Knows(VertexId query, VertexId vertex) const;
};

class Judge {
 public:
  // Computes in advance what the metrics need to know about all queries. All three must outlive the
  // judge.
  static Result<Judge> For(const Truth& truth, const EvaluationPlan& plan,
                           const EvalOptions& options, const Control& control);

  // Whether the metrics need all hits, not just the first ones.
  bool NeedsAll() const;
  // Whether hits are left out first that the truth knows for other queries alone.
  bool KnowsByQuery() const { return options_.known_first && truth_.kind == Truth::Kind::kGrades; }
  // Whether some metrics are over all pairs (all_pairs.h).
  bool WantsPairs() const;
  // `hits` are best first, without the query; `tallies` has a place for each metric. `pairs` gets
  // what the query contributes to metrics over all pairs, unless it is null.
  void Weigh(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies,
             PairList* pairs = nullptr) const;

 private:
  Judge(const Truth::Impl& truth, std::span<const Metric> metrics, const EvalOptions& options,
        ChanceSimilarity chance)
      : truth_(truth), metrics_(metrics), options_(options), chance_(std::move(chance)) {}

  void WeighClasses(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  void WeighGrades(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies,
                   PairList* pairs) const;
  void WeighExact(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies,
                  PairList* pairs) const;
  void WeighOverlap(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  std::span<const Hit> Top(std::span<const Hit> hits) const;

  const Truth::Impl& truth_;
  std::span<const Metric> metrics_;
  const EvalOptions& options_;
  ChanceSimilarity chance_;
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_JUDGE_H_
