// How groups, merges and trees travel from machine to machine: sorted, as differences, in blobs.
//
// All numbers are varints. A blob is decoded alone: before its first record everything is 0.
//   walks    at - at before; with d = first - at, or, at the same vertex as the record before,
//            first - first before: zigzag(d) << 1 | (size > 1); then, if size > 1, size - 2
//   merges   parent - parent before; with d = child - parent, or, of the same parent as before,
//            child - child before: (d - 1) << 1 | (e > 1), e being the offset, or its difference to
//            the one before; then, if e > 1, e - 2
//   trees    first - first before; size - 2
// So a walk that is alone and near its vertex takes two bytes.
#ifndef AKIN_SRC_SKETCH_TOKEN_CODE_H_
#define AKIN_SRC_SKETCH_TOKEN_CODE_H_

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "sketch/walk_groups.h"

namespace akin {

// Writes records, ascending by their sort_key, of one of the three types.
template <class Record>
class TokenEncoder {
 public:
  void Add(const Record& record);
  size_t size() const { return bytes_.size(); }
  // The blob; the next one can begin.
  std::vector<std::byte> Take() {
    before_ = {};
    begun_ = false;
    return std::exchange(bytes_, {});
  }

 private:
  std::vector<std::byte> bytes_;
  Record before_{};
  bool begun_ = false;
};

// Visits the records of a blob. kDamaged if it is none, or if a vertex in it is not below
// `vertices`.
template <class Record>
Status DecodeTokens(std::span<const std::byte> blob, VertexId vertices,
                    const std::function<Status(const Record&)>& visit);

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_TOKEN_CODE_H_
