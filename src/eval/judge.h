// What one query contributes to each metric: a part of a whole, which is its value, and which adds
// up over queries (eval/bootstrap.h). An undefined value is nothing of nothing.
//
// Hits that the truth does not know are left out; what is relevant follows from the truth:
//   classes  those of the query's class; gains 3, 2, 1, 0 by familial distance
//   grades   grades above 0; they are the gains
//   exact    the k that score highest; their scores are the gains
// NDCG has the gain 2^rel - 1 and the discount log2(1 + rank) (Jarvelin and Kekalainen 2002).
#ifndef AKIN_SRC_EVAL_JUDGE_H_
#define AKIN_SRC_EVAL_JUDGE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "akin/eval.h"
#include "eval/classes.h"

namespace akin {

struct Tally {
  double part = 0;
  double whole = 0;
};

struct Grade {
  VertexId vertex = kNoVertex;
  double grade = 0;
};

struct Truth::Impl {
  Kind kind = Kind::kClasses;
  TruthReport report;
  std::vector<VertexId> queries;
  std::optional<Classes> classes;                           // kClasses
  std::unordered_map<VertexId, std::vector<Grade>> grades;  // kGrades, by vertex
  std::unordered_map<VertexId, std::vector<Hit>> exact;     // kExact, best first
};

class Judge {
 public:
  Judge(const Truth& truth, std::span<const Metric> metrics, const EvalOptions& options)
      : truth_(*truth.impl_), metrics_(metrics), options_(options) {}

  // Whether the metrics need all hits, and not just the first ones.
  bool NeedsAll() const;
  // `hits` best first, the query not among them; `tallies` has a place for each metric.
  Status Weigh(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;

 private:
  void WeighClasses(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  void WeighGrades(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  void WeighExact(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies) const;
  std::span<const Hit> Top(std::span<const Hit> hits) const;

  const Truth::Impl& truth_;
  std::span<const Metric> metrics_;
  const EvalOptions& options_;
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_JUDGE_H_
