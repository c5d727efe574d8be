#include "index/index_parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "index/numbers_file.h"
#include "linear/cosine.h"
#include "linear/diagonal.h"
#include "measures/epsilon_refusal.h"

namespace akin {
namespace {

constexpr uint64_t kMostForests = 1'000'000;  // fingerprints times distances

// Pushing for a number of rounds and pushing to an error bound are different methods.
Result<const Way*> WayOf(const BuildOptions& options) {
  const MeasureFacts& facts = FactsOf(options.measure);
  if (facts.index() == nullptr) {
    return InvalidArgument(
        "measure", fmt::format("{} has no index: it is computed exactly; measures with an index "
                               "are {}",
                               facts.name, fmt::join(IndexMeasures(), ", ")));
  }
  Method method = options.method.value_or(facts.index()->method);
  if (method == Method::kPush && options.iterations && !options.epsilon) method = Method::kSeries;
  const Way* const way = facts.WayOf(method);
  if (way != nullptr && FactsOf(method).of_index) return way;
  std::vector<std::string_view> methods;
  for (const Way& other : facts.ways) {
    if (FactsOf(other.method).of_index) methods.push_back(MethodName(other.method));
  }
  return InvalidArgument("method", fmt::format("{} has no method {}; it has {}", facts.name,
                                               MethodName(method), fmt::join(methods, ", ")));
}

// Every given option must have an effect.
Status CheckGiven(const BuildOptions& options, const Way& way) {
  struct Given {
    Parameter parameter;
    bool given;
  };
  for (const auto& [parameter, given] :
       {Given{Parameter::kDecay, options.decay.has_value()},
        Given{Parameter::kEpsilon, options.epsilon.has_value()},
        Given{Parameter::kIterations, options.iterations.has_value()},
        Given{Parameter::kLength, options.length.has_value()},
        Given{Parameter::kFingerprints, options.fingerprints.has_value()},
        Given{Parameter::kBags, !options.bags.empty()}}) {
    if (!given || way.Takes(parameter)) continue;
    const std::string_view name = ParameterName(parameter);
    return InvalidArgument(name,
                           fmt::format("{} by {} takes no {}: leave it out, or choose "
                                       "another method or measure",
                                       MeasureName(options.measure), MethodName(way.method), name));
  }
  if (options.epsilon && options.iterations) {
    return InvalidArgument("epsilon",
                           "either epsilon or iterations says how far to go: give one of them");
  }
  if (!options.only.empty() && !HasFingerprints(way.method)) {
    return InvalidArgument(
        "only", fmt::format("an index by {} is about all vertices; one of fingerprints can be "
                            "about some of them",
                            MethodName(way.method)));
  }
  return {};
}

// The shards that an index of so many fingerprints has.
Status CheckShards(const BuildOptions& options, const IndexParameters& parameters) {
  if (options.shards.empty() && !options.finish) return {};
  const char* const option = options.finish ? "finish" : "shards";
  if (!options.shards.empty() && options.finish) {
    return InvalidArgument(option,
                           "build the shards first, and finish the index when all are there");
  }
  const auto* prints = std::get_if<FingerprintParameters>(&parameters.of);
  if (prints == nullptr) {
    return InvalidArgument(option, fmt::format("an index by {} is one file without shards, which "
                                               "one process builds",
                                               MethodName(parameters.method)));
  }
  const uint32_t all = (prints->fingerprints + kShardFingerprints - 1) / kShardFingerprints;
  for (const uint32_t shard : options.shards) {
    if (shard < all) continue;
    return InvalidArgument(
        option, fmt::format("no shard {}: {} fingerprints have the shards {}", shard,
                            prints->fingerprints, all == 1 ? "0" : fmt::format("0-{}", all - 1)));
  }
  return {};
}

// The given value, or the default.
template <class Number>
Number Given(const std::optional<Number>& given, const Way& way, Parameter parameter,
             Number otherwise = {}) {
  if (!way.Takes(parameter)) return otherwise;
  return given.value_or(static_cast<Number>(way.RangeOf(parameter)->default_value.value_or(0)));
}

Status CheckRanges(std::string_view measure, const Way& way,
                   std::initializer_list<std::pair<Parameter, double>> values) {
  for (const auto& [parameter, value] : values) {
    if (const ParameterRange* range = way.RangeOf(parameter)) {
      AKIN_TRY(CheckRange(measure, *range, value));
    }
  }
  return {};
}

// Whether the iterations that an epsilon takes are not too many.
Status CheckReach(const BuildOptions& options, const Way& way, double decay, unsigned iterations) {
  const auto most = static_cast<unsigned>(way.RangeOf(Parameter::kIterations)->most);
  const double left = 2 * CosineTruncation({.decay = decay, .terms = most});
  if (iterations <= most && (iterations < most || left <= *options.epsilon)) return {};
  return RefuseOutOfReach({.measure = MeasureName(options.measure),
                           .epsilon = *options.epsilon,
                           .most = most,
                           .left_out = left,
                           .range = *way.RangeOf(Parameter::kEpsilon)});
}

// Whether floats are precise enough, before the work begins.
Status CheckFloor(const PushParameters& push) {
  const Way& way = *FactsOf(Measure::kSimRank).WayOf(Method::kPush);
  AKIN_TRY(CheckRanges(MeasureName(Measure::kSimRank), way,
                       {{Parameter::kDecay, push.decay}, {Parameter::kEpsilon, push.epsilon}}));
  const double least = LeastDiagonalError(push.decay) / kDiagonalShare;
  if (push.epsilon >= least) return {};
  return InvalidArgument(
      "epsilon", fmt::format("an epsilon of {} cannot be had by push with decay {}, because it "
                             "keeps numbers in single precision, with errors of up to {}",
                             push.epsilon, push.decay,
                             ErrorAndAdvice(least, *way.RangeOf(Parameter::kEpsilon), true)));
}

}  // namespace

unsigned NormIterations(double decay, double epsilon) {
  const Way& way = *FactsOf(Measure::kCosineSimRank).WayOf(Method::kNorms);
  return std::max(static_cast<unsigned>(way.RangeOf(Parameter::kIterations)->least),
                  CosineTerms(decay, epsilon / 2));
}

Result<IndexParameters> ResolveParameters(const BuildOptions& options) {
  AKIN_TRY_ASSIGN(const Way* const found, WayOf(options));
  const Way& way = *found;
  AKIN_TRY(CheckGiven(options, way));
  const auto decay = Given(options.decay, way, Parameter::kDecay);
  auto iterations = Given(options.iterations, way, Parameter::kIterations);
  if (options.epsilon && way.Takes(Parameter::kIterations)) {
    AKIN_TRY(CheckRanges(MeasureName(options.measure), way,
                         {{Parameter::kDecay, decay}, {Parameter::kEpsilon, *options.epsilon}}));
    iterations = NormIterations(decay, *options.epsilon);
    AKIN_TRY(CheckReach(options, way, decay, iterations));
  }
  IndexParameters parameters{.measure = options.measure,
                             .method = way.method,
                             .boilerplate = options.boilerplate,
                             .of = {}};
  switch (way.method) {
    case Method::kPush:
      parameters.of = PushParameters{.decay = decay,
                                     .epsilon = Given(options.epsilon, way, Parameter::kEpsilon),
                                     .seed = options.seed};
      AKIN_TRY(CheckFloor(std::get<PushParameters>(parameters.of)));
      break;
    case Method::kSeries:
      parameters.of = SeriesParameters{.decay = decay, .iterations = iterations};
      break;
    case Method::kNorms:
      parameters.of = NormsParameters{.decay = decay, .iterations = iterations};
      break;
    default:
      parameters.of = FingerprintParameters{
          .decay = decay,
          .length = Given(options.length, way, Parameter::kLength, 1U),
          .fingerprints = Given(options.fingerprints, way, Parameter::kFingerprints),
          .seed = options.seed};
  }
  AKIN_TRY(CheckParameters(parameters));
  AKIN_TRY(CheckShards(options, parameters));
  return parameters;
}

Status CheckParameters(const IndexParameters& parameters) {
  const MeasureFacts& facts = FactsOf(parameters.measure);
  const Way* const way = facts.WayOf(parameters.method);
  if (way == nullptr || !FactsOf(parameters.method).of_index) {
    return InvalidArgument(
        "method", fmt::format("{} has no method {}", facts.name, MethodName(parameters.method)));
  }
  AKIN_TRY(CheckRanges(facts.name, *way, {{Parameter::kDecay, parameters.decay()}}));
  if (const auto* push = std::get_if<PushParameters>(&parameters.of)) {
    return CheckRanges(facts.name, *way, {{Parameter::kEpsilon, push->epsilon}});
  }
  if (const auto* series = std::get_if<SeriesParameters>(&parameters.of)) {
    return CheckRanges(facts.name, *way, {{Parameter::kIterations, series->iterations}});
  }
  if (const auto* norms = std::get_if<NormsParameters>(&parameters.of)) {
    return CheckRanges(facts.name, *way, {{Parameter::kIterations, norms->iterations}});
  }
  const auto& prints = std::get<FingerprintParameters>(parameters.of);
  AKIN_TRY(CheckRanges(
      facts.name, *way,
      {{Parameter::kLength, prints.length}, {Parameter::kFingerprints, prints.fingerprints}}));
  if (WalksOf(parameters).layers() * uint64_t{prints.fingerprints} > kMostForests) {
    return InvalidArgument(
        "fingerprints", fmt::format("{} fingerprints of {} distances each; at most {} in all are "
                                    "possible",
                                    prints.fingerprints, prints.length, kMostForests));
  }
  return {};
}

std::string DefaultIndexName(const IndexParameters& parameters) {
  const MeasureFacts& facts = FactsOf(parameters.measure);
  if (parameters.method == facts.index()->method) return std::string(facts.name);
  return fmt::format("{}-{}", facts.name, MethodName(parameters.method));
}

std::string BoilerplateSuffix(Boilerplate boilerplate) {
  if (boilerplate == Boilerplate::kKeep) return "";
  return fmt::format("-{}", BoilerplateName(boilerplate));
}

}  // namespace akin
