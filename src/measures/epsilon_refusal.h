// How an epsilon that cannot be kept is refused: in the same words by exact measures, indexes and
// matching.
#ifndef AKIN_SRC_MEASURES_EPSILON_REFUSAL_H_
#define AKIN_SRC_MEASURES_EPSILON_REFUSAL_H_

#include <string>
#include <string_view>

#include "akin/measures.h"
#include "akin/status.h"

namespace akin {

// An error that can be kept, and what to do about it: "0.372; take that or more, or a lower decay".
// It is a little more than `error`, because it is rounded. Only what is possible is advised: an
// epsilon that is in its range, and a decay where there is one.
std::string ErrorAndAdvice(double error, const ParameterRange& epsilon, bool has_decay);

// An epsilon that takes more iterations than are allowed.
struct OutOfReach {
  std::string_view measure;
  double epsilon = 0;
  unsigned most = 0;     // iterations
  double left_out = 0;   // by these
  ParameterRange range;  // of epsilon
  bool has_decay = true;
};
// kInvalidArgument.
Status RefuseOutOfReach(const OutOfReach& reach);

}  // namespace akin

#endif  // AKIN_SRC_MEASURES_EPSILON_REFUSAL_H_
