// What there is to say of each exact measure: one table, read by help, errors and documents.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "akin/exact.h"
#include "base/spelling.h"

namespace akin {
namespace {

constexpr ExactMeasureFacts kMeasures[] = {
    {.measure = ExactMeasure::kSimRank,
     .name = "simrank",
     .meaning = "similar if similar vertices link to them; falls with the number of links",
     .direction = "in-links",
     .cost = "2knm additions, 8n^2 bytes; one source or pair less",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = true},
    {.measure = ExactMeasure::kPSimRank,
     .name = "psimrank",
     .meaning = "the same, but common links count by their share",
     .direction = "in-links",
     .cost = "3knm additions, 8V^2 bytes, whatever is asked",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kXJaccard,
     .name = "xjaccard",
     .meaning = "the share of common vertices among those 1, 2, ... k links back",
     .direction = "in-links",
     .cost = "kmV/64 words a source, 56V bytes",
     .shapes = kAllShapes,
     .iterations = 4,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kSimRankBipartite,
     .name = "simrank-bipartite",
     .meaning = "people are similar by their items, items by their people; hubs, authorities",
     .direction = "in- and out-links by turns",
     .cost = "as simrank",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = true,
     .pairs = true},
    {.measure = ExactMeasure::kSimRankMinimax,
     .name = "simrank-minimax",
     .meaning = "the same, but each item counts with its best partner only, both ways",
     .direction = "in- and out-links by turns",
     .cost = "2knm comparisons and additions, 8n^2 bytes",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = true,
     .pairs = true},
    {.measure = ExactMeasure::kSimRankVariedD,
     .name = "simrank-varied-d",
     .meaning = "simrank to the last round, from a number per vertex and round instead of a matrix",
     .direction = "in-links",
     .cost = "k^2mV/6 additions at worst, 16kV bytes; then 2km a row",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kSimRankLi,
     .name = "simrank-li",
     .meaning = "the series of Li et al.: no correction, so a vertex is not 1 with itself",
     .direction = "in-links",
     .cost = "2km additions a row, 8kV bytes",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kCosineSimRank,
     .name = "cosine-simrank",
     .meaning =
         "the angle between walks of 1, 2, ... k - 1 links back; common links do not lower it",
     .direction = "in-links",
     .cost = "2km additions a pair; a join km a vertex; related kmV at worst, or build an index",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false,
     .krylov = true},
    {.measure = ExactMeasure::kCosine,
     .name = "cosine",
     .meaning = "common links over the root of the product of both numbers of links",
     .direction = "in-links",
     .cost = "the paths of two links from a source",
     .shapes = kAllShapes,
     .iterations = 0,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kJaccard,
     .name = "jaccard",
     .meaning = "common links over the links of either",
     .direction = "in-links",
     .cost = "as cosine",
     .shapes = kAllShapes,
     .iterations = 0,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kCocitation,
     .name = "cocitation",
     .meaning = "how many vertices link to both",
     .direction = "in-links",
     .cost = "as cosine",
     .shapes = kAllShapes,
     .iterations = 0,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kCoupling,
     .name = "coupling",
     .meaning = "how many vertices both link to",
     .direction = "out-links",
     .cost = "as cosine",
     .shapes = kAllShapes,
     .iterations = 0,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kRestart,
     .name = "rwr",
     .meaning = "how often a walk from the first that keeps returning to it is at the second",
     .direction = "out-links",
     .cost = "km additions a source, 32V bytes",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kSimRankPlusPlus,
     .name = "simrank++",
     .meaning = "simrank times 1 - 2^-n, n the number of common links",
     .direction = "in-links",
     .cost = "as simrank",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kSimRankPlusPlusExp,
     .name = "simrank++-exp",
     .meaning = "simrank times 1 - e^-n",
     .direction = "in-links",
     .cost = "as simrank",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kSimRankStar,
     .name = "simrank-star",
     .meaning = "as simrank-li, but paths to a common vertex may differ in length",
     .direction = "in-links",
     .cost = "2km + k^2V/2 additions a row, 8kV bytes",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kPRank,
     .name = "prank",
     .meaning = "similar if similar vertices link to them, and if they link to such (lambda)",
     .direction = "in- and out-links",
     .cost = "4knm additions, 16n^2 bytes, whatever is asked",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false,
     .lambda = true},
    {.measure = ExactMeasure::kRoleSim,
     .name = "rolesim",
     .meaning = "the best matching of their neighbours: the same role, near or far",
     .direction = "links of either direction",
     .cost = "k matchings of every pair, 16V^2 bytes, whatever is asked",
     .shapes = kAllShapes,
     .iterations = 10,
     .two_sides = false,
     .pairs = false},
    {.measure = ExactMeasure::kText,
     .name = "text",
     .meaning = "the weighted share of common terms of their bags (--bags)",
     .direction = "what the bags hold",
     .cost = "two passes over the bags, 8 bytes for each of their terms; a pair two bags",
     .shapes = kAllShapes,
     .iterations = 0,
     .two_sides = false,
     .pairs = false,
     .bags = true},
};

struct ShapeName {
  Shape shape;
  std::string_view name;
};
constexpr ShapeName kShapes[] = {{Shape::kPair, "one pair (sim)"},
                                 {Shape::kOneSource, "one source (related)"},
                                 {Shape::kJoin, "two sets (join)"},
                                 {Shape::kAllPairs, "all pairs (join --all)"}};

bool Serves(const ExactMeasureFacts& facts, Shape shape) {
  return (facts.shapes & ShapeBit(shape)) != 0;
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const ExactMeasureFacts& facts : kMeasures) names.emplace_back(facts.name);
  return names;
}

}  // namespace

