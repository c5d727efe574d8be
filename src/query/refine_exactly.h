// Candidates whose exact scores can be computed (query/pair_refiner.h).
#ifndef AKIN_SRC_QUERY_REFINE_EXACTLY_H_
#define AKIN_SRC_QUERY_REFINE_EXACTLY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/bags.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "base/mapped_array.h"
#include "query/pair_refiner.h"
#include "text/bags_file.h"

namespace akin {

// What the refiners here have in common: a score from the index at first, then an exact one.
class ExactRefiner : public PairRefiner {
 public:
  explicit ExactRefiner(std::vector<Hit> candidates)
      : candidates_(std::move(candidates)), exact_(candidates_.size()) {}
  Score Of(size_t candidate) const override { return candidates_[candidate].score; }
  bool exact() const override { return true; }
  bool CanImprove(size_t candidate) const override { return !exact_[candidate]; }
  Status Improve(std::span<const size_t> candidates, ReadingBudget& budget) override;

 private:
  // Nothing if it would cost more than there is.
  virtual Result<std::optional<double>> Compute(VertexId candidate, ReadingBudget& budget) = 0;

  std::vector<Hit> candidates_;
  std::vector<bool> exact_;
};

// Scores that are what they are.
class FixedRefiner : public PairRefiner {
 public:
  FixedRefiner(std::vector<Hit> candidates, bool bounded)
      : candidates_(std::move(candidates)), bounded_(bounded) {}
  Score Of(size_t candidate) const override { return candidates_[candidate].score; }
  bool bounded() const override { return bounded_; }
  bool CanImprove(size_t) const override { return false; }
  Status Improve(std::span<const size_t>, ReadingBudget&) override { return {}; }

 private:
  std::vector<Hit> candidates_;
  bool bounded_;
};

// Text: the weighted Jaccard coefficient of two bags, to the last bit that of text/bag_jaccard.h.
// Reads the bag of the vertex and of every candidate. 4 bytes of address space per term, resident
// where touched.
class BagRefiner : public ExactRefiner {
 public:
  static Result<std::unique_ptr<PairRefiner>> Make(const Bags& bags, VertexId vertex,
                                                   std::vector<Hit> candidates);

 private:
  BagRefiner(const Bags& bags, std::vector<Hit> candidates)
      : ExactRefiner(std::move(candidates)), bags_(bags) {}
  Result<std::optional<double>> Compute(VertexId candidate, ReadingBudget& budget) override;

  Bags bags_;
  SparseArray<float> own_;  // the weights in the bag of the vertex, by term
  double own_weight_ = 0;
  std::vector<BagTerm> other_;
};

// XJaccard: the sets I_k themselves, of the vertices that reach a vertex in at most k arcs
// (FR section 2.3). One search of the vertex, and one of every candidate: the in-links of the
// vertices less than l arcs away. 2 bytes of address space per vertex, resident where touched.
class NeighbourhoodRefiner : public ExactRefiner {
 public:
  static Result<std::unique_ptr<PairRefiner>> Make(const Adjacency& in, double decay,
                                                   unsigned length, VertexId vertex,
                                                   std::vector<Hit> candidates);

 private:
  NeighbourhoodRefiner(const Adjacency& in, double decay, unsigned length, VertexId vertex,
                       std::vector<Hit> candidates);
  // The vertices around one, by distance, with 1 + the distance of each.
  struct Search {
    SparseArray<uint8_t> distance;  // 0: not reached
    std::vector<VertexId> reached;  // in order of distance
    std::vector<size_t> sizes;      // of I_0, I_1, ..., I_l
  };
  // False if it would cost more than there is.
  bool Run(VertexId from, Search& search, ReadingBudget& budget) const;
  Result<std::optional<double>> Compute(VertexId candidate, ReadingBudget& budget) override;

  Adjacency in_;
  double decay_;
  unsigned length_;
  VertexId vertex_;
  bool searched_ = false;
  Search own_;
  Search other_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_REFINE_EXACTLY_H_
