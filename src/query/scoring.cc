#include "query/scoring.h"

#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {

// Contributions of a measure without decay, that is text, are 1.
double MeetingWeight(Method method, double decay, unsigned step) {
  if (decay == 0) return 1;
  return std::pow(decay, step) * (method == Method::kClasses ? 1 - decay : 1.0);
}

Result<Scoring> MakeScoring(const RelatedOptions& options, const IndexParameters& index,
                            unsigned used, unsigned scale) {
  const auto& own = std::get<FingerprintParameters>(index.of);
  if (options.fingerprints > own.fingerprints) {
    return InvalidArgument("fingerprints", fmt::format("{} fingerprints asked for, there are {}",
                                                       options.fingerprints, own.fingerprints));
  }
  if (!(options.share > 0 && options.share <= 1)) {
    return InvalidArgument(
        "share", fmt::format("{} is no share; give a number above 0, up to 1", options.share));
  }
  if (options.share < 1 && options.fingerprints != 0) {
    return InvalidArgument("share", "either a share of the shards or a number of fingerprints");
  }
  if (options.share < 1 && used == 0) {
    return InvalidArgument("share", "without an index there are no shards to take a share of");
  }
  if (options.decay != 0) {
    const MeasureFacts& facts = FactsOf(index.measure);
    const ParameterRange* range = facts.index()->RangeOf(Parameter::kDecay);
    if (range == nullptr) {
      return InvalidArgument("decay", fmt::format("{} has no decay; leave it out", facts.name));
    }
    AKIN_TRY(CheckRange(facts.name, *range, options.decay));
  }
  if (std::isnan(options.min_score)) {
    return InvalidArgument("min_score", "the least score is not a number");
  }
  if (options.length > own.length) {
    return InvalidArgument("length", fmt::format("walks of {} steps asked for, there are {}",
                                                 options.length, own.length));
  }
  return Scoring(index.method, options.decay == 0 ? own.decay : options.decay,
                 options.length == 0 ? own.length : options.length,
                 used != 0                   ? used
                 : options.fingerprints == 0 ? own.fingerprints
                                             : options.fingerprints,
                 scale);
}

}  // namespace akin
