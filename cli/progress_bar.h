// A line on the terminal that shows the progress of work: "walking  42/100 fingerprints  9.8/s 0:06
// left".
#ifndef AKIN_CLI_PROGRESS_BAR_H_
#define AKIN_CLI_PROGRESS_BAR_H_

#include <functional>

#include "akin/control.h"

namespace akin::cli {

// A sink for Control::progress. Draws nothing in the first half second of a piece of work, and
// erases its line when the work ends.
std::function<void(const Progress&)> ProgressBar();

}  // namespace akin::cli

#endif  // AKIN_CLI_PROGRESS_BAR_H_
