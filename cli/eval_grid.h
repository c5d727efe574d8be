// The values that --sweep asks for: lists of lengths, decays and numbers of fingerprints.
#ifndef AKIN_CLI_EVAL_GRID_H_
#define AKIN_CLI_EVAL_GRID_H_

#include <span>
#include <string>

#include "akin/eval.h"
#include "akin/measures.h"

namespace akin::cli {

// Each of `sweeps` is length=VALUES, decay=VALUES or fingerprints=VALUES (value_list.h). Replaces
// the values of the same name in `defaults`, in ascending order. The length of a solver is its
// number of iterations. What this way of computing the measure does not take is left alone.
// kInvalidArgument says what is wrong, also with values outside of the ranges of this way.
Result<Grid> ParseGrid(std::span<const std::string> sweeps, const MeasureFacts& facts,
                       const Way& way, Grid defaults);

}  // namespace akin::cli

#endif  // AKIN_CLI_EVAL_GRID_H_
