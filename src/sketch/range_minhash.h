// Min-hashes of the vertices in one range, while others have the rest: values are carried along the
// out-links of the range to the owners of the targets, and the smallest that arrives counts.
//
// Here values may be joined before they travel, because the smallest of the smallest is the
// smallest. Time: per distance a scan of the out-links of the range, and a sort of them (8 bytes).
// Memory: 4 bytes per vertex of the range, and as granted for sorting.
#ifndef AKIN_SRC_SKETCH_RANGE_MINHASH_H_
#define AKIN_SRC_SKETCH_RANGE_MINHASH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "graph/graph_scan.h"
#include "sketch/forest.h"

namespace akin {

class RangeMinHash {
 public:
  // `out` is a scan of the out-links of the range, and must outlive it.
  RangeMinHash(const GraphScan& out, const WalkParameters& parameters, GraphScan::Range range,
               std::string spill_path, uint64_t memory)
      : out_(out),
        parameters_(parameters),
        range_(range),
        spill_path_(std::move(spill_path)),
        memory_(memory) {
    ExpectNext();
  }

  // The values at distance 0.
  void Begin(uint64_t fingerprint);
  // Blobs, in any order: the values at the distance before, and those that were carried. kDamaged
  // if it is no such blob, or not of this range.
  Status ArriveValues(std::span<const std::byte> blob);
  Status ArriveCarried(std::span<const std::byte> blob);
  // kDamaged unless each vertex has its value.
  Status CheckComplete() const;

  using BlobSink = std::function<Status(std::vector<std::byte> blob)>;
  Status SendValues(size_t blob_bytes, const BlobSink& sink) const;
  // Visits targets, ascending, with the smallest value that this range has for them.
  using CarriedVisitor = std::function<Status(VertexId target, uint32_t value)>;
  Status Carry(const std::stop_token& stop, const CarriedVisitor& visit) const;

  // Forgets everything, for the next distance or fingerprint.
  void ExpectNext();

 private:
  const GraphScan& out_;
  WalkParameters parameters_;
  GraphScan::Range range_;
  std::string spill_path_;
  uint64_t memory_;
  std::vector<uint32_t> values_;
  uint64_t arrived_ = 0;  // values at the distance before
};

// Carried values: the difference to the target before as a varint, then the value in four bytes.
class CarriedEncoder {
 public:
  void Add(VertexId target, uint32_t value);
  size_t size() const { return bytes_.size(); }
  std::vector<std::byte> Take() {
    before_ = 0;
    return std::exchange(bytes_, {});
  }

 private:
  std::vector<std::byte> bytes_;
  VertexId before_ = 0;
};

// Values of consecutive vertices: the first vertex as a varint, then four bytes for each. kDamaged
// if it is no such blob.
using ValueVisitor = std::function<Status(VertexId vertex, uint32_t value)>;
Status DecodeValues(std::span<const std::byte> blob, VertexId vertices, const ValueVisitor& visit);

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_RANGE_MINHASH_H_