std::span<const ExactMeasureFacts> ExactMeasures() { return kMeasures; }

const ExactMeasureFacts& FactsOf(ExactMeasure measure) {
  for (const ExactMeasureFacts& facts : kMeasures) {
    if (facts.measure == measure) return facts;
  }
  return kMeasures[0];  // not reached: every measure has a row
}

Result<ExactMeasure> ExactMeasureNamed(std::string_view name) {
  for (const ExactMeasureFacts& facts : kMeasures) {
    if (facts.name == name) return facts.measure;
  }
  const std::vector<std::string> near = SuggestWords(Names(), name);
  const std::string hint =
      near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, " or "));
  return Status(Code::kInvalidArgument, fmt::format("no exact measure '{}'; there are {}{}", name,
                                                    fmt::join(Names(), ", "), hint));
}

Status CheckShape(const ExactMeasureFacts& facts, Shape shape) {
  if (Serves(facts, shape)) return {};
  std::vector<std::string_view> shapes;
  std::string_view wanted;
  for (const ShapeName& candidate : kShapes) {
    if (candidate.shape == shape) wanted = candidate.name;
    if (Serves(facts, candidate.shape)) shapes.push_back(candidate.name);
  }
  std::vector<std::string_view> measures;
  for (const ExactMeasureFacts& candidate : kMeasures) {
    if (Serves(candidate, shape)) measures.push_back(candidate.name);
  }
  return {Code::kInvalidArgument,
          fmt::format("{} cannot be asked for {}: it answers {}; for that ask {}", facts.name,
                      wanted, fmt::join(shapes, ", "), fmt::join(measures, ", "))};
}

Result<ExactSide> ExactSideNamed(std::string_view name) {
  if (name == "auto") return ExactSide::kAuto;
  if (name == "pointed-to") return ExactSide::kPointedTo;
  if (name == "points-to") return ExactSide::kPointsTo;
  return Status(Code::kInvalidArgument,
                fmt::format("no side '{}'; there are pointed-to (by those that link to them), "
                            "points-to (by what they link to) and auto",
                            name));
}

}  // namespace akin
