// Sizes of the trees that walks of each length 1..l leave, from the labels of forests of length l.
//
// Walks of t steps are the first t steps of longer ones, so their trees are what is left of a
// forest when it is cut before every label above t: runs of members. These runs are nested, and one
// that does not change from time `from` to `until` is counted once for all of these times, in the
// differences of sums by time. So a member costs the same whatever l is: it begins at most one run,
// and a run ends once.
//
// Memory: a few numbers per time. Forests come one after the other, labels as they are stored; a
// measure that stores several forests per fingerprint adds them all.
#ifndef AKIN_SRC_INDEX_TREE_SIZES_H_
#define AKIN_SRC_INDEX_TREE_SIZES_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "akin/statistics.h"
#include "base/random.h"

namespace akin {

class TreeSizeCounter {
 public:
  explicit TreeSizeCounter(unsigned length);

  // Labels of the next members of a forest. False if they are none: not 1 to l or kNewTree, or a
  // forest that does not begin with kNewTree.
  bool Add(std::span<const uint8_t> labels);
  // After the last member of each forest. `vertices`: of the graph. False if the members are more.
  bool EndForest(uint64_t vertices);

  // Takes in what another one of the same length has counted.
  void Merge(const TreeSizeCounter& other);

  // With walks of `length` steps, 1 to l.
  TreeSizes At(unsigned length) const;
  std::vector<SizeBucket> Histogram() const;  // at l

 private:
  static constexpr size_t kBuckets = 65;

  // Members since `begin` are together at the times from that of the run above it on the stack, or
  // 1, up to but not including `until`.
  struct Run {
    uint64_t begin;
    unsigned until;
  };
  struct Change {  // of the sums, from one time to the next
    uint64_t trees = 0;
    uint64_t members = 0;
    Uint128 squares = 0;
    uint64_t largest = 0;  // of the trees that are seen from this time on: they only grow
  };

  void Close(unsigned from, unsigned until, uint64_t size);
  // Ends all runs of times before `time`.
  void CloseBefore(unsigned time);

  unsigned length_;
  std::vector<Change> changes_;  // by time, 0 to l + 1
  std::array<uint64_t, kBuckets> trees_by_size_{};
  std::array<uint64_t, kBuckets> members_by_size_{};
  uint64_t vertices_ = 0;  // of all forests

  // Of the forest under way.
  std::vector<Run> runs_;  // a stack
  uint64_t place_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_TREE_SIZES_H_
