#include "query/scoring.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

// A query may use a part of what an index has, but some.
Status CheckCount(std::string_view parameter, std::string_view things,
                  const std::optional<unsigned>& asked, unsigned most) {
  if (!asked || (*asked >= 1 && *asked <= most)) return {};
  return InvalidArgument(
      parameter, fmt::format("{} {} asked for; 1 to {} are possible here", *asked, things, most));
}

// Only walks have a time at which they meet.
Status CheckFunction(const RelatedOptions& options, const IndexParameters& index) {
  if (!options.function) return {};
  if (index.method != Method::kWalks) {
    return InvalidArgument("function",
                           fmt::format("{} has no walks that meet, so there is nothing for a "
                                       "function to count; ask an index of walks, such as simrank "
                                       "or psimrank",
                                       MeasureName(index.measure)));
  }
  if (!options.decay || *options.function == MeetingFunction::kExponential) return {};
  return InvalidArgument("decay", "only the function exponential has a decay");
}

}  // namespace

// Contributions of a measure without decay, that is text, are 1.
double MeetingWeight(const Weighting& weighting, unsigned step) {
  const auto& [method, decay, length, function] = weighting;
  if (method == Method::kWalks) return MeetingFunctionAt(function, decay, length, step);
  return decay == 0 ? 1 : std::pow(decay, step) * (1 - decay);
}

Weighting WeightingFor(const RelatedOptions& options, const Weighting& own) {
  return {.method = own.method,
          .decay = options.decay.value_or(own.decay),
          .length = options.length.value_or(own.length),
          .function = options.function.value_or(own.function)};
}

Weighting WeightingFor(const RelatedOptions& options, const IndexParameters& index) {
  const auto& own = std::get<FingerprintParameters>(index.of);
  return WeightingFor(options, {.method = index.method, .decay = own.decay, .length = own.length});
}

Result<Scoring> MakeScoring(const RelatedOptions& options, const IndexParameters& index,
                            unsigned used, unsigned scale) {
  const auto& own = std::get<FingerprintParameters>(index.of);
  AKIN_TRY(CheckCount("fingerprints", "fingerprints", options.fingerprints, own.fingerprints));
  if (!(options.share > 0 && options.share <= 1)) {
    return InvalidArgument(
        "share", fmt::format("{} is no share; give a number above 0, up to 1", options.share));
  }
  if (options.share < 1 && options.fingerprints) {
    return InvalidArgument("share", "either a share of the shards or a number of fingerprints");
  }
  if (options.share < 1 && used == 0) {
    return InvalidArgument("share", "without an index there are no shards to take a share of");
  }
  if (options.decay) {
    const MeasureFacts& facts = FactsOf(index.measure);
    const ParameterRange* range = facts.index()->RangeOf(Parameter::kDecay);
    if (range == nullptr) {
      return InvalidArgument("decay", fmt::format("{} has no decay; leave it out", facts.name));
    }
    AKIN_TRY(CheckRange(facts.name, *range, *options.decay));
  }
  if (std::isnan(options.min_score)) {
    return InvalidArgument("min_score", "the least score is not a number");
  }
  AKIN_TRY(CheckFunction(options, index));
  AKIN_TRY(CheckCount("length", "steps", options.length, own.length));
  return Scoring(WeightingFor(options, index),
                 used != 0 ? used : options.fingerprints.value_or(own.fingerprints), scale);
}

}  // namespace akin
