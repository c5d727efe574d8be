// All measures of similarity: one enum, and one row per measure in one table (src/measures).
//
// The row of a measure says what it means, how it can be computed and which parameters each way of
// computing it takes, with their ranges and defaults. Parsing, validation, help texts, completion,
// the Python module and docs/measures.md all read these rows.
//
//   const akin::MeasureFacts& facts = akin::FactsOf(akin::Measure::kPSimRank);
//   facts.meaning;                                  // one line
//   facts.WayOf(akin::Method::kWalks)->cost;        // what an index of it costs
//   facts.exact().RangeOf(akin::Parameter::kDecay)  // what --exact psimrank takes
#ifndef AKIN_MEASURES_H_
#define AKIN_MEASURES_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"

namespace akin {

enum class Measure {
  kSimRank,
  kPSimRank,
  kXJaccard,
  kLazySimRank,
  kCosineSimRank,
  kText,
  kSimRankBipartite,
  kSimRankMinimax,
  kSimRankMinimaxIn,
  kSimRankMinimaxMixed,
  kSimRankF,
  kSimRankVariedD,
  kSimRankLi,
  kSimRankFromLi,
  kSimRankStar,
  kSimRankStarExp,
  kSimRankPlusPlus,
  kSimRankPlusPlusExp,
  kSimRankEvidence,
  kSimRankEvidenceExp,
  kPRank,
  kRoleSim,
  kRoleSimIn,
  kRestart,
  kCosine,
  kJaccard,
  kCocitation,
  kCoupling,
  kAdamicAdar,
  kResourceAllocation,
};

// How scores are computed. An index contains what one of the first five needs. The last two answer
// queries directly from the graph, or from the bags.
enum class Method {
  kWalks,       // fingerprints: random walks that meet
  kClasses,     // fingerprints: min-hashes that are equal
  kPush,        // the diagonal of a series, four bytes per vertex
  kSeries,      // the diagonals of k rounds, eight bytes per vertex and round
  kNorms,       // the norms of k vectors, eight bytes per vertex and vector
  kClosedForm,  // exact: one look at what two vertices have in common
  kSolver,      // exact: rounds of a recurrence or terms of a series
};

// The kinds of queries.
enum class Shape { kPair, kOneSource, kJoin, kAllPairs };
constexpr unsigned ShapeBit(Shape shape) { return 1U << static_cast<unsigned>(shape); }

struct MethodFacts {
  Method method;
  std::string_view name;   // as users write it; both kinds of fingerprints are "fingerprints"
  bool of_index;           // an index contains it
  unsigned shapes;         // ShapeBits of the queries that it answers
  std::string_view error;  // what the error of a score means
  std::string_view meaning;
};
const MethodFacts& FactsOf(Method method);
inline std::string_view MethodName(Method method) { return FactsOf(method).name; }
// Whether an index with this method contains fingerprints.
constexpr bool HasFingerprints(Method method) {
  return method == Method::kWalks || method == Method::kClasses;
}

// The parameters of measures, with their names in BuildOptions and ExactOptions.
enum class Parameter {
  kDecay,
  kLength,
  kFingerprints,
  kSeed,
  kEpsilon,
  kIterations,
  kBags,
  kDecayOut,
  kSide,
  kLambda,
  kRadius,
  kPrune,
  kFunction,
  kPopularity,
  kPriors,
  kKrylov,
  kKernel,
};
std::string_view ParameterName(Parameter parameter);  // "decay", "decay_out"

// The allowed values of a parameter that is a number.
struct ParameterRange {
  enum class Ends { kClosed, kOpen, kRightOpen };  // whether the ends belong to the range

  Parameter parameter;
  double least = 0;
  double most = 0;
  Ends ends = Ends::kClosed;
  std::optional<double> default_value = {};  // default; none: if it is not given, it has no effect

  bool Holds(double value) const;
};
// kInvalidArgument with the measure, the parameter and its range.
Status CheckRange(std::string_view measure, const ParameterRange& range, double value);

// One way of computing a measure.
struct Way {
  Method method;
  std::string_view cost;  // n vertices that have such links, m arcs, k iterations, V vertices
  std::span<const ParameterRange> parameters;

  const ParameterRange* RangeOf(Parameter parameter) const;  // null: it does not take it
  bool Takes(Parameter parameter) const { return RangeOf(parameter) != nullptr; }
  // For a parameter that it takes and that has a default.
  double Default(Parameter parameter) const { return *RangeOf(parameter)->default_value; }
};

struct ClosedForm;  // src/measures/closed_form.h

struct MeasureFacts {
  Measure measure;
  std::string_view name;       // as users write it
  std::string_view meaning;    // in one line
  std::string_view direction;  // which links are followed
  std::string_view empty;      // what a vertex without such links scores
  std::string_view range;      // of the scores
  std::string_view reference;
  std::span<const Way> ways;  // those of an index first, the default one before the others

  // The rest is for the implementation.
  const ClosedForm* closed_form = nullptr;  // for measures of common neighbours
  // The exact solver needs the out-links besides the in-links, or instead. All closed forms do.
  bool both_links = false;
  bool counts_terms = false;        // k iterations leave out c^k of a score, not c^(k+1)
  bool summed_with_itself = false;  // a vertex with itself scores a sum, which may be truncated

  const Way* WayOf(Method method) const;  // null: it cannot be computed in this way
  const Way* index() const;               // the default way of an index; null: it has no index
  const Way& exact() const;               // every measure can be computed exactly
};

std::span<const MeasureFacts> Measures();
const MeasureFacts& FactsOf(Measure measure);
inline std::string_view MeasureName(Measure measure) { return FactsOf(measure).name; }

// kInvalidArgument, with the known names and suggestions, for any other name.
Result<Measure> MeasureNamed(std::string_view name);
// The same, but only measures that an index can have.
Result<Measure> IndexMeasureNamed(std::string_view name);
// One of the methods of an index of the measure; kInvalidArgument lists them for any other name.
Result<Method> MethodNamed(Measure measure, std::string_view name);

// The names of the measures that an index can have, or whose exact solver takes a parameter.
std::vector<std::string_view> IndexMeasures();
std::vector<std::string_view> ExactMeasuresTaking(Parameter parameter);

}  // namespace akin

#endif  // AKIN_MEASURES_H_
