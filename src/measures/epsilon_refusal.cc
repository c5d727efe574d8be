#include "measures/epsilon_refusal.h"

#include <fmt/format.h>

#include "akin/errors.h"

namespace akin {

std::string ErrorAndAdvice(double error, const ParameterRange& epsilon, bool has_decay) {
  const double enough = 1.01 * error;  // three digits of it are still more than the error
  const char* advice = "give the iterations instead";
  if (epsilon.Holds(1.01 * enough)) {  // so the printed digits are in the range, too
    advice = has_decay ? "take that or more, or a lower decay" : "take that or more";
  } else if (has_decay) {
    advice = "take a lower decay";
  }
  return fmt::format("{:.3g}; {}", enough, advice);
}

Status RefuseOutOfReach(const OutOfReach& reach) {
  return InvalidArgument(
      "epsilon", fmt::format("an epsilon of {} takes more than {} iterations of {}, which are the "
                             "most and leave an error of up to {}",
                             reach.epsilon, reach.most, reach.measure,
                             ErrorAndAdvice(reach.left_out, reach.range, reach.has_decay)));
}

}  // namespace akin
