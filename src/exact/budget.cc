#include "exact/budget.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/threads.h"

namespace akin {
namespace {

constexpr double kMiB = 1 << 20;

}  // namespace

Status OverBudget(std::string_view measure, double need, std::string_view instead,
                  const Control& control) {
  return {Code::kOutOfBudget,
          fmt::format("exact {} needs {:.0f} MiB here and {:.0f} MiB are granted: {}, or grant "
                      "more (--memory)",
                      measure, std::ceil(need / kMiB),
                      std::floor(static_cast<double>(control.memory) / kMiB), instead)};
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
  return {Code::kOutOfBudget, fmt::format("the system refused {:.0f} MiB of memory for exact {}",
                                          std::ceil(bytes / kMiB), measure)};
}

}  // namespace akin
