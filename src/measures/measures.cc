// The table of measures: one row per measure, in the order of the enum.
#include "akin/measures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "akin/errors.h"
#include "measures/closed_form.h"
#include "measures/link_prediction.h"
#include "measures/overlap.h"

namespace akin {
namespace {

using Ends = ParameterRange::Ends;

constexpr double kMostFingerprints = 1'000'000;  // sums of scores stay exact in 64 bits
constexpr double kMostIterations = 10'000;
constexpr double kMostSeed = 18'446'744'073'709'551'615.0;
constexpr double kMostRadius = 4'294'967'295.0;

// ---- parameters ----

constexpr ParameterRange kDecay{Parameter::kDecay, 0, 1, Ends::kOpen, 0.6};
constexpr ParameterRange kSeed{Parameter::kSeed, 0, kMostSeed, Ends::kClosed, 1};
constexpr ParameterRange kBags{Parameter::kBags};
constexpr ParameterRange kSide{Parameter::kSide};
constexpr ParameterRange kPriors{Parameter::kPriors};
constexpr ParameterRange kDecayOut{Parameter::kDecayOut, 0, 1, Ends::kOpen};
constexpr ParameterRange kEpsilon{Parameter::kEpsilon, 0, 1, Ends::kOpen};
constexpr ParameterRange kPopularity{Parameter::kPopularity, 0, 1, Ends::kOpen};
constexpr ParameterRange kRadius{Parameter::kRadius, 1, kMostRadius};
constexpr ParameterRange kPrune{Parameter::kPrune};
constexpr ParameterRange kFunction{Parameter::kFunction};
constexpr ParameterRange kKernel{Parameter::kKernel};
constexpr ParameterRange kLambda{Parameter::kLambda, 0, 1, Ends::kClosed, 0.5};
constexpr ParameterRange kKrylov{Parameter::kKrylov, 1, kMostIterations};

constexpr ParameterRange Fingerprints(double default_value) {
  return {Parameter::kFingerprints, 1, kMostFingerprints, Ends::kClosed, default_value};
}
constexpr ParameterRange Iterations(double least, double most, double default_value) {
  return {Parameter::kIterations, least, most, Ends::kClosed, default_value};
}
// At most 254 steps, so that every label fits in a byte (sketch/forest.h).
constexpr ParameterRange kSteps{Parameter::kLength, 1, 254, Ends::kClosed, 10};
// A distance costs as much as an index of walks, so the default is four and the maximum is 16.
constexpr ParameterRange kDistances{Parameter::kLength, 1, 16, Ends::kClosed, 4};
constexpr ParameterRange kRounds = Iterations(0, kMostIterations, 10);

constexpr ParameterRange kByWalks[] = {kDecay, kSteps, Fingerprints(100), kSeed};
constexpr ParameterRange kByDistances[] = {kDecay, kDistances, Fingerprints(100), kSeed};
constexpr ParameterRange kBySignatures[] = {Fingerprints(80), kSeed, kBags};
constexpr ParameterRange kByPush[] = {
    kDecay, {Parameter::kEpsilon, 1e-5, 1, Ends::kRightOpen, 1e-3}, kSeed};
constexpr ParameterRange kBySeries[] = {kDecay, Iterations(1, 1000, 10)};
constexpr ParameterRange kByNorms[] = {kDecay, Iterations(2, 1000, 10), kEpsilon};

constexpr ParameterRange kClosed[] = {kPopularity};
constexpr ParameterRange kOfBags[] = {kPopularity, kBags};
constexpr ParameterRange kIterated[] = {kDecay, kRounds, kEpsilon, kPopularity};
constexpr ParameterRange kOfDistances[] = {kDecay, Iterations(1, kMostIterations, 4), kEpsilon,
                                           kPopularity};
constexpr ParameterRange kOfPairs[] = {kDecay,  kRounds, kEpsilon, kPopularity,
                                       kRadius, kPrune,  kPriors};
constexpr ParameterRange kOfSides[] = {kDecay, kRounds, kEpsilon,  kPopularity, kRadius,
                                       kPrune, kPriors, kDecayOut, kSide,       kLambda};
constexpr ParameterRange kOfMeetings[] = {kDecay, kRounds, kEpsilon, kPopularity, kFunction};
constexpr ParameterRange kOfCosine[] = {kDecay, kRounds, kEpsilon, kPopularity, kKrylov, kKernel};
constexpr ParameterRange kOfBothLinks[] = {kDecay,      kRounds,   kEpsilon,
                                           kPopularity, kDecayOut, kLambda};

// ---- ways ----

constexpr Way kWalks{Method::kWalks, "N walks of l steps from every vertex", kByWalks};

constexpr Way kSimRankWays[] = {
    kWalks,
    {Method::kPush, "4 bytes per vertex; a query pushes along the arcs near its vertex", kByPush},
    {Method::kSeries, "8 bytes per vertex and round; a query 2km additions", kBySeries},
    {Method::kSolver, "2knm additions, 8n^2 bytes; less for one source or pair", kOfPairs}};
constexpr Way kPSimRankWays[] = {
    kWalks, {Method::kSolver, "3knm additions, 8V^2 bytes, for any question", kIterated}};
constexpr Way kXJaccardWays[] = {
    {Method::kClasses, "N sweeps of the arcs for each of l distances", kByDistances},
    {Method::kSolver, "kmV/64 words per source, 56V bytes", kOfDistances}};
constexpr Way kLazySimRankWays[] = {
    kWalks, {Method::kSolver, "2knm + 2kn^2 additions, 16V^2 bytes, for any question", kIterated}};
constexpr Way kCosineSimRankWays[] = {
    {Method::kNorms, "8 bytes per vertex and term", kByNorms},
    {Method::kSolver, "2km additions per pair, km per vertex of a join, kmV for related",
     kOfCosine}};
constexpr Way kTextWays[] = {
    {Method::kClasses, "N samples of every bag", kBySignatures},
    {Method::kClosedForm, "two passes over the bags, 8 bytes per term; a pair reads two bags",
     kOfBags}};
constexpr Way kSidesWays[] = {{Method::kSolver, "like simrank", kOfSides}};
constexpr Way kMinimaxWays[] = {
    {Method::kSolver, "2knm comparisons and additions, 8n^2 bytes", kOfSides}};
constexpr Way kMeetingWays[] = {
    {Method::kSolver, "2knm additions, 24V^2 bytes, for any question", kOfMeetings}};
constexpr Way kMinimaxInWays[] = {{Method::kSolver, "like simrank-minimax", kOfPairs}};
constexpr Way kMinimaxMixedWays[] = {{Method::kSolver, "like simrank-minimax", kOfSides}};
constexpr Way kVariedDWays[] = {
    {Method::kSolver, "k^2mV/6 additions at worst, 16kV bytes; then 2km per row", kIterated}};
constexpr Way kLiWays[] = {{Method::kSolver, "2km additions per row, 8kV bytes", kIterated}};
constexpr Way kFromLiWays[] = {
    {Method::kSolver, "kmV additions, then V^2 per term, 8V^2 bytes; then 2km per row", kIterated}};
constexpr Way kStarWays[] = {
    {Method::kSolver, "2km + k^2V/2 additions per row, 8kV bytes", kIterated}};
constexpr Way kEvidenceWays[] = {{Method::kSolver, "like simrank", kIterated}};
constexpr Way kEvidenceRoundsWays[] = {
    {Method::kSolver, "2knm additions at most, 24 bytes per pair with common links", kIterated}};
constexpr Way kPRankWays[] = {
    {Method::kSolver, "4knm additions, 16n^2 bytes, for any question", kOfBothLinks}};
constexpr Way kRoleSimWays[] = {
    {Method::kSolver, "k matchings of every pair, 16V^2 bytes, for any question", kIterated}};
constexpr Way kRestartWays[] = {{Method::kSolver, "km additions per source, 32V bytes", kIterated}};
constexpr Way kNeighbourWays[] = {
    {Method::kClosedForm, "all paths of two links from a source", kClosed}};

// ---- rows ----

constexpr MeasureFacts kMeasures[] = {
    {.measure = Measure::kSimRank,
     .name = "simrank",
     .meaning = "similar if similar vertices link to both; falls with many links",
     .direction = "in-links",
     .empty = "0 if either vertex has none",
     .range = "0 to 1",
     .reference = "Jeh and Widom 2002",
     .ways = kSimRankWays},
    {.measure = Measure::kPSimRank,
     .name = "psimrank",
     .meaning = "like simrank, but common links count by their share",
     .direction = "in-links",
     .empty = "0 if either has none",
     .range = "0 to 1",
     .reference = "Fogaras and Racz 2005, section 2.2",
     .ways = kPSimRankWays},
    {.measure = Measure::kXJaccard,
     .name = "xjaccard",
     .meaning = "the share of common vertices among those 1, 2, ... k links back",
     .direction = "in-links",
     .empty = "sets of the vertex alone",
     .range = "0 to c (1 - c^k)",
     .reference = "Fogaras and Racz 2005, section 2.3",
     .ways = kXJaccardWays,
     .summed_with_itself = true},
    {.measure = Measure::kLazySimRank,
     .name = "simrank-lazy",
     .meaning = "simrank whose walks may rest, so that paths of unequal lengths count too",
     .direction = "in-links",
     .empty = "0 if either has none",
     .range = "0 to 1",
     .reference = "lazy walks: Levin et al. 2009, section 1.3",
     .ways = kLazySimRankWays},
    {.measure = Measure::kCosineSimRank,
     .name = "cosine-simrank",
     .meaning = "cosine of the paths of 1, 2, ... links back; many links do not lower it",
     .direction = "in-links",
     .empty = "1 with itself, else 0",
     .range = "0 to 1",
     .reference = "Yu et al. 2019, section 3.2",
     .ways = kCosineSimRankWays,
     .both_links = true,
     .counts_terms = true},
    {.measure = Measure::kText,
     .name = "text",
     .meaning = "the weighted share of common terms of their bags",
     .direction = "what the bags hold",
     .empty = "1 with itself, else 0",
     .range = "0 to 1",
     .reference = "Haveliwala et al. 2002",
     .ways = kTextWays},
    {.measure = Measure::kSimRankBipartite,
     .name = "simrank-bipartite",
     .meaning = "people are similar by their items, and items by their people",
     .direction = "in- and out-links, alternating",
     .empty = "0 if either has none of its side's",
     .range = "0 to 1",
     .reference = "Jeh and Widom 2002, section 4.3",
     .ways = kSidesWays,
     .both_links = true},
    {.measure = Measure::kSimRankMinimax,
     .name = "simrank-minimax",
     .meaning = "like simrank-bipartite, but each item counts with its best partner only",
     .direction = "in- and out-links, alternating",
     .empty = "0 if either has none of its side's",
     .range = "0 to 1",
     .reference = "Jeh and Widom 2002, section 4.3.2",
     .ways = kMinimaxWays,
     .both_links = true},
    {.measure = Measure::kSimRankMinimaxIn,
     .name = "simrank-minimax-in",
     .meaning = "like simrank, but each in-link counts with its best partner only",
     .direction = "in-links",
     .empty = "0 if either has none",
     .range = "0 to 1",
     .reference = "Jeh and Widom 2002, section 4.3.2",
     .ways = kMinimaxInWays},
    {.measure = Measure::kSimRankMinimaxMixed,
     .name = "simrank-minimax-mix",
     .meaning = "people by their items' best partners, items by the mean over their people",
     .direction = "in- and out-links, alternating",
     .empty = "0 if either has none of its side's",
     .range = "0 to 1",
     .reference = "Jeh and Widom 2002, section 4.3.2",
     .ways = kMinimaxMixedWays,
     .both_links = true},
    {.measure = Measure::kSimRankF,
     .name = "simrank-f",
     .meaning = "like simrank, but with another f of the steps until two walks meet than c^z",
     .direction = "in-links",
     .empty = "0 if either has none",
     .range = "0 to 1",
     .reference = "Jeh and Widom 2002, section 5.3",
     .ways = kMeetingWays},
    {.measure = Measure::kSimRankVariedD,
     .name = "simrank-varied-d",
     .meaning = "simrank after k rounds, from one number per vertex and round, not a matrix",
     .direction = "in-links",
     .empty = "as simrank",
     .range = "0 to 1",
     .reference = "Yu et al. 2019, section 2",
     .ways = kVariedDWays,
     .both_links = true},
    {.measure = Measure::kSimRankLi,
     .name = "simrank-li",
     .meaning = "the series of Li et al.; a vertex does not score 1 with itself",
     .direction = "in-links",
     .empty = "1 - c with itself, else 0",
     .range = "0 to 1",
     .reference = "Li et al. 2010; Yu et al. 2019, section 5.2",
     .ways = kLiWays,
     .summed_with_itself = true},
    {.measure = Measure::kSimRankFromLi,
     .name = "simrank-from-li",
     .meaning = "simrank, converted from simrank-li by a sum that must converge",
     .direction = "in-links",
     .empty = "as simrank",
     .range = "0 to 1",
     .reference = "Yu et al. 2019, theorem 10",
     .ways = kFromLiWays,
     .both_links = true},
    {.measure = Measure::kSimRankStar,
     .name = "simrank-star",
     .meaning = "like simrank-li, but paths to a common vertex may differ in length",
     .direction = "in-links",
     .empty = "1 - c with itself; similar to what it reaches",
     .range = "0 to 1",
     .reference = "Yu et al. 2013",
     .ways = kStarWays,
     .summed_with_itself = true},
    {.measure = Measure::kSimRankStarExp,
     .name = "simrank-star-exp",
     .meaning = "like simrank-star, but paths of l links weigh c^l / l!",
     .direction = "in-links",
     .empty = "e^-c with itself; similar to what it reaches",
     .range = "0 to 1",
     .reference = "Yu et al. 2013",
     .ways = kStarWays,
     .summed_with_itself = true},
    {.measure = Measure::kSimRankPlusPlus,
     .name = "simrank++",
     .meaning = "simrank times 1 - 2^-n, n the number of common links",
     .direction = "in-links",
     .empty = "0 without a common in-neighbour",
     .range = "0 to 1",
     .reference = "Antonellis et al. 2008",
     .ways = kEvidenceWays,
     .both_links = true},
    {.measure = Measure::kSimRankPlusPlusExp,
     .name = "simrank++-exp",
     .meaning = "simrank times 1 - e^-n",
     .direction = "in-links",
     .empty = "0 without a common in-neighbour",
     .range = "0 to 1",
     .reference = "Antonellis et al. 2008",
     .ways = kEvidenceWays,
     .both_links = true},
    {.measure = Measure::kSimRankEvidence,
     .name = "simrank-evidence",
     .meaning = "like simrank++, but multiplied in every round",
     .direction = "in-links",
     .empty = "0 without a common in-neighbour",
     .range = "0 to 1",
     .reference = "Yu et al. 2019, equation 5",
     .ways = kEvidenceRoundsWays,
     .both_links = true},
    {.measure = Measure::kSimRankEvidenceExp,
     .name = "simrank-evidence-exp",
     .meaning = "like simrank++-exp, but multiplied in every round",
     .direction = "in-links",
     .empty = "0 without a common in-neighbour",
     .range = "0 to 1",
     .reference = "Yu et al. 2019, equation 5",
     .ways = kEvidenceRoundsWays,
     .both_links = true},
    {.measure = Measure::kPRank,
     .name = "prank",
     .meaning = "similar if similar vertices link to both, or if both link to similar ones",
     .direction = "in- and out-links",
     .empty = "that kind of links counts 0",
     .range = "0 to 1",
     .reference = "Zhao et al. 2009",
     .ways = kPRankWays,
     .both_links = true},
    {.measure = Measure::kRoleSim,
     .name = "rolesim",
     .meaning = "best matching of their neighbours: the same role, near or far",
     .direction = "links of either direction",
     .empty = "1 if both have none, else 1 - c",
     .range = "1 - c to 1",
     .reference = "Jin et al. 2011",
     .ways = kRoleSimWays,
     .both_links = true},
    {.measure = Measure::kRoleSimIn,
     .name = "rolesim-in",
     .meaning = "best matching of their in-neighbours; 1 - c more for a vertex with itself",
     .direction = "in-links",
     .empty = "1 - c with itself, else 0",
     .range = "0 to 1",
     .reference = "Yu et al. 2019, figure 1",
     .ways = kRoleSimWays,
     .summed_with_itself = true},
    {.measure = Measure::kRestart,
     .name = "rwr",
     .meaning = "share of time that a walk which keeps returning to u spends at v",
     .direction = "out-links",
     .empty = "the walk returns to its source",
     .range = "0 to 1",
     .reference = "Tong et al. 2006",
     .ways = kRestartWays,
     .both_links = true,
     .summed_with_itself = true},
    {.measure = Measure::kCosine,
     .name = "cosine",
     .meaning = "common links over the root of the product of both numbers of links",
     .direction = "in-links",
     .empty = "0, with itself too",
     .range = "0 to 1",
     .reference = "Salton and McGill 1983",
     .ways = kNeighbourWays,
     .closed_form = &kCosineForm},
    {.measure = Measure::kJaccard,
     .name = "jaccard",
     .meaning = "common links over the links of either",
     .direction = "in-links",
     .empty = "0, with itself too",
     .range = "0 to 1",
     .reference = "Jaccard 1901",
     .ways = kNeighbourWays,
     .closed_form = &kJaccardForm},
    {.measure = Measure::kCocitation,
     .name = "cocitation",
     .meaning = "how many vertices link to both",
     .direction = "in-links",
     .empty = "0",
     .range = "0 to |I(v)|",
     .reference = "Small 1973",
     .ways = kNeighbourWays,
     .closed_form = &kCocitationForm},
    {.measure = Measure::kCoupling,
     .name = "coupling",
     .meaning = "how many vertices both link to",
     .direction = "out-links",
     .empty = "0",
     .range = "0 to |O(v)|",
     .reference = "Kessler 1963",
     .ways = kNeighbourWays,
     .closed_form = &kCouplingForm},
    {.measure = Measure::kAdamicAdar,
     .name = "adamic-adar",
     .meaning = "common links, each over the logarithm of the number of links of that vertex",
     .direction = "in-links",
     .empty = "0",
     .range = "0 upwards",
     .reference = "Adamic and Adar 2003",
     .ways = kNeighbourWays,
     .closed_form = &kAdamicAdarForm},
    {.measure = Measure::kResourceAllocation,
     .name = "resource-allocation",
     .meaning = "common links, each over the number of links of that vertex",
     .direction = "in-links",
     .empty = "0",
     .range = "0 upwards",
     .reference = "Zhou et al. 2009",
     .ways = kNeighbourWays,
     .closed_form = &kResourceAllocationForm},
};

constexpr bool InOrder() {
  for (size_t i = 0; i < std::size(kMeasures); ++i) {
    if (static_cast<size_t>(kMeasures[i].measure) != i) return false;
  }
  return true;
}
static_assert(InOrder(), "rows come in the order of the enum, so that FactsOf is one look-up");

// Exact methods answer all questions; an index does not contain a matrix of all pairs.
constexpr unsigned kAsked =
    ShapeBit(Shape::kPair) | ShapeBit(Shape::kOneSource) | ShapeBit(Shape::kJoin);
constexpr unsigned kAll = kAsked | ShapeBit(Shape::kAllPairs);
constexpr std::string_view kStandardError =
    "the longer side of a 95% interval, divided by 1.96; about a standard error";

constexpr MethodFacts kMethods[] = {
    {Method::kWalks, "fingerprints", true, kAsked, kStandardError,
     "random walks that meet; errors fall as 1/sqrt(N)"},
    {Method::kClasses, "fingerprints", true, kAsked, kStandardError,
     "min-hashes that are equal; errors fall as 1/sqrt(N)"},
    {Method::kPush, "push", true, kAsked, "no score is off by more; at most epsilon",
     "the same scores every time, with a bound on their error"},
    {Method::kSeries, "series", true, kAsked, "decay^(k+1), what rounds after the k-th would add",
     "what k rounds give, exactly"},
    {Method::kNorms, "norms", true, kAsked,
     "decay^k, what later terms would add; of one source twice that",
     "what k terms give, with any decay"},
    {Method::kClosedForm, "closed form", false, kAll,
     "0: scores are exact, but for the rounding of doubles",
     "from what two vertices have in common"},
    {Method::kSolver, "solver", false, kAll, "what further rounds would add, and rounding",
     "rounds of the definition"},
};

constexpr std::string_view kParameterNames[] = {
    "decay",    "length",     "fingerprints", "seed",   "epsilon", "iterations",
    "bags",     "decay_out",  "side",         "lambda", "radius",  "prune",
    "function", "popularity", "priors",       "krylov", "kernel"};

template <class Keep>
std::vector<std::string_view> NamesOf(const Keep& keep) {
  std::vector<std::string_view> names;
  for (const MeasureFacts& facts : kMeasures) {
    if (keep(facts)) names.push_back(facts.name);
  }
  return names;
}

}  // namespace

std::string_view ParameterName(Parameter parameter) {
  return kParameterNames[static_cast<size_t>(parameter)];
}

bool ParameterRange::Holds(double value) const {  // written this way to catch NaN
  const bool above = ends == Ends::kOpen ? value > least : value >= least;
  return above && (ends == Ends::kClosed ? value <= most : value < most);
}

Status CheckRange(std::string_view measure, const ParameterRange& range, double value) {
  if (range.Holds(value)) return {};
  std::string wanted = fmt::format("be {} to {}", range.least, range.most);
  if (range.ends == Ends::kRightOpen) {
    wanted = fmt::format("be at least {} and below {}", range.least, range.most);
  }
  if (range.ends == Ends::kOpen) {
    wanted = fmt::format("lie between {} and {}, both excluded", range.least, range.most);
  }
  const std::string_view name = ParameterName(range.parameter);
  return InvalidArgument(name,
                         fmt::format("{} of {} is {}; it must {}", name, measure, value, wanted));
}

const ParameterRange* Way::RangeOf(Parameter parameter) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const auto& range) { return range.parameter == parameter; });
  return found == parameters.end() ? nullptr : &*found;
}

