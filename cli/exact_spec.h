// An exact measure and its parameters in one word: simrank, simrank:iterations=5:decay=0.8,
// text:bags=anchors.
#ifndef AKIN_CLI_EXACT_SPEC_H_
#define AKIN_CLI_EXACT_SPEC_H_

#include <string>
#include <string_view>

#include "akin/exact.h"
#include "akin/status.h"

namespace akin::cli {

// Parameters are iterations, decay, side, lambda, popularity and bags; those left out are as usual.
// kInvalidArgument says what is wrong.
Result<ExactOptions> ParseExactSpec(std::string_view text);

}  // namespace akin::cli

#endif  // AKIN_CLI_EXACT_SPEC_H_
