// Tables of where walks move, for several (fingerprint, step) at once, from one scan of the graph.
// A step depends only on these and on the in-neighbours of the vertex. With the tables, walks do
// not need the graph, so it need not fit in memory.
//
// Time: a scan of the in-lists; PSimRank makes one pass, in cache, over each list per table.
// Memory: 4 bytes per vertex and table.
#ifndef AKIN_SRC_SKETCH_STEP_TABLES_H_
#define AKIN_SRC_SKETCH_STEP_TABLES_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "base/threads.h"
#include "graph/graph_scan.h"
#include "sketch/forest.h"

namespace akin {

struct StepKey {
  uint64_t fingerprint = 0;
  unsigned step = 0;
};

class StepTables {
 public:
  static uint64_t MemoryFor(VertexId vertices) { return sizeof(VertexId) * uint64_t{vertices}; }
  // kOutOfBudget if the system refuses the memory.
  static Result<StepTables> Create(VertexId vertices, size_t most);

  // Makes table i that of keys[i]: the next vertex per vertex, or kNoVertex if the walk ends.
  Status Fill(const GraphScan& in, const WalkParameters& parameters, std::span<const StepKey> keys,
              ThreadPool& pool, const std::stop_token& stop);
  std::span<const VertexId> operator[](size_t i) const { return tables_[i].span(); }

 private:
  std::vector<HugeArray<VertexId>> tables_;
};

// The steps of one table, for Coalescence.
class TableMoves {
 public:
  using Choice = VertexId;
  static constexpr size_t kTogether = 1;

  explicit TableMoves(std::span<const VertexId> next) : next_(next.data()) {}
  void Touch(VertexId at) const { __builtin_prefetch(&next_[at]); }
  bool Choose(VertexId at, Choice& choice) const {
    choice = next_[at];
    return choice != kNoVertex;
  }
  VertexId Arrive(const Choice& choice) const { return choice; }
  void ArriveAll(std::span<const Choice> choices, VertexId* at) const {
    std::copy(choices.begin(), choices.end(), at);
  }

 private:
  const VertexId* next_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_STEP_TABLES_H_
