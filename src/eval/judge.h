// What one query contributes to each metric (tally.h).
//
// Hits that the truth does not know are left out. The kind of truth decides what is relevant:
//   classes  those of the query's class; gains 3, 2, 1, 0 by familial distance
//   grades   grades above 0; they are the gains
//   exact    the k that score highest; their scores are the gains
//   overlap  no vertex is relevant or irrelevant; only delta.h applies
// NDCG has the gain 2^rel - 1 and the discount log2(1 + rank) (Jarvelin and Kekalainen 2002).
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
  std::optional<Corpus> corpus;    // its links say which vertices are co-cited
  std::optional<Classes> classes;  // kClasses
  std::unordered_map<VertexId, std::vector<Grade>> grades;  // kGrades, by vertex
  std::unordered_map<VertexId, std::vector<Hit>> exact;     // kExact, best first
  Adjacency links;                                          // kOverlap by citations, in the corpus
  std::vector<std::vector<uint64_t>> titles;                // kOverlap by titles: sorted terms
};

class Judge {
 public:
  // Computes in advance what the metrics need to know about all queries. All three must outlive the
  // judge.
  static Result<Judge> For(const Truth& truth, const EvaluationPlan& plan,
                           const EvalOptions& options, const Control& control);

  // Whether the metrics need all hits, not just the first ones.
  bool NeedsAll() const;
  // `hits` are best first, without the query; `tallies` has a place for each metric.
  void Weigh(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;

 private:
  Judge(const Truth::Impl& truth, std::span<const Metric> metrics, const EvalOptions& options,
        ChanceSimilarity chance)
      : truth_(truth), metrics_(metrics), options_(options), chance_(std::move(chance)) {}

  void WeighClasses(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  void WeighGrades(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  void WeighExact(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  void WeighOverlap(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  std::span<const Hit> Top(std::span<const Hit> hits) const;

  const Truth::Impl& truth_;
  std::span<const Metric> metrics_;
  const EvalOptions& options_;
  ChanceSimilarity chance_;
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_JUDGE_H_
