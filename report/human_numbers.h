// Numbers in readable form.
#ifndef AKIN_REPORT_HUMAN_NUMBERS_H_
#define AKIN_REPORT_HUMAN_NUMBERS_H_

#include <cstdint>
#include <string>

namespace akin::report {

// "3.4 MB".
std::string HumanBytes(uint64_t bytes);
// 1234567 -> "1,234,567".
std::string Grouped(uint64_t number);
std::string HumanSeconds(double seconds);

}  // namespace akin::report

#endif  // AKIN_REPORT_HUMAN_NUMBERS_H_
