// The best of sums over several groups of fingerprints, each of which tells some of its own sums.
//
// Definition: the sum of a vertex is that over all groups. A group lists its largest sums, with a
// bound on all that it does not list.
//
// Algorithm: the known sums of a vertex add up to a lower bound of its sum; with the bounds of the
// groups that have not told theirs, to an upper bound. The k-th largest lower bound is a threshold:
// what cannot reach it is out. A vertex that no group has listed sums to at most all bounds
// together; while that reaches the threshold, lists must become longer. A vertex that reaches the
// threshold T has at least T / G in one of G groups, so lists of all that have so much are long
// enough (TPUT; Cao, Wang 2004). Then the missing sums of those that can reach the threshold are
// asked for, and the rest is certain.
//
// Some lists have sums without details, that is, without the squares that make intervals. Those of
// the best are asked for as well.
//
// Error: none. Sums are integers, and the ranking is that of one index (query/summed_hits.h).
//
// Cost: O(n G) for n vertices that were listed; nothing is looked for once every group has listed
// all that it has, with details, as those whose lists have room do.
#ifndef AKIN_SRC_PARTS_MERGED_SUMS_H_
#define AKIN_SRC_PARTS_MERGED_SUMS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/parts.h"
#include "akin/types.h"
#include "parts/vertex_places.h"
#include "query/scoring.h"
#include "query/summed_hits.h"
#include "query/top_sums.h"

namespace akin {

class MergedSums {
 public:
  // The best k, all if it is 0; none with a sum below `least`, which is above 0.
  MergedSums(size_t groups, unsigned k, uint64_t least, const Scoring& scoring)
      : k_(k), least_(least), scoring_(scoring), bounds_(groups, UINT64_MAX) {}

  // A longer list of the same group may follow. Without details, the squares are not believed.
  void AddList(size_t group, std::span<const PartSum> list, uint64_t unlisted, bool detailed);
  // What a group says about a vertex, with details.
  void Add(size_t group, const PartSum& sums) { Add(group, sums, true); }

  // Whether a vertex that was never listed may be one of the best. If so, all groups should list
  // the sums from NextLeast() on.
  bool MayMissSome() const;
  uint64_t NextLeast() const;

  // For every group, those that may be among the best and whose sums there are not known, and those
  // that are among the best so far and whose details are not. Nothing: the best are certain.
  std::vector<std::vector<VertexId>> Missing() const;
  // If nothing is missing: all that may be among the best.
  std::vector<SummedHit> Found() const;
  // What is known about a vertex that was listed.
  const PartSum& Of(VertexId vertex) const { return entries_[places_.Of(vertex)]; }

 private:
  enum class Told : uint8_t { kNothing, kSum, kDetails };

  size_t groups() const { return bounds_.size(); }
  // Whether every group has told all that it knows.
  bool AllIsTold() const;
  size_t PlaceOf(VertexId vertex);
  void Add(size_t group, const PartSum& sums, bool detailed);
  Told ToldOf(size_t place, size_t group) const { return told_[place * groups() + group]; }
  bool IsKnown(size_t place, size_t group) const;
  uint64_t Threshold() const;
  std::vector<size_t> Best() const;
  uint64_t MostOf(size_t place) const;

  unsigned k_;
  uint64_t least_;
  const Scoring& scoring_;
  std::vector<uint64_t> bounds_;  // on what a group has not listed
  std::vector<PartSum> entries_;  // what is known of the sums over all groups
  std::vector<Told> told_;        // for every entry, one per group
  VertexPlaces places_;
  bool all_detailed_ = true;  // lists so far
};

}  // namespace akin

#endif  // AKIN_SRC_PARTS_MERGED_SUMS_H_
