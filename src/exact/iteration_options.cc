#include "exact/iteration_options.h"

#include <fmt/format.h>

#include <cmath>

#include "akin/errors.h"

namespace akin {

Status CheckIterationOptions(const IterationOptions& options, std::string_view measure) {
  if (!(options.decay > 0.0 && options.decay < 1.0)) {  // written so that NaN fails too
    return InvalidArgument(
        "decay", fmt::format("the decay of {} is {}; it must lie between 0 and 1, both excluded",
                             measure, options.decay));
  }
  if (options.iterations < 0) {
    return InvalidArgument(
        "iterations", fmt::format("{} cannot be iterated {} times", measure, options.iterations));
  }
  return {};
}

Status CheckEpsilon(double epsilon) {
  if (epsilon > 0 && epsilon < 1) return {};
  return InvalidArgument(
      "epsilon", fmt::format("epsilon is {}; it must lie between 0 and 1, both excluded", epsilon));
}

double Truncation(const IterationOptions& options) {
  return std::pow(options.decay, options.iterations + 1.0);
}

}  // namespace akin
