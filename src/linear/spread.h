// One step of walks for several vectors side by side: a cell of L numbers, one per vector, for each
// vertex of a local graph.
//
// Cost: the links of the vertices whose cells are not all 0, and a cell read and written for each.
#ifndef AKIN_SRC_LINEAR_SPREAD_H_
#define AKIN_SRC_LINEAR_SPREAD_H_

#include <cstddef>
#include <new>
#include <span>
#include <vector>

#include "linear/local_graph.h"

namespace akin {

// Begins at a cache line, so that a cell of eight numbers is one line and not parts of two.
template <class T>
struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  CacheLineAllocator() = default;
  template <class Other>
  explicit CacheLineAllocator(const CacheLineAllocator<Other>& /*other*/) {}

  T* allocate(size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
  void deallocate(T* place, size_t /*count*/) { ::operator delete(place, kLine); }
  bool operator==(const CacheLineAllocator&) const = default;
};
using Cells = std::vector<double, CacheLineAllocator<double>>;

// to += A from: every vertex of `from` adds its cell of 1, 2 or 8 numbers to all vertices that
// it links to. `from` has a cell for each expanded vertex, `to` for each vertex found. A sum is
// added up in the order of the vertices, whatever the processor is.
void Spread(const LocalGraph& graph, size_t lanes, std::span<const double> from,
            std::span<double> to);

}  // namespace akin

#endif  // AKIN_SRC_LINEAR_SPREAD_H_
