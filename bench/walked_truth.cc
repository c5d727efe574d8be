#include "walked_truth.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <span>
#include <utility>

#include "akin/types.h"

namespace akin {
namespace {

constexpr unsigned kFewestWalks = 4096;
constexpr double kErrors = 7;  // away from the k-th best

// The candidates that have the same in-links.
struct Walker {
  std::vector<VertexId> members;
  double first = 0;  // what meetings in the first step add to the score
  double sum = 0;    // of c^t over later meetings
  double squares = 0;
  double walks = 0;
  bool goes_on = true;
  VertexId at = kNoVertex;  // in the fingerprint that is walked; kNoVertex: met, or ended

  double score() const { return first + sum / walks; }
  double error() const {
    const double mean = sum / walks;
    return std::sqrt(std::max(squares / walks - mean * mean, 1.0 / walks / walks) / walks);
  }
};

double SharedShare(std::span<const VertexId> a, std::span<const VertexId> b) {
  std::vector<VertexId> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const auto shared = static_cast<double>(both.size());
  return shared / (static_cast<double>(a.size() + b.size()) - shared);
}

// A permutation of all vertices, as an order of hashes (the finalizer of SplitMix64).
uint64_t PlaceOf(uint64_t permutation, VertexId v) {
  uint64_t x = permutation + v * 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

class ManyWalks {
 public:
  ManyWalks(const Adjacency& in, VertexId u, std::span<const Hit> candidates,
            const WalkedTruthOptions& options)
      : in_(in), u_(u), options_(options), random_(options.seed), known_(kKnown) {
    std::map<std::vector<VertexId>, std::vector<VertexId>> alike;
    for (const Hit& hit : candidates) {
      const std::span<const VertexId> list = in[hit.vertex];
      alike[{list.begin(), list.end()}].push_back(hit.vertex);
    }
    for (auto& [list, members] : alike) {
      walkers_.push_back({.members = std::move(members)});
      walkers_.back().first = options.decay * SharedShare(in[u], list);
    }
  }

  std::vector<Hit> Run() {
    unsigned walked = 0;
    for (unsigned goal = kFewestWalks; goal <= options_.most_walks; goal *= 2) {
      for (; walked < goal; ++walked) WalkOnce();
      Settle();
    }
    std::vector<Hit> hits;
    for (const Walker& walker : walkers_) {
      for (const VertexId v : walker.members) {
        hits.push_back({.vertex = v, .score = {.value = walker.score(), .error = walker.error()}});
      }
    }
    std::sort(hits.begin(), hits.end(),
              [](const Hit& a, const Hit& b) { return a.score.value > b.score.value; });
    return hits;
  }

 private:
  // The last step from a vertex, in one permutation.
  struct Known {
    uint64_t permutation = 0;
    VertexId at = kNoVertex;
    VertexId next = kNoVertex;
  };
  static constexpr size_t kKnown = 1024;

  VertexId Next(uint64_t permutation, VertexId at) {
    Known& known = known_[at % kKnown];
    if (known.permutation == permutation && known.at == at) return known.next;
    known = {.permutation = permutation, .at = at, .next = kNoVertex};
    uint64_t least = 0;
    for (const VertexId v : in_[at]) {
      const uint64_t place = PlaceOf(permutation, v);
      if (known.next != kNoVertex && place >= least) continue;
      least = place;
      known.next = v;
    }
    return known.next;
  }

  void WalkOnce() {
    for (Walker& walker : walkers_) {
      if (!walker.goes_on) continue;
      walker.at = walker.members.front();
      ++walker.walks;
    }
    VertexId own = u_;
    double weight = 1;
    for (unsigned t = 1; t <= options_.length && own != kNoVertex; ++t) {
      const uint64_t permutation = random_();
      weight *= options_.decay;
      own = Next(permutation, own);
      for (Walker& walker : walkers_) {
        if (!walker.goes_on || walker.at == kNoVertex) continue;
        walker.at = Next(permutation, walker.at);
        if (own == kNoVertex || walker.at != own) continue;
        walker.at = kNoVertex;
        if (t == 1) continue;
        walker.sum += weight;
        walker.squares += weight * weight;
      }
    }
  }

  // Stops those that are far from the k-th best.
  void Settle() {
    std::vector<std::pair<double, const Walker*>> scores;
    for (const Walker& walker : walkers_) {
      scores.insert(scores.end(), walker.members.size(), {walker.score(), &walker});
    }
    std::sort(scores.begin(), scores.end(), [](const auto& a, const auto& b) { return a > b; });
    const auto& [best, at] = scores[std::min<size_t>(options_.k, scores.size()) - 1];
    for (Walker& walker : walkers_) {
      const double apart = std::abs(walker.score() - best);
      if (apart > kErrors * (walker.error() + at->error()) + 1e-4) walker.goes_on = false;
    }
  }

  const Adjacency& in_;
  const VertexId u_;
  const WalkedTruthOptions& options_;
  std::mt19937_64 random_;
  std::vector<Known> known_;
  std::vector<Walker> walkers_;
};

}  // namespace

std::vector<Hit> WalkedTruth(const Adjacency& in, VertexId u, std::vector<Hit> candidates,
                             const WalkedTruthOptions& options) {
  if (candidates.empty()) return candidates;
  return ManyWalks(in, u, candidates, options).Run();
}

}  // namespace akin
