// Queries without an index: the walk of one vertex, and those that meet it, are computed when
// asked.
//
// The walk of u visits p_0 = u, p_1, ..., p_l. A vertex first meets it at time t if its walk is at
// p_t at time t but was elsewhere before. Such vertices are found backwards: at time t - 1 the walk
// was at an out-neighbour x of p_t, other than p_(t-1), whose step at time t leads to p_t; at t - 2
// it was at an out-neighbour of x whose step leads to x; and so on to time 0. Every choice is the
// counter-based one of sketch/step.h, so the meetings are those of the index.
//
// Time: the sum over the members of u's trees of their out-degrees; for PSimRank, whose steps read
// all in-links, of the in-degrees of their out-neighbours. On a dense graph that is far more than
// walking from all vertices at once, as a build does (sketch/forest_builder.h). So a search
// backwards is given up when it has read about as many links as the graph has (PSimRank), or four
// for every vertex, and the forest of the fingerprint is made instead. Many queries have these
// links in common, and keep the forest for those that follow: so neither one nor many cost much
// more than building the index in memory. The meetings are the same. Memory: O(candidates), and 32
// bytes per vertex and thread to make forests; if that is more than half the budget, all is
// searched backwards. 9 bytes per vertex for each forest that is kept.
#ifndef AKIN_SRC_QUERY_WALKING_H_
#define AKIN_SRC_QUERY_WALKING_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "query/candidates.h"
#include "query/kept_forest.h"
#include "query/meeting_source.h"
#include "query/scoring.h"
#include "sketch/forest.h"
#include "sketch/forest_builder.h"
#include "sketch/step.h"

namespace akin {

// Finds who meets a vertex, fingerprint by fingerprint, by the cheaper of two ways. The members of
// the work are the in-links that the steps of other vertices have read.
class WalkMeetings : public MeetingSource {
 public:
  // With so many threads; if forests are kept, all of the range that is prepared. What is passed by
  // reference must outlive this object.
  WalkMeetings(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
               const Scoring& scoring, unsigned threads, bool keeps, const Control& control);

  Status Prepare(const FingerprintRange& range, ThreadPool& pool, QueryWork& work) override;
  Status Add(VertexId vertex, unsigned worker, Candidates& candidates, QueryWork& work) override;

 private:
  struct Slot {                      // of a fingerprint
    std::atomic<uint64_t> read = 0;  // links that searches backwards have read, of all queries
    std::atomic<bool> made = false;
    std::mutex making;
    KeptForest forest;
  };
  class Query;

  // Calls use(forest). False if another thread is making it and the caller does not want to wait.
  template <class Use>
  Result<bool> WithForest(unsigned fingerprint, unsigned worker, bool wait, QueryWork& work,
                          const Use& use);

  const Adjacency in_;
  const Adjacency out_;
  const WalkParameters walk_;
  const Scoring& scoring_;
  const bool keeps_;
  const Control control_;
  uint64_t allowed_ = UINT64_MAX;  // links that searches backwards may read in a fingerprint
  FingerprintRange range_;
  std::unique_ptr<Slot[]> slots_;                         // of the range
  std::vector<std::unique_ptr<ForestBuilder>> builders_;  // per thread, made when needed
};

// The vertices of one walk: `vertex`, p_1, p_2, ..., fewer than walk.length + 1 if it ends early.
std::vector<VertexId> WalkOf(const Adjacency& in, const WalkParameters& walk, unsigned fingerprint,
                             VertexId vertex);

// Calls visit(fingerprint, time, vertex) for each of these fingerprints, from `begin` to before
// `end`, in which the walks of two different vertices meet: when and where they first do.
template <class Visit>
void EachFirstMeeting(const Adjacency& in, const WalkParameters& walk, unsigned begin, unsigned end,
                      VertexId a, VertexId b, const Visit& visit) {
  WithStepOf(walk.measure, [&]<class Step>() {
    for (unsigned f = begin; f < end; ++f) {
      VertexId at_a = a;
      VertexId at_b = b;
      for (unsigned t = 1; t <= walk.length; ++t) {
        const Step step(walk.seed, f, t);
        at_a = NextVertex(in, step, at_a);
        at_b = NextVertex(in, step, at_b);
        if (at_a == kNoVertex || at_b == kNoVertex) break;
        if (at_a == at_b) {
          visit(f, t, at_a);
          break;
        }
      }
    }
  });
}

ScoreSum WalkPair(const Adjacency& in, const WalkParameters& walk, const Scoring& scoring,
                  VertexId a, VertexId b);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_WALKING_H_
