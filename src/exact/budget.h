// Checks whether a solver fits its memory budget, before anything large is allocated.
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

// Returns kOutOfBudget with a message that says how much is needed and what to do: `instead`, or
// grant more memory.
Status OverBudget(std::string_view measure, double need, std::string_view instead,
                  const Control& control);

// The number of threads asked for, limited to those that have work and fit the budget. OverBudget
// if not even one fits.
Result<unsigned> ThreadsWithin(std::string_view measure, const MemoryNeed& need, size_t busy,
                               std::string_view instead, const Control& control);

// kOutOfBudget: the system has less memory than the budget.
Status SystemRefused(std::string_view measure, double bytes);

}  // namespace akin

#endif  // AKIN_SRC_EXACT_BUDGET_H_
