// Sparse vectors over the vertices, and how many of their small entries a budget lets go.
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

// Sums of positive numbers by vertex. Adding and draining cost what was touched, not the number of
// vertices; the order of entries is that in which they came. 12 bytes per vertex.
class Accumulator {
 public:
  explicit Accumulator(VertexId vertices) : sums_(vertices), touched_(vertices + size_t{1}) {}

  void Add(VertexId vertex, double amount) {
    double& sum = sums_[vertex];
    touched_[count_] = vertex;  // overwritten unless it counts: no branch to mispredict
    count_ += sum == 0 ? 1 : 0;
    sum += amount;
  }
  void AddAll(std::span<const VertexId> vertices, double amount) {
    for (const VertexId vertex : vertices) Add(vertex, amount);
  }

  size_t size() const { return count_; }
  std::span<const VertexId> touched() const { return std::span(touched_).first(count_); }
  double operator[](VertexId vertex) const { return sums_[vertex]; }

  // Hands all entries to visit(vertex, sum) and is empty afterwards.
  template <class Visit>
  void Drain(Visit&& visit) {
    for (size_t i = 0; i < count_; ++i) {
      const VertexId vertex = touched_[i];
      visit(vertex, sums_[vertex]);
      sums_[vertex] = 0;
    }
    count_ = 0;
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

// Which entries may go, those of the least rank first, so that their losses come to no more than a
// budget. Ranks are told apart by half powers of two, so one pass over the entries is enough.
class BudgetCut {
 public:
  void Clear() { losses_.fill(0); }
  // rank > 0; 2^-96 and less count as one.
  void Add(double rank, double loss) { losses_[Bucket(rank)] += loss; }

  // Entries of lesser rank may go.
  double Threshold(double budget) const {
    double lost = 0;
    size_t bucket = 0;
    for (; bucket < kBuckets; ++bucket) {
      lost += losses_[bucket];
      if (lost > budget) break;
    }
    if (bucket == 0) return 0;
    return std::bit_cast<double>((kFirst + bucket) << kShift);
  }

 private:
  static constexpr int kShift = 51;  // leaves the exponent and one bit
  static constexpr uint64_t kFirst = (uint64_t{1023} - 96) * 2;
  static constexpr size_t kBuckets = 256;

  static size_t Bucket(double rank) {
    const uint64_t bits = std::bit_cast<uint64_t>(rank) >> kShift;
    return static_cast<size_t>(std::clamp(bits, kFirst, kFirst + kBuckets - 1) - kFirst);
  }

  std::array<double, kBuckets> losses_{};
};

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_SPARSE_H_
