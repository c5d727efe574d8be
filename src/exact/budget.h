// Whether a solver fits the memory it is granted, told before anything large is allocated.
#ifndef AKIN_SRC_EXACT_BUDGET_H_
#define AKIN_SRC_EXACT_BUDGET_H_

#include <cstddef>
#include <string_view>

#include "akin/control.h"
#include "akin/status.h"

namespace akin {

// In bytes, as floating point: the square of 2^32 overflows 64 bits.
struct MemoryNeed {
  double fixed = 0;
  double per_thread = 0;
};

// kOutOfBudget that says what is needed and what to do: `instead`, or grant more.
Status OverBudget(std::string_view measure, double need, std::string_view instead,
                  const Control& control);

// As many threads as were asked for, but no more than have work and fit; OverBudget if not even one
// does.
Result<unsigned> ThreadsWithin(std::string_view measure, const MemoryNeed& need, size_t busy,
                               std::string_view instead, const Control& control);

// kOutOfBudget: the system has less than what was granted.
Status SystemRefused(std::string_view measure, double bytes);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_BUDGET_H_
