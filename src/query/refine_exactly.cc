#include "query/refine_exactly.h"

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"
#include "query/bounded_score.h"
#include "text/bag_jaccard.h"

namespace akin {

Status ExactRefiner::Improve(std::span<const size_t> candidates, ReadingBudget& budget) {
  for (const size_t i : candidates) {
    if (exact_[i]) continue;
    if (budget.spent()) return {};
    AKIN_TRY_ASSIGN(const std::optional<double> score, Compute(candidates_[i].vertex, budget));
    if (!score) return {};
    candidates_[i].score = ExactScore(*score);
    exact_[i] = true;
  }
  return {};
}

Result<std::unique_ptr<PairRefiner>> BagRefiner::Make(const Bags& bags, VertexId vertex,
                                                      std::vector<Hit> candidates) {
  auto refiner = std::unique_ptr<BagRefiner>(new BagRefiner(bags, std::move(candidates)));
  std::vector<BagTerm>& own = refiner->other_;
  AKIN_TRY(bags.file().Read(vertex, own));
  refiner->own_weight_ = WeightOf(own);
  refiner->own_ = SparseArray<float>(bags.file().terms());
  if (!refiner->own_.ok()) return MemoryRefused("the words of a page");
  for (const BagTerm& entry : own) refiner->own_[entry.term] = entry.weight;
  return std::unique_ptr<PairRefiner>(std::move(refiner));
}

Result<std::optional<double>> BagRefiner::Compute(VertexId candidate, ReadingBudget& budget) {
  AKIN_TRY(bags_.file().Read(candidate, other_));
  budget.Take(other_.size());
  double common = 0;
  double weight = 0;
  for (const BagTerm& entry : other_) {  // a table is faster than merging two lists
    common += std::min(own_[entry.term], entry.weight);
    weight += entry.weight;
  }
  return std::optional(common > 0 ? JaccardFrom(common, own_weight_, weight) : 0);
}

NeighbourhoodRefiner::NeighbourhoodRefiner(const Adjacency& in, double decay, unsigned length,
                                           VertexId vertex, std::vector<Hit> candidates)
    : ExactRefiner(std::move(candidates)),
      in_(in),
      decay_(decay),
      length_(length),
      vertex_(vertex) {
  own_.distance = SparseArray<uint8_t>(in.vertices());
  other_.distance = SparseArray<uint8_t>(in.vertices());
}

Result<std::unique_ptr<PairRefiner>> NeighbourhoodRefiner::Make(const Adjacency& in, double decay,
                                                                unsigned length, VertexId vertex,
                                                                std::vector<Hit> candidates) {
  auto refiner = std::unique_ptr<NeighbourhoodRefiner>(
      new NeighbourhoodRefiner(in, decay, length, vertex, std::move(candidates)));
  if (!refiner->own_.distance.ok() || !refiner->other_.distance.ok()) {
    return MemoryRefused("the neighbourhoods of two vertices");
  }
  return std::unique_ptr<PairRefiner>(std::move(refiner));
}

bool NeighbourhoodRefiner::Run(VertexId from, Search& search, ReadingBudget& budget) const {
  for (const VertexId v : search.reached) search.distance[v] = 0;
  search.reached = {from};
  search.distance[from] = 1;
  search.sizes = {1};
  for (unsigned k = 1; k <= length_; ++k) {
    const size_t begin = k == 1 ? 0 : search.sizes[k - 2];
    for (size_t i = begin; i < search.sizes[k - 1]; ++i) {
      const std::span<const VertexId> list = in_[search.reached[i]];
      if (list.size() >= budget.left()) {
        budget.Take(list.size());
        return false;
      }
      budget.Take(list.size() + 1);
      for (const VertexId v : list) {
        if (search.distance[v] != 0) continue;
        search.distance[v] = static_cast<uint8_t>(k + 1);
        search.reached.push_back(v);
      }
    }
    search.sizes.push_back(search.reached.size());
  }
  return true;
}

Result<std::optional<double>> NeighbourhoodRefiner::Compute(VertexId candidate,
                                                            ReadingBudget& budget) {
  if (!searched_) searched_ = Run(vertex_, own_, budget);
  if (!searched_ || !Run(candidate, other_, budget)) return std::optional<double>();
  std::vector<uint64_t> common(length_ + 1);
  for (const VertexId v : other_.reached) {
    if (own_.distance[v] == 0) continue;
    ++common[std::max(own_.distance[v], other_.distance[v]) - 1];
  }
  double score = 0;
  double shared = static_cast<double>(common[0]);  // with I_k of the other, so far
  for (unsigned k = 1; k <= length_; ++k) {
    shared += static_cast<double>(common[k]);
    const double all = static_cast<double>(own_.sizes[k] + other_.sizes[k]) - shared;
    score += MeetingWeight({.method = Method::kClasses, .decay = decay_}, k) * shared / all;
  }
  return std::optional(score);
}

}  // namespace akin
