// The vertices that a query has met, with their sums: one entry per vertex of the graph, in memory
// that exists only where it was touched. The page table serves as a hash table, and a faster one:
// an entry is found by one addition, and vertices with close numbers, which trees are full of, are
// close in memory.
//
// 16 bytes of address space per vertex. Only the pages of vertices met are resident; they are
// released when they exceed 64 MiB.
#ifndef AKIN_SRC_QUERY_CANDIDATES_H_
#define AKIN_SRC_QUERY_CANDIDATES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "akin/errors.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "index/forest_block.h"
#include "query/scoring.h"

namespace akin {

struct Candidate {
  VertexId vertex = kNoVertex;
  uint32_t meetings = 0;  // fingerprints in which it was met
  uint32_t first = 0;     // those in which it was met in the first step, if they are counted
  ScoreSum sums;
};

class Candidates {
 public:
  // With fewer fingerprints than these, meetings in the first step can be counted on the side: they
  // are added with kFirstMeeting in their squares.
  static constexpr uint64_t kFewFingerprints = 1U << 10;
  static constexpr uint64_t kFirstMeeting = kFewFingerprints << Scoring::kSquareBits;

  // Empties the table and makes room for the vertices of a graph. kOutOfBudget: out of memory.
  Status Reset(VertexId vertices, bool counts_first = false) {
    most_meetings_ = counts_first ? kFewFingerprints : kNoLimit;
    if (tallies_.size() < vertices) {
      tallies_ = SparseArray<Tally>(vertices);
      met_ = SparseArray<VertexId>(size_t{vertices} + kMostBlockMembers);
      if (!tallies_.ok() || !met_.ok()) {
        tallies_ = {};  // so that the next query tries again
        return MemoryRefused("the candidates of a query");
      }
      resident_ = 0;
    } else if (resident_ > kMostResident) {
      tallies_.Discard();
      met_.Discard();
      resident_ = 0;
    } else {
      for (const VertexId vertex : met()) tallies_[vertex] = {};
    }
    size_ = 0;
    return {};
  }

  // At most as many as a block has.
  void AddAll(std::span<const VertexId> vertices, const ScoreSum& contribution) {
    Tally* const tallies = tallies_.data();
    VertexId* const met = met_.data();
    size_t size = size_;
    const Words added = {contribution.sum, kOneMeeting + contribution.squares};
    for (const VertexId vertex : vertices) {
      Tally& tally = tallies[vertex];
      met[size] = vertex;  // stays if it is new; a branch would have to wait for the tally
      size += tally.meetings_and_squares() == 0 ? 1 : 0;
      tally.words += added;
    }
    // In a forged index a vertex can be met so often that its count begins again at 0.
    size_ = std::min(size, tallies_.size());
  }
  void Add(VertexId vertex, const ScoreSum& contribution) { AddAll({&vertex, 1}, contribution); }

  size_t size() const { return size_; }
  std::span<const VertexId> met() const { return met_.span().first(size_); }  // in the order met
  Candidate operator[](size_t i) const { return Of(met_[i]); }
  Candidate Of(VertexId vertex) const {
    const Tally& tally = tallies_[vertex];
    const uint64_t meetings = tally.meetings_and_squares() / kOneMeeting;
    return {.vertex = vertex,
            .meetings = static_cast<uint32_t>(meetings & (most_meetings_ - 1)),
            .first = static_cast<uint32_t>(
                most_meetings_ == kFewFingerprints ? meetings / kFewFingerprints : 0),
            .sums = {.sum = tally.sum(), .squares = tally.meetings_and_squares() % kOneMeeting}};
  }
  uint64_t SumOf(VertexId vertex) const { return tallies_[vertex].sum(); }

  // Call it when a query ends: estimates how much memory it touched. A page is counted again when
  // the vertices return to it, so the estimate is never too low.
  void CountResident() {
    if (tallies_.size() * sizeof(Tally) <= kMostResident) return;  // all of it may stay
    VertexId last_page = kNoVertex;
    for (const VertexId vertex : met()) {
      const auto page = static_cast<VertexId>(vertex / kTalliesPerPage);
      if (page != last_page) resident_ += kPageBytes;
      last_page = page;
    }
  }

 private:
  static constexpr uint64_t kOneMeeting = uint64_t{1} << Scoring::kSquareBits;
  static constexpr uint64_t kNoLimit = uint64_t{1} << 32;
  static constexpr uint64_t kPageBytes = 4096;
  static constexpr uint64_t kMostResident = uint64_t{64} << 20;

  // The sum, and meetings and squares in one word. Both are one vector, so that one addition
  // updates all three.
  using Words = uint64_t __attribute__((vector_size(2 * sizeof(uint64_t))));
  struct Tally {
    Words words{};
    uint64_t sum() const { return words[0]; }
    uint64_t meetings_and_squares() const { return words[1]; }
  };

  static constexpr uint64_t kTalliesPerPage = kPageBytes / sizeof(Tally);

  SparseArray<Tally> tallies_;
  SparseArray<VertexId> met_;  // the first size_, and room for a block that may not be new
  size_t size_ = 0;
  uint64_t most_meetings_ = kNoLimit;
  uint64_t resident_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_CANDIDATES_H_
