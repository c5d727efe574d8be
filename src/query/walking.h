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
// walking from all vertices at once, as a build does, so it stops when a budget is spent
// (query/search_budget.h). Memory: O(candidates).
#ifndef AKIN_SRC_QUERY_WALKING_H_
#define AKIN_SRC_QUERY_WALKING_H_

#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "query/candidates.h"
#include "query/scoring.h"
#include "query/search_budget.h"
#include "sketch/forest.h"
#include "sketch/step.h"

namespace akin {

// How many links a build of an index of walks reads, or what takes as long as that.
uint64_t LinksOfBuild(const Adjacency& in, const WalkParameters& walk, unsigned fingerprints);

// Adds the meetings with `vertex` in all fingerprints of the scoring. False if the budget is spent;
// then they are not all. The members of the work are the in-links that the steps of other vertices
// have read.
Result<bool> SearchBackwards(const Adjacency& in, const Adjacency& out, const WalkParameters& walk,
                             const Scoring& scoring, VertexId vertex, SearchBudget& budget,
                             const Control& control, Candidates& candidates, QueryWork& work);

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
