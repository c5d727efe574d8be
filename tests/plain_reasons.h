// What contributes to a score, recomputed by the definitions without regard to speed.
#ifndef AKIN_TESTS_PLAIN_REASONS_H_
#define AKIN_TESTS_PLAIN_REASONS_H_

#include <algorithm>
#include <climits>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "akin/adjacency.h"
#include "akin/measures.h"
#include "base/permutation.h"
#include "base/random.h"
#include "plain_simrank.h"
#include "sketch/weighted_minhash.h"
#include "test_bags.h"

namespace akin {

inline VertexId PlainNext(Measure measure, const Adjacency& in, uint64_t seed, unsigned f,
                          unsigned t, VertexId v) {
  const auto behind = in[v];
  if (behind.empty()) return kNoVertex;
  const RandomStream stream(seed, f, t);
  if (measure == Measure::kPSimRank) {
    const Permutation order(stream);
    return *std::min_element(behind.begin(), behind.end(),
                             [&](VertexId x, VertexId y) { return order(x) < order(y); });
  }
  if (measure == Measure::kSimRank) return behind[stream.Below(v, behind.size())];
  const uint64_t drawn = stream.Below(v, 2 * behind.size());
  return drawn < behind.size() ? behind[drawn] : v;
}

struct PlainReason {
  double contribution = 0;
  unsigned count = 0;
  unsigned soonest = UINT_MAX;
};
using PlainReasons = std::map<VertexId, PlainReason>;

struct PlainWalks {
  Measure measure;
  double decay;
  unsigned length;
  uint64_t seed;
  unsigned begin;
  unsigned end;
};

inline PlainReasons PlainMeetings(const Adjacency& in, const PlainWalks& walks, VertexId a,
                                  VertexId b) {
  PlainReasons reasons;
  for (unsigned f = walks.begin; f < walks.end; ++f) {
    VertexId at_a = a;
    VertexId at_b = b;
    for (unsigned t = 1; t <= walks.length && at_a != kNoVertex && at_b != kNoVertex; ++t) {
      at_a = PlainNext(walks.measure, in, walks.seed, f, t, at_a);
      at_b = at_b == kNoVertex ? at_b : PlainNext(walks.measure, in, walks.seed, f, t, at_b);
      if (at_a == kNoVertex || at_a != at_b) continue;
      PlainReason& reason = reasons[at_a];
      reason.contribution += std::pow(walks.decay, t) / (walks.end - walks.begin);
      ++reason.count;
      reason.soonest = std::min(reason.soonest, t);
      break;
    }
  }
  return reasons;
}

inline std::set<VertexId> WithinLinks(const Adjacency& in, VertexId v, unsigned k) {
  std::set<VertexId> found = {v};
  for (unsigned i = 0; i < k; ++i) {
    const std::set<VertexId> before = found;
    for (const VertexId u : before) found.insert(in[u].begin(), in[u].end());
  }
  return found;
}

inline PlainReasons PlainHashes(const Adjacency& in, double decay, unsigned length, uint64_t seed,
                                unsigned fingerprints, VertexId a, VertexId b) {
  PlainReasons reasons;
  for (unsigned f = 0; f < fingerprints; ++f) {
    const Permutation order(RandomStream(seed, f, 0));
    const auto least = [&](const std::set<VertexId>& set) {
      return *std::min_element(set.begin(), set.end(),
                               [&](VertexId x, VertexId y) { return order(x) < order(y); });
    };
    std::set<VertexId> seen;
    for (unsigned k = 1; k <= length; ++k) {
      const VertexId of_a = least(WithinLinks(in, a, k));
      if (of_a != least(WithinLinks(in, b, k))) continue;
      PlainReason& reason = reasons[of_a];
      reason.contribution += std::pow(decay, k) * (1 - decay) / fingerprints;
      reason.count += seen.insert(of_a).second ? 1 : 0;
      reason.soonest = std::min(reason.soonest, k);
    }
  }
  return reasons;
}

// The term whose point a sample is: without it the sample is another one. Weights that sum to less
// than 1/2 have no samples; a term that heavy is what is left if no other is it.
inline TermId TermOfSample(const TestBag& bag, uint64_t seed, unsigned sample) {
  const auto value = [&](const TestBag& some) -> std::optional<uint32_t> {
    SampleBlock samples;
    if (!WeightedMinHash(seed, sample / kBlockSamples).Sample(some, samples)) return {};
    return samples[sample % kBlockSamples];
  };
  TermId heavy = UINT32_MAX;
  for (const BagTerm& entry : bag) {
    TestBag others = bag;
    std::erase(others, entry);
    const auto without = value(others);
    if (!without || others.empty()) {
      heavy = entry.term;
    } else if (*without != *value(bag)) {
      return entry.term;
    }
  }
  return heavy;
}

// p_k(v, .) for k = 0 .. most.
inline DenseMatrix PlainLevels(const Adjacency& in, VertexId v, int most) {
  DenseMatrix levels = {std::vector<double>(in.vertices())};
  levels[0][v] = 1;
  for (int k = 0; k < most; ++k) {
    std::vector<double> next(in.vertices());
    for (VertexId u = 0; u < in.vertices(); ++u) {
      for (const VertexId w : in[u])
        next[w] += levels.back()[u] / static_cast<double>(in.degree(u));
    }
    levels.push_back(std::move(next));
  }
  return levels;
}

}  // namespace akin

#endif  // AKIN_TESTS_PLAIN_REASONS_H_
