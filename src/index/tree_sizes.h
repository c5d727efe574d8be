// Sizes of the trees for walks of each length 1..l, from the labels of forests of length l.
//
// Walks of t steps are the first t steps of longer walks. So their trees are the runs of members
// that remain if the forest is cut before every label above t. These runs are nested, and a run
// that does not change from time `from` to `until` is counted once for all of these times, in the
// differences of sums by time. So the cost per member does not depend on l: a member begins at most
// one run, and a run ends once.
//
// Memory: a few numbers per time. Forests come one after the other, with labels as they are stored.
// For a measure that stores several forests per fingerprint, all of them are added.
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

  // Adds the labels of the next members of a forest. False if they are invalid: not 1 to l or
  // kNewTree, or a forest that does not begin with kNewTree.
  bool Add(std::span<const uint8_t> labels);
  // Call it after the last member of each forest. `vertices`: of the graph. False if there were
  // more members than that.
  bool EndForest(uint64_t vertices);

  // Adds the counts of another counter of the same length.
  void Merge(const TreeSizeCounter& other);

  // For walks of `length` steps, 1 to l.
  TreeSizes At(unsigned length) const;
  std::vector<SizeBucket> Histogram() const;  // at l

 private:
  static constexpr size_t kBuckets = 65;

  // Members since `begin` are together from the time of the run above it on the stack, or 1, up to
  // but not including `until`.
  struct Run {
    uint64_t begin;
    unsigned until;
  };
  struct Change {  // change of the sums from one time to the next
    uint64_t trees = 0;
    uint64_t members = 0;
    Uint128 squares = 0;
    uint64_t largest = 0;  // of the trees seen from this time on: trees only grow
  };

  void Close(unsigned from, unsigned until, uint64_t size);
  // Ends all runs whose times are before `time`.
  void CloseBefore(unsigned time);

  unsigned length_;
  std::vector<Change> changes_;  // by time, 0 to l + 1
  std::array<uint64_t, kBuckets> trees_by_size_{};
  std::array<uint64_t, kBuckets> members_by_size_{};
  uint64_t vertices_ = 0;  // total of all forests

  // State of the current forest.
  std::vector<Run> runs_;  // a stack
  uint64_t place_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_INDEX_TREE_SIZES_H_
