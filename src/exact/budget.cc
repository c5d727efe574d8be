#include "exact/budget.h"

#include <fmt/format.h>

#include <algorithm>

#include "akin/errors.h"
#include "base/threads.h"

namespace akin {

Status OverBudget(std::string_view measure, double need, std::string_view instead,
                  const Control& control) {
  return OutOfMemory(fmt::format("exact {}", measure), need, static_cast<double>(control.memory),
                     instead);
}

Result<unsigned> ThreadsWithin(std::string_view measure, const MemoryNeed& need, size_t busy,
                               std::string_view instead, const Control& control) {
  const auto budget = static_cast<double>(control.memory);
  if (need.fixed + need.per_thread > budget) {
    return OverBudget(measure, need.fixed + need.per_thread, instead, control);
  }
  const double wanted = std::min(static_cast<double>(ThreadsOrAll(control.threads)),
                                 static_cast<double>(std::max<size_t>(busy, 1)));
  const double fit = (budget - need.fixed) / std::max(need.per_thread, 1.0);
  return static_cast<unsigned>(std::max(std::min(wanted, fit), 1.0));
}

Status SystemRefused(std::string_view measure, double bytes) {
  return MemoryRefused(fmt::format("exact {}", measure), bytes);
}

}  // namespace akin
