// A directory of classes: which class each vertex is in, and the distance between two vertices
// (HGKI definition 1).
//
// The path of a class is cut at a depth D. Two vertices of one class are at distance 0. Otherwise
// the distance is the number of levels up to the nearest class that contains both: 1 for siblings,
// 2 for cousins, and 3, unrelated, for more levels or if only the root contains both.
#ifndef AKIN_SRC_EVAL_CLASSES_H_
#define AKIN_SRC_EVAL_CLASSES_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "akin/types.h"
#include "eval/gamma.h"

namespace akin {

class Classes {
 public:
  Classes(VertexId vertices, unsigned depth) : depth_(depth), path_(size_t{vertices} * depth) {}

  bool Has(VertexId vertex) const { return Path(vertex)[0] != kNone; }
  // Parts beyond the depth are ignored. There is at least one part, and none is empty.
  void Put(VertexId vertex, std::span<const std::string_view> parts);
  // Call it after the last Put.
  void CountMembers();

  // Both vertices must have a class.
  uint8_t Distance(VertexId a, VertexId b) const;
  // The number of other vertices at each distance from this one.
  std::array<uint64_t, kFamilialDistances> CountsAround(VertexId vertex) const;
  // The vertices of its class, itself included.
  std::span<const VertexId> Members(VertexId vertex) const;

 private:
  static constexpr uint32_t kNone = 0;

  std::span<const uint32_t> Path(VertexId vertex) const {
    return std::span(path_).subspan(size_t{vertex} * depth_, depth_);
  }
  // The number of the class with this name inside the parent.
  uint32_t Number(uint32_t parent, std::string_view part);

  unsigned depth_;
  std::vector<uint32_t> path_;  // per vertex, its classes from the top; kNone beyond
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<uint64_t> under_;                 // vertices in each class and its subclasses
  std::vector<std::vector<VertexId>> members_;  // of each class, without its subclasses
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_CLASSES_H_
