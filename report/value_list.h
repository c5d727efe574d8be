// Lists of numbers as people write them: 10,20,50 or 1..10 or 0.1..0.9:0.1, and combinations.
#ifndef AKIN_REPORT_VALUE_LIST_H_
#define AKIN_REPORT_VALUE_LIST_H_

#include <optional>
#include <string_view>
#include <vector>

#include "akin/status.h"

namespace akin::report {

// The whole text as a number; nullopt if it is not one, or not finite.
std::optional<double> ParseNumber(std::string_view text);

// FIRST..LAST has steps of 1 unless :STEP is given, and includes LAST if a step leads there, up to
// rounding. kInvalidArgument says what is wrong; no numbers and more than 10,000 are errors too.
Result<std::vector<double>> ParseValues(std::string_view text);

// The parts between commas, none of them empty.
Result<std::vector<std::string_view>> ParseList(std::string_view text);

}  // namespace akin::report

#endif  // AKIN_REPORT_VALUE_LIST_H_
