#include "index/tree_sizes.h"

#include <algorithm>
#include <bit>

#include "sketch/forest.h"

namespace akin {
namespace {

size_t BucketOf(uint64_t size) { return static_cast<size_t>(std::bit_width(size)) - 1; }

}  // namespace

TreeSizeCounter::TreeSizeCounter(unsigned length) : length_(length), changes_(length + size_t{2}) {
  runs_.reserve(length + size_t{1});
}

void TreeSizeCounter::Close(unsigned from, unsigned until, uint64_t size) {
  if (size < 2) return;
  Change& first = changes_[from];
  Change& behind = changes_[until];
  const Uint128 square = static_cast<Uint128>(size) * size;
  first.trees += 1;
  first.members += size;
  first.squares += square;
  first.largest = std::max(first.largest, size);
  behind.trees -= 1;
  behind.members -= size;
  behind.squares -= square;
  if (until <= length_) return;
  trees_by_size_[BucketOf(size)] += 1;
  members_by_size_[BucketOf(size)] += size;
}

void TreeSizeCounter::CloseBefore(unsigned time) {
  unsigned from = 1;
  while (!runs_.empty() && runs_.back().until <= time) {
    Close(from, runs_.back().until, place_ - runs_.back().begin);
    from = runs_.back().until;
    runs_.pop_back();
  }
  // The run below continues at `time` and later.
  if (from < time && !runs_.empty()) Close(from, time, place_ - runs_.back().begin);
}

bool TreeSizeCounter::Add(std::span<const uint8_t> labels) {
  for (const uint8_t label : labels) {
    const bool known = label == kNewTree || (label >= 1 && label <= length_);
    if (!known || (runs_.empty() && label != kNewTree)) return false;
    const unsigned time = label == kNewTree ? length_ + 1 : label;
    if (time > 1) {
      CloseBefore(time);
      runs_.push_back({.begin = place_, .until = time});
    }
    ++place_;
  }
  return true;
}

bool TreeSizeCounter::EndForest(uint64_t vertices) {
  CloseBefore(length_ + 1);
  const bool fits = place_ <= vertices;
  vertices_ += vertices;
  place_ = 0;
  return fits;
}

void TreeSizeCounter::Merge(const TreeSizeCounter& other) {
  for (size_t t = 0; t < changes_.size(); ++t) {
    changes_[t].trees += other.changes_[t].trees;
    changes_[t].members += other.changes_[t].members;
    changes_[t].squares += other.changes_[t].squares;
    changes_[t].largest = std::max(changes_[t].largest, other.changes_[t].largest);
  }
  for (size_t b = 0; b < kBuckets; ++b) {
    trees_by_size_[b] += other.trees_by_size_[b];
    members_by_size_[b] += other.members_by_size_[b];
  }
  vertices_ += other.vertices_;
}

TreeSizes TreeSizeCounter::At(unsigned length) const {
  TreeSizes sizes;
  Uint128 squares = 0;
  for (unsigned t = 1; t <= length; ++t) {
    sizes.trees += changes_[t].trees;
    sizes.members += changes_[t].members;
    squares += changes_[t].squares;
    sizes.largest = std::max(sizes.largest, changes_[t].largest);
  }
  sizes.alone = vertices_ - sizes.members;
  if (sizes.trees > 0) {
    const auto members = static_cast<double>(sizes.members);
    sizes.mean = members / static_cast<double>(sizes.trees);
    sizes.size_biased = static_cast<double>(squares) / members;
  }
  return sizes;
}

std::vector<SizeBucket> TreeSizeCounter::Histogram() const {
  const TreeSizes all = At(length_);
  std::vector<SizeBucket> histogram = {{.least = 1, .trees = all.alone, .members = all.alone}};
  for (size_t b = 1; all.largest > 0 && b <= BucketOf(all.largest); ++b) {
    histogram.push_back(
        {.least = uint64_t{1} << b, .trees = trees_by_size_[b], .members = members_by_size_[b]});
  }
  return histogram;
}

}  // namespace akin
