// The meetings of all walks of one fingerprint.
//
// Coalescing walks form trees: when two groups of walks meet at time t they are one group ever
// after. Let r_t(u) be the smallest vertex of u's group at time t. Ordered by (r_l, ..., r_1, r_0 =
// u), every group is contiguous at every time, and the time two vertices met is the largest label
// between their places, where the label at a place is the time its vertex met the one just before
// it (FR section 2.1.1 stores the same trees by parent). Vertices that meet nobody are left out.
#ifndef AKIN_SRC_SKETCH_FOREST_H_
#define AKIN_SRC_SKETCH_FOREST_H_

#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "akin/build.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "graph/adjacency.h"

namespace akin {

inline constexpr uint8_t kNewTree = 255;       // label of the first member of a tree
inline constexpr unsigned kLongestWalk = 254;  // so that every label fits a byte

struct WalkParameters {
  Measure measure = Measure::kSimRank;
  uint64_t seed = 1;
  unsigned length = 10;
};

// One fingerprint's forest; the spans belong to the builder and live until its next Build.
struct Forest {
  std::span<const VertexId> members;  // in the order above
  std::span<const uint8_t> labels;    // of each member
};

// Walks all vertices at once in memory.
//
// Time: one random read of the graph and one of an owner table per walk and step, until walks have
// merged; they are issued in batches ahead of use. 2 to 3 steps per vertex on web graphs, where
// most walks meet soon; l steps at worst. Memory: 33 bytes per vertex.
class ForestBuilder {
 public:
  // kOutOfBudget if the system refuses the memory. `in` must outlive the builder. `index_bits`, 0
  // for as few as the graph needs, is there for tests: what it takes, stamps lack.
  static Result<std::unique_ptr<ForestBuilder>> Create(const Adjacency& in,
                                                       const WalkParameters& parameters,
                                                       unsigned index_bits = 0);
  static uint64_t MemoryFor(VertexId vertices) { return uint64_t{33} * vertices; }

  Status Build(uint64_t fingerprint, const std::stop_token& stop, Forest& forest);
  // Steps taken by groups of walks in all builds so far: what a benchmark compares with bare reads.
  uint64_t steps() const { return steps_; }

 private:
  // A group of walks that are together.
  struct Group {
    VertexId first;  // its smallest member
    VertexId at;     // where its walks are now
    uint32_t size;
  };
  struct Merge {
    VertexId child;
    VertexId parent;
    uint32_t offset;  // of the child's members behind the parent's first
  };

  ForestBuilder(const Adjacency& in, const WalkParameters& parameters, unsigned index_bits);
  template <class Step>
  Status Walk(uint64_t fingerprint, const std::stop_token& stop);
  template <class Step, class GroupAt>
  void MoveGroups(const Step& step, const GroupAt& group_at);
  void Arrive(const Group& group);
  void NextStamp();
  void PlaceMembers();

  Adjacency in_;
  WalkParameters parameters_;
  unsigned index_bits_;  // of an owner entry; the bits above are the stamp

  HugeArray<Group> groups_;  // ascending by `first`
  size_t group_count_ = 0;
  HugeArray<uint32_t>
      owner_;  // per vertex: which group is there, valid if stamped now; later: places
  uint32_t stamp_ = 0;
  uint64_t steps_ = 0;
  HugeArray<Merge> merges_;
  size_t merge_count_ = 0;
  std::vector<size_t> merges_by_step_;  // merge_count_ after each step
  std::vector<uint64_t> trees_;         // (first << 32) | size of groups that ended with company
  std::vector<uint64_t> tree_scratch_;
  HugeArray<VertexId> members_;
  HugeArray<uint8_t> labels_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_FOREST_H_
