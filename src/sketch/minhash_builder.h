// Min-hashes of several fingerprints at once: the values of all vertices are in memory, and the
// graph is scanned once for each distance.
//
// Time: per arc and distance one random read of a cache line that contains the values of up to 16
// fingerprints, prefetched; per vertex, fingerprint and distance two random reads to make the
// classes. Memory: 8 bytes per vertex and fingerprint, 17 per vertex and thread.
#ifndef AKIN_SRC_SKETCH_MINHASH_BUILDER_H_
#define AKIN_SRC_SKETCH_MINHASH_BUILDER_H_

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "base/threads.h"
#include "graph/graph_scan.h"
#include "sketch/forest.h"
#include "sketch/minhash.h"

namespace akin {

// Makes a forest of the classes of equal values. Keeps its memory between calls.
class ClassForest {
 public:
  static uint64_t MemoryFor(VertexId vertices) { return uint64_t{13} * vertices; }
  // Check ok() afterwards.
  explicit ClassForest(VertexId vertices)
      : entries_(vertices), members_(vertices), labels_(vertices), places_(vertices) {}
  bool ok() const { return entries_.ok() && members_.ok() && labels_.ok() && places_.ok(); }

  // The value of v is values[v * stride]. Covers all vertices, or those in `only`, ascending. The
  // forest is valid until the next call.
  Forest Sort(const uint32_t* values, size_t stride, const Permutation& permutation,
              std::span<const VertexId> only);

 private:
  HugeArray<uint32_t> entries_;  // per class: its size, then kPlaced | the place of its next member
  HugeArray<VertexId> members_;
  HugeArray<uint8_t> labels_;
  HugeArray<uint32_t> places_;
};

class MinHashBuilder {
 public:
  static constexpr VertexId kMostVertices = VertexId{1} << 31;
  static uint64_t MemoryFor(VertexId vertices, unsigned width, unsigned threads) {
    return uint64_t{vertices} * 2 * sizeof(uint32_t) * width +
           threads * ClassForest::MemoryFor(vertices);
  }
  // Forests of all vertices, or of those in `only`; `width` fingerprints at once: 1, 4, 8 or 16.
  // Arguments passed by reference or as a span must outlive the builder.
  static Result<MinHashBuilder> Create(const GraphScan& in, const WalkParameters& parameters,
                                       std::span<const VertexId> only, unsigned width,
                                       ThreadPool& pool);

  // Calls visit(i, k, forest) for fingerprints[i], at most `width` of them, and k = 1..l. Calls for
  // different i may come from different threads.
  using Visit = std::function<Status(size_t i, unsigned k, const Forest& forest)>;
  Status Build(std::span<const uint64_t> fingerprints, const std::stop_token& stop,
               const Visit& visit);

 private:
  MinHashBuilder(const GraphScan& in, const WalkParameters& parameters,
                 std::span<const VertexId> only, unsigned width, ThreadPool& pool);

  const GraphScan* in_;
  WalkParameters parameters_;
  std::span<const VertexId> only_;
  unsigned width_;
  ThreadPool* pool_;
  HugeArray<uint32_t> before_;  // v * width + i
  HugeArray<uint32_t> after_;
  std::vector<ClassForest> classes_;  // per thread
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_MINHASH_BUILDER_H_
