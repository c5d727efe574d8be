// The values that --sweep asks for: lists of lengths, decays and numbers of fingerprints.
#ifndef AKIN_CLI_EVAL_GRID_H_
#define AKIN_CLI_EVAL_GRID_H_

#include <span>
#include <string>

#include "akin/eval.h"

namespace akin::cli {

// Each of `sweeps` is length=VALUES, decay=VALUES or fingerprints=VALUES (value_list.h). Replaces
// the values of the same name in `usual`, in ascending order. kInvalidArgument says what is wrong.
Result<Grid> ParseGrid(std::span<const std::string> sweeps, Grid defaults);

}  // namespace akin::cli

#endif  // AKIN_CLI_EVAL_GRID_H_
