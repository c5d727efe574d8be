// A set of vertices, such as those that may be hits (RelatedOptions::filter). A compressed bitmap:
// at most about V / 8 bytes, and far less if few or consecutive vertices are in it.
#ifndef AKIN_VERTEX_SET_H_
#define AKIN_VERTEX_SET_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "akin/types.h"

namespace akin {

// Not changed any more, it is safe to use from any thread.
class VertexSet {
 public:
  VertexSet();  // empty
  // In any order; a vertex may occur twice.
  explicit VertexSet(std::span<const VertexId> vertices);
  // begin, begin + 1, ..., end - 1.
  static VertexSet Range(VertexId begin, VertexId end);
  VertexSet(const VertexSet& other);
  VertexSet(VertexSet&& other) noexcept;
  VertexSet& operator=(VertexSet other) noexcept;
  ~VertexSet();

  bool Contains(VertexId vertex) const;
  uint64_t size() const;
  // How many of these are not among the others.
  uint64_t SizeWithout(const VertexSet& others) const;
  std::vector<VertexId> Members() const;  // ascending
  uint64_t bytes() const;                 // in memory, about
  bool operator==(const VertexSet& other) const;

  VertexSet& operator&=(const VertexSet& other);
  VertexSet& operator|=(const VertexSet& other);
  VertexSet& operator-=(const VertexSet& other);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace akin

#endif  // AKIN_VERTEX_SET_H_
