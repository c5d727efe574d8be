#include "query/scoring.h"

#include <fmt/format.h>

#include "base/errors.h"

namespace akin {

Result<Scoring> MakeScoring(const RelatedOptions& options, const WalkParameters& walk, double decay,
                            unsigned fingerprints) {
  if (options.fingerprints > fingerprints) {
    return InvalidArgument("fingerprints", fmt::format("{} fingerprints asked for, there are {}",
                                                       options.fingerprints, fingerprints));
  }
  if (walk.measure == Measure::kText && options.decay != 0) {
    return InvalidArgument(
        "decay", fmt::format("decay {} for an index of text, which has none", options.decay));
  }
  const double own_decay = options.decay == 0 ? decay : options.decay;
  if (walk.measure != Measure::kText && !(own_decay > 0 && own_decay < 1)) {
    return InvalidArgument("decay", fmt::format("decay {} is not between 0 and 1", own_decay));
  }
  if (std::isnan(options.min_score)) {
    return InvalidArgument("min_score", "the least score is not a number");
  }
  if (options.length > walk.length) {
    return InvalidArgument("length", fmt::format("walks of {} steps asked for, there are {}",
                                                 options.length, walk.length));
  }
  return Scoring(walk.measure, own_decay, options.length == 0 ? walk.length : options.length,
                 options.fingerprints == 0 ? fingerprints : options.fingerprints);
}

}  // namespace akin
