#include "akin/vertex_set.h"

#include <roaring/roaring.hh>
#include <utility>

namespace akin {

struct VertexSet::Impl {
  Roaring bits;
};

VertexSet::VertexSet() : impl_(std::make_unique<Impl>()) {}
VertexSet::VertexSet(std::span<const VertexId> vertices) : VertexSet() {
  impl_->bits.addMany(vertices.size(), vertices.data());
  impl_->bits.runOptimize();
}
VertexSet VertexSet::Range(VertexId begin, VertexId end) {
  VertexSet range;
  if (begin < end) range.impl_->bits.addRange(begin, end);
  return range;
}
VertexSet::VertexSet(const VertexSet& other) : impl_(std::make_unique<Impl>(*other.impl_)) {}
VertexSet::VertexSet(VertexSet&& other) noexcept = default;
VertexSet& VertexSet::operator=(VertexSet other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
VertexSet::~VertexSet() = default;

bool VertexSet::Contains(VertexId vertex) const { return impl_->bits.contains(vertex); }
uint64_t VertexSet::size() const { return impl_->bits.cardinality(); }
uint64_t VertexSet::SizeWithout(const VertexSet& others) const {
  return impl_->bits.andnot_cardinality(others.impl_->bits);
}
std::vector<VertexId> VertexSet::Members() const {
  std::vector<VertexId> members(size());
  impl_->bits.toUint32Array(members.data());
  return members;
}
uint64_t VertexSet::bytes() const { return sizeof(Impl) + impl_->bits.getSizeInBytes(); }
bool VertexSet::operator==(const VertexSet& other) const {
  return impl_->bits == other.impl_->bits;
}

VertexSet& VertexSet::operator&=(const VertexSet& other) {
  impl_->bits &= other.impl_->bits;
  return *this;
}
VertexSet& VertexSet::operator|=(const VertexSet& other) {
  impl_->bits |= other.impl_->bits;
  return *this;
}
VertexSet& VertexSet::operator-=(const VertexSet& other) {
  impl_->bits -= other.impl_->bits;
  return *this;
}

}  // namespace akin
