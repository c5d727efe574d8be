#include "base/progress.h"

#include <utility>

namespace akin {
namespace {

constexpr std::chrono::milliseconds kBetweenReports{100};

}  // namespace

ProgressMeter::ProgressMeter(const Control& control, std::string what, std::string unit,
                             uint64_t total)
    : control_(control), what_(std::move(what)), unit_(std::move(unit)), total_(total) {
  Report();
}

ProgressMeter::~ProgressMeter() { Report(); }

void ProgressMeter::Report() {
  if (!control_.progress) return;
  const std::lock_guard lock(mutex_);
  control_.progress({.what = what_, .unit = unit_, .done = done_.load(), .total = total_});
}

void ProgressMeter::Advance(uint64_t amount) {
  done_.fetch_add(amount, std::memory_order_relaxed);
  if (!control_.progress) return;
  const Clock::rep now = Clock::now().time_since_epoch().count();
  Clock::rep due = next_report_.load(std::memory_order_relaxed);
  if (now < due) return;
  const Clock::rep next =
      now + std::chrono::duration_cast<Clock::duration>(kBetweenReports).count();
  if (next_report_.compare_exchange_strong(due, next)) Report();
}

}  // namespace akin
