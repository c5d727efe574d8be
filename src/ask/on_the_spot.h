// How to answer about SimRank without an index: which way is the least work.
//
// - Push solves one number per vertex (linear/diagonal.h). Its work depends on how fast walks
//   spread, on the decay and on epsilon; it is estimated from a few vertices.
// - Rounds solve all pairs (exact/simrank.h): k rounds of 2 n m additions for n vertices with
//   in-links and m arcs, with k such that decay^(k+1) is at most epsilon. It keeps 8 V^2 bytes, and
//   takes twice that.
// - Walks answer any graph, but with an interval of chance instead of a bound.
//
// Work is counted in additions of rounds. Both exact ways promise the same error.
#ifndef AKIN_SRC_ASK_ON_THE_SPOT_H_
#define AKIN_SRC_ASK_ON_THE_SPOT_H_

#include <string>

#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

enum class SpotWay { kPush, kRounds, kWalks };

// In additions of rounds; infinite if the way is impossible, or no better than the other one.
struct SpotWork {
  double push = 0;
  double rounds = 0;
};

// From more vertices than these, walks are not tried while somebody waits: they may need an index,
// which takes a second to build, and 40 MB.
inline constexpr VertexId kMostToWalkFrom = 100'000;

// More work than this, some minutes of one core, is not done while somebody waits.
inline constexpr double kMostSpotWork = 4e11;

// The exact way with the least work; walks if both take too much.
SpotWay ChooseSpotWay(const SpotWork& work);

// For the whole corpus, without its answers.
Result<SpotWork> EstimateSpotWork(const Corpus& corpus, const PushParameters& parameters,
                                  const Control& control);

// Which way was taken and why, in one line for users: "by rounds of all pairs, about 2e+09
// additions; pushing would take 3e+10".
std::string DescribeSpotWork(const SpotWork& work);

// The scores of all pairs, as an index.
Result<Index> SolveByRounds(const Corpus& corpus, const PushParameters& parameters,
                            const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_ASK_ON_THE_SPOT_H_
