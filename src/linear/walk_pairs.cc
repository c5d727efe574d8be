#include "linear/walk_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/random.h"

namespace akin {
namespace {

constexpr size_t kPairsTogether = 16;  // pairs that are followed at a time

struct WalkingPair {
  RandomStream random{0, 0, 0};
  uint64_t counter = 0;
  VertexId y = 0;
  VertexId z = 0;
  uint64_t to_y = 0;  // the arcs that are taken next
  uint64_t to_z = 0;
};

}  // namespace

WalkPairs::WalkPairs(const Adjacency& in, double decay)
    : in_(in), survives_(static_cast<uint64_t>(std::ldexp(decay, 64))) {}

void WalkPairs::Begin(std::span<const Entry> entries) {
  starts_.clear();
  upto_.clear();
  double mass = 0;
  for (const Entry& entry : entries) {
    if (in_.degree(entry.vertex) == 0) continue;
    starts_.push_back(entry.vertex);
    upto_.push_back(mass += entry.value);
  }
  guide_.resize(starts_.size());
  const double part = mass / static_cast<double>(guide_.size());
  uint32_t at = 0;
  for (size_t i = 0; i < guide_.size(); ++i) {
    while (at + 1 < upto_.size() && upto_[at] <= part * static_cast<double>(i)) ++at;
    guide_[i] = at;
  }
}

VertexId WalkPairs::Draw(uint64_t random) const {
  const double share = static_cast<double>(random >> 11) * 0x1p-53;
  const double at = share * upto_.back();
  // The part may be one too late because of rounding, so step back first.
  size_t i = guide_[static_cast<size_t>(share * static_cast<double>(guide_.size()))];
  while (i > 0 && upto_[i - 1] > at) --i;
  while (i + 1 < upto_.size() && upto_[i] <= at) ++i;
  return starts_[i];
}

uint64_t WalkPairs::CountMet(uint64_t key, uint64_t begin, uint64_t end) const {
  std::array<WalkingPair, kPairsTogether> pairs;
  size_t live = 0;
  uint64_t met = 0;
  const auto choose = [&](WalkingPair& pair, VertexId from) {
    return in_.offsets[from] + pair.random.Below(pair.counter++, in_.degree(from));
  };
  while (begin < end || live > 0) {
    for (; begin < end && live < kPairsTogether; ++begin, ++live) {
      WalkingPair& pair = pairs[live];
      pair.random = RandomStream(key, begin, 0);
      pair.counter = 0;
      pair.y = Draw(pair.random.At(pair.counter++));
      pair.z = Draw(pair.random.At(pair.counter++));
      __builtin_prefetch(&in_.offsets[pair.y]);
      __builtin_prefetch(&in_.offsets[pair.z]);
    }
    for (size_t i = 0; i < live; ++i) {
      WalkingPair& pair = pairs[i];
      pair.to_y = choose(pair, pair.y);
      pair.to_z = choose(pair, pair.z);
      __builtin_prefetch(&in_.neighbours[pair.to_y]);
      __builtin_prefetch(&in_.neighbours[pair.to_z]);
    }
    size_t left = 0;
    for (size_t i = 0; i < live; ++i) {
      WalkingPair& pair = pairs[i];
      pair.y = in_.neighbours[pair.to_y];
      pair.z = in_.neighbours[pair.to_z];
      if (pair.y == pair.z) {
        ++met;
        continue;
      }
      if (pair.random.At(pair.counter++) >= survives_) continue;
      if (in_.degree(pair.y) == 0 || in_.degree(pair.z) == 0) continue;
      pairs[left++] = pair;
    }
    live = left;
  }
  return met;
}

}  // namespace akin
