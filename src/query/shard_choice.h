// Which shards of an index of fingerprints a query reads: all, or a share of them.
//
// A share is chosen by the vertex that is asked about: the shards with the highest hashes of vertex
// and shard (rendezvous hashing, Thaler and Ravishankar 1998). So the shards that are spared differ
// from vertex to vertex, and queries about many vertices spare all shards alike. Fingerprints are
// independent of this hash, so scores stay unbiased; there are fewer, so errors grow.
//
// Cost: one hash per shard.
#ifndef AKIN_SRC_QUERY_SHARD_CHOICE_H_
#define AKIN_SRC_QUERY_SHARD_CHOICE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "akin/types.h"
#include "base/random.h"

namespace akin {

class ShardChoice {
 public:
  ShardChoice() = default;  // all
  // A share of `shards` shards, at least one; all if it is not below 1.
  ShardChoice(VertexId vertex, double share, size_t shards) {
    if (!(share < 1) || shards == 0) return;
    const double part = std::ceil(share * static_cast<double>(shards));
    const auto wanted = static_cast<size_t>(std::max(1.0, part));
    if (wanted >= shards) return;
    std::vector<size_t> order(shards);
    std::iota(order.begin(), order.end(), size_t{0});
    std::nth_element(order.begin(), order.begin() + static_cast<ptrdiff_t>(wanted), order.end(),
                     [&](size_t a, size_t b) { return Rank(vertex, a) > Rank(vertex, b); });
    chosen_.resize(shards);
    for (size_t i = 0; i < wanted; ++i) chosen_[order[i]] = true;
  }

  // These, of `shards` shards.
  ShardChoice(std::span<const uint32_t> these, size_t shards) : chosen_(shards) {
    for (const uint32_t shard : these) chosen_[shard] = true;
  }

  bool operator==(const ShardChoice&) const = default;
  bool Has(size_t shard) const { return chosen_.empty() || chosen_[shard]; }

 private:
  static uint64_t Rank(VertexId vertex, size_t shard) {
    return RandomStream(0x5A4ED, static_cast<uint32_t>(shard), 0).At(vertex);
  }

  std::vector<bool> chosen_;  // empty: all
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SHARD_CHOICE_H_