const Way* MeasureFacts::WayOf(Method method) const {
  const auto found =
      std::find_if(ways.begin(), ways.end(), [&](const Way& way) { return way.method == method; });
  return found == ways.end() ? nullptr : &*found;
}

const Way* MeasureFacts::index() const {
  return FactsOf(ways.front().method).of_index ? &ways.front() : nullptr;
}

const Way& MeasureFacts::exact() const { return ways.back(); }

std::span<const MeasureFacts> Measures() { return kMeasures; }

const MeasureFacts& FactsOf(Measure measure) { return kMeasures[static_cast<size_t>(measure)]; }

const MethodFacts& FactsOf(Method method) { return kMethods[static_cast<size_t>(method)]; }

Result<Measure> MeasureNamed(std::string_view name) {
  for (const MeasureFacts& facts : kMeasures) {
    if (facts.name == name) return facts.measure;
  }
  return UnknownWord("measure", "measure", name, NamesOf([](const MeasureFacts&) { return true; }));
}

Result<Measure> IndexMeasureNamed(std::string_view name) {
  for (const MeasureFacts& facts : kMeasures) {
    if (facts.name == name && facts.index() != nullptr) return facts.measure;
  }
  return UnknownWord("measure", "measure", name, IndexMeasures(), " of an index");
}

Result<Method> MethodNamed(Measure measure, std::string_view name) {
  std::vector<std::string_view> names;
  for (const Way& way : FactsOf(measure).ways) {
    const MethodFacts& facts = FactsOf(way.method);
    if (!facts.of_index) continue;
    if (facts.name == name) return way.method;
    names.push_back(facts.name);
  }
  return UnknownWord("method", "method", name, names, fmt::format(" of {}", MeasureName(measure)));
}

std::vector<std::string_view> IndexMeasures() {
  return NamesOf([](const MeasureFacts& facts) { return facts.index() != nullptr; });
}

std::vector<std::string_view> ExactMeasuresTaking(Parameter parameter) {
  return NamesOf([&](const MeasureFacts& facts) { return facts.exact().Takes(parameter); });
}

}  // namespace akin
