#include "ask/on_the_spot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/exact.h"
#include "akin/try.h"
#include "index/numbers_file.h"
#include "linear/diagonal.h"

namespace akin {
namespace {

// What an arc of a push costs, in additions of rounds: these come 16 at a time, and their numbers
// are next to each other in memory.
constexpr double kAdditionsPerArc = 16;

constexpr double kImpossible = std::numeric_limits<double>::infinity();

ExactOptions RoundsOf(const PushParameters& parameters) {
  return {.measure = Measure::kSimRank, .decay = parameters.decay, .epsilon = parameters.epsilon};
}

double WorkOfRounds(const Adjacency& in, const PushParameters& parameters, uint64_t memory) {
  const double vertices = in.vertices();
  if (16 * vertices * vertices > static_cast<double>(memory) ||
      !CheckExactOptions(RoundsOf(parameters)).ok()) {
    return kImpossible;
  }
  double linked = 0;
  for (VertexId v = 0; v < in.vertices(); ++v) linked += in.degree(v) > 0 ? 1 : 0;
  const double rounds = std::ceil(std::log(parameters.epsilon) / std::log(parameters.decay));
  return 2 * rounds * linked * static_cast<double>(in.arcs()) + vertices * vertices;
}

std::string Amount(double work) {
  if (work < 1) return "next to no additions";
  return work < kImpossible ? fmt::format("about {:.0e} additions", work) : "more";
}

}  // namespace

SpotWay ChooseSpotWay(const SpotWork& work) {
  if (std::min(work.push, work.rounds) > kMostSpotWork) return SpotWay::kWalks;
  return work.push <= work.rounds ? SpotWay::kPush : SpotWay::kRounds;
}

Result<SpotWork> EstimateSpotWork(const Corpus& corpus, const PushParameters& parameters,
                                  const Control& control) {
  const Boilerplate boilerplate = BuildOptions().boilerplate;
  AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks(boilerplate));
  AKIN_TRY_ASSIGN(const Adjacency out, corpus.OutLinks(boilerplate));
  SpotWork work{.push = kImpossible, .rounds = WorkOfRounds(in, parameters, control.memory)};
  const DiagonalOptions options{.decay = parameters.decay,
                                .error = parameters.epsilon * kDiagonalShare,
                                .seed = parameters.seed};
  const double most = std::min(work.rounds, kMostSpotWork) / kAdditionsPerArc;
  AKIN_TRY_ASSIGN(const double arcs, EstimateDiagonalWork(in, out, options, most, control));
  work.push = arcs * kAdditionsPerArc;
  return work;
}

std::string DescribeSpotWork(const SpotWork& work) {
  switch (ChooseSpotWay(work)) {
    case SpotWay::kPush:
      return fmt::format("by push, {}; rounds of all pairs would take {}", Amount(work.push),
                         Amount(work.rounds));
    case SpotWay::kRounds:
      return fmt::format("by rounds of all pairs, {}; push would take {}", Amount(work.rounds),
                         Amount(work.push));
    default:
      return fmt::format("by walks, because push and rounds of all pairs would take more than {}",
                         Amount(kMostSpotWork));
  }
}

Result<Index> SolveByRounds(const Corpus& corpus, const PushParameters& parameters,
                            const Control& control) {
  const size_t vertices = corpus.vertices();
  std::vector<double> scores;
  try {
    scores.resize(vertices * vertices);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return MemoryRefused("solving all pairs", 8.0 * static_cast<double>(vertices * vertices));
  }
  Control rest = control;
  rest.memory -= std::min<uint64_t>(rest.memory, sizeof(double) * scores.size());
  AKIN_TRY_ASSIGN(const double error, ExactAllPairs(corpus, RoundsOf(parameters), scores, rest));
  return corpus.IndexOfScores(parameters, std::move(scores), error);
}

}  // namespace akin
