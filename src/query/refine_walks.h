// Candidates of a measure that walks: more fingerprints, walked when asked (query/pair_refiner.h).
//
// Definition: a score is the mean of f(t) over fingerprints, t the time of the meeting; f(t) is c^t
// unless the question has another function, and falls with t or stays as it is. The
// probability p of a meeting at time 1 is known exactly: it is a matter of two lists of
// in-neighbours (MeetingProbability of the step). So
//   score = f(1) p + mean of f(t) over the fingerprints that meet at t >= 2, and 0 for all others.
// This has the same expectation and less variance: most of what is to be known about a high score
// is in the first step, and what is still estimated is at most f(2) instead of f(1).
//
// First, the later meetings in the fingerprints of the index are looked up. Then those
// fingerprints that it would have if it were larger are walked, so that their number doubles each
// time. All candidates walk together with the vertex: its walk is made once per fingerprint, and so
// is the step of all that stand at the same vertex.
//
// Interval: that of the later meetings (query/interval.h), moved up by f(1) p.
//
// Cost: the in-degrees of the vertices that the walks pass, at most N l for each candidate.
#ifndef AKIN_SRC_QUERY_REFINE_WALKS_H_
#define AKIN_SRC_QUERY_REFINE_WALKS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "query/interval.h"
#include "query/opened_index.h"
#include "query/pair_refiner.h"
#include "sketch/forest.h"

namespace akin {

class WalkRefiner : public PairRefiner {
 public:
  // No more fingerprints than this are walked for a candidate.
  static constexpr unsigned kMostFingerprints = 1U << 16;

  // The options may have another decay, function, length or number of fingerprints than the index.
  static Result<std::unique_ptr<PairRefiner>> Make(const OpenedIndex& index, const Adjacency& in,
                                                   VertexId vertex, std::vector<Hit> candidates,
                                                   const RelatedOptions& options);

  Score Of(size_t candidate) const override;
  bool CanImprove(size_t candidate) const override {
    return later_[candidate].count < kMostFingerprints;
  }
  Status Improve(std::span<const size_t> candidates, ReadingBudget& budget) override;

 private:
  WalkRefiner(const OpenedIndex& index, const WalkParameters& walk, const Adjacency& in,
              VertexId vertex, std::vector<Hit> candidates);
  Status LookUp(std::span<const size_t> candidates);
  void Walk(std::span<const size_t> candidates, ReadingBudget& budget);
  template <class Step>
  void WalkTogether(unsigned fingerprint, std::span<const size_t> candidates,
                    ReadingBudget& budget);
  template <class Step>
  VertexId NextOf(const Step& step, VertexId at, ReadingBudget& budget);

  // The last step from a vertex; a table of those in one step of one fingerprint.
  struct Known {
    uint64_t when = 0;
    VertexId at = kNoVertex;
    VertexId next = kNoVertex;
  };
  struct Walker {
    size_t candidate;
    VertexId at;
  };
  static constexpr size_t kKnown = 256;

  const OpenedIndex& index_;
  WalkParameters walk_;
  Adjacency in_;
  VertexId vertex_;
  RelatedOptions options_;
  unsigned missing_ = 0;  // fingerprints of the index that did not answer; see Walk
  std::vector<Hit> candidates_;
  std::vector<double> weights_;       // f(t)
  std::vector<double> first_;         // f(1) p, of each candidate
  std::vector<Contributions> later_;  // with a count of 0 until they are looked up
  std::vector<Known> known_;
  uint64_t when_ = 0;
  std::vector<Walker> walkers_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_REFINE_WALKS_H_
