#include "server/hedging.h"

#include <algorithm>
#include <cmath>

namespace akin::server {
namespace {

constexpr double kFirstBucket = 16;  // microseconds
constexpr uint32_t kFew = 20;
constexpr Hedging::Duration kWhileFew{100'000};

}  // namespace

void Hedging::Observe(Duration latency) {
  const double doublings =
      std::log2(std::max(1.0, static_cast<double>(latency.count()) / kFirstBucket));
  const auto bucket = std::min(static_cast<size_t>(4 * doublings), kBuckets - 1);
  const std::lock_guard lock(mutex_);
  ++counts_[bucket];
  if (++total_ < kRemembered) return;
  total_ = 0;
  for (uint32_t& count : counts_) total_ += count /= 2;
}

Hedging::Duration Hedging::Delay() const {
  const std::lock_guard lock(mutex_);
  if (total_ < kFew) return kWhileFew;
  uint32_t left = total_ / 20;  // slower than what is looked for
  size_t bucket = kBuckets - 1;
  for (; bucket > 0 && counts_[bucket] <= left; --bucket) left -= counts_[bucket];
  return Duration(
      static_cast<int64_t>(kFirstBucket * std::exp2(static_cast<double>(bucket + 1) / 4)));
}

void Hedging::Earn() {
  const std::lock_guard lock(mutex_);
  saved_ = std::min(saved_ + 1, kMostSaved);
}

bool Hedging::Spend() {
  const std::lock_guard lock(mutex_);
  if (saved_ < kQuestionsPerHedge) return false;
  saved_ -= kQuestionsPerHedge;
  return true;
}

}  // namespace akin::server
