#include "sample/forest_fire.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"

namespace akin {
namespace {

// What a random choice is used for.
enum FirePurpose : uint64_t { kStarts, kAmounts, kOrder };

class Fire {
 public:
  Fire(const Adjacency& links, const ForestFireOptions& options)
      : links_(links),
        options_(options),
        wanted_(std::min(options.vertices, links.vertices())),
        burns_(links.vertices()) {}

  std::vector<VertexId> Burn() {
    size_t spreading = 0;
    for (uint64_t start = 0; burnt_.size() < wanted_;) {
      if (spreading == burnt_.size()) {
        const RandomStream starts(options_.seed, kStarts, 0);
        Ignite(static_cast<VertexId>(starts.Below(start++, links_.vertices())));
      } else {
        Spread(burnt_[spreading++]);
      }
    }
    return std::move(burnt_);
  }

 private:
  void Ignite(VertexId v) {
    if (burns_[v] || burnt_.size() == wanted_) return;
    burns_[v] = true;
    burnt_.push_back(v);
  }

  // P(x >= i) = p^i.
  uint64_t Amount(VertexId v) const {
    if (options_.spread <= 0) return 0;
    const uint64_t bits = RandomStream(options_.seed, kAmounts, 0).At(v) >> 11;
    const double uniform = (static_cast<double>(bits) + 0.5) * 0x1p-53;
    return static_cast<uint64_t>(std::log(uniform) / std::log(options_.spread));
  }

  void Spread(VertexId v) {
    std::vector<VertexId> near;
    for (const VertexId u : links_[v]) {
      if (!burns_[u]) near.push_back(u);
    }
    const RandomStream order(options_.seed, kOrder, v);
    std::sort(near.begin(), near.end(),
              [&](VertexId a, VertexId b) { return order.At(a) < order.At(b); });
    near.resize(std::min<uint64_t>(near.size(), Amount(v)));
    for (const VertexId u : near) Ignite(u);
  }

  const Adjacency& links_;
  const ForestFireOptions& options_;
  size_t wanted_;
  std::vector<bool> burns_;
  std::vector<VertexId> burnt_;
};

}  // namespace

std::vector<VertexId> ForestFire(const Adjacency& links, const ForestFireOptions& options) {
  return Fire(links, options).Burn();
}

}  // namespace akin
