// Sparse vectors over the vertices, and how many of their small entries a budget allows to drop.
#ifndef AKIN_SRC_LINEAR_SPARSE_H_
#define AKIN_SRC_LINEAR_SPARSE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/types.h"

namespace akin {

struct Entry {
  VertexId vertex = kNoVertex;
  double value = 0;
};

// Sums of positive numbers per vertex. Adding and draining cost time proportional to what was
// touched, not to the number of vertices. Entries are in the order in which they came. 12 bytes per
// vertex.
class Accumulator {
 public:
  explicit Accumulator(VertexId vertices) : sums_(vertices), touched_(vertices + size_t{1}) {}

  void Add(VertexId vertex, double amount) { AddAll({&vertex, 1}, amount); }
  void AddAll(std::span<const VertexId> vertices, double amount) {
    double* const sums = sums_.data();
    VertexId* const touched = touched_.data();
    size_t count = count_;
    for (const VertexId vertex : vertices) {
      const double sum = sums[vertex];
      touched[count] = vertex;  // overwritten unless it is new: no branch to mispredict
      count += std::bit_cast<uint64_t>(sum) == 0 ? 1 : 0;
      sums[vertex] = sum + amount;
    }
    count_ = count;
  }

  size_t size() const { return count_; }
  std::span<const VertexId> touched() const { return std::span(touched_).first(count_); }
  double operator[](VertexId vertex) const { return sums_[vertex]; }

  // Passes all entries to visit(vertex, sum), and is empty afterwards.
  template <class Visit>
  void Drain(Visit&& visit) {
    for (size_t i = 0; i < count_; ++i) {
      const VertexId vertex = touched_[i];
      visit(vertex, sums_[vertex]);
      sums_[vertex] = 0;
    }
    count_ = 0;
  }
  void Clear() {
    Drain([](VertexId, double) {});
  }
  void DrainTo(std::vector<Entry>& entries) {
    entries.clear();
    Drain([&](VertexId vertex, double sum) { entries.push_back({vertex, sum}); });
  }

 private:
  std::vector<double> sums_;
  std::vector<VertexId> touched_;
  size_t count_ = 0;
};

// Which entries can be dropped, those with the least rank first, so that their total loss is within
// a budget. Ranks are rounded to half powers of two, so one pass over the entries is enough.
class BudgetCut {
 public:
  struct Cut {
    float rank = 0;   // entries with a lower rank are dropped
    double loss = 0;  // the total loss of these entries
  };

  void Clear() {
    if (lowest_ <= highest_) std::fill(&losses_[lowest_], &losses_[highest_] + 1, 0.0);
    lowest_ = kBuckets - 1;
    highest_ = 0;
  }
  // Ranks of at most 2^-96 count as one rank, and so do those of 2^32 and more, which are always
  // kept.
  void Add(float rank, double loss) {
    const uint32_t bucket = Bucket(rank);
    losses_[bucket] += loss;
    lowest_ = std::min(lowest_, bucket);
    highest_ = std::max(highest_, bucket);
  }

  Cut Within(double budget) const {
    uint32_t bucket = lowest_;  // those below are empty
    double loss = 0;
    while (bucket + 1 < kBuckets && loss + losses_[bucket] <= budget) loss += losses_[bucket++];
    return {.rank = bucket == 0 ? 0 : std::bit_cast<float>((kFirst + bucket) << kShift),
            .loss = loss};
  }

 private:
  static constexpr int kShift = 22;  // keeps the exponent and one bit
  static constexpr uint32_t kFirst = (uint32_t{127} - 96) * 2;
  static constexpr uint32_t kBuckets = 256;

  static uint32_t Bucket(float rank) {
    const uint32_t bits = std::bit_cast<uint32_t>(rank) >> kShift;
    return std::clamp<uint32_t>(bits, kFirst, kFirst + kBuckets - 1) - kFirst;
  }

  std::array<double, kBuckets> losses_{};
  uint32_t lowest_ = kBuckets - 1;  // of the buckets that are not empty
  uint32_t highest_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_SPARSE_H_
