// Counts work done by many threads and reports it, at most a few times per second.
#ifndef AKIN_SRC_BASE_PROGRESS_H_
#define AKIN_SRC_BASE_PROGRESS_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "akin/control.h"

namespace akin {

class ProgressMeter {
 public:
  ProgressMeter(const Control& control, std::string what, std::string unit, uint64_t total);
  ~ProgressMeter();  // sends the last report
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  // Safe from any thread.
  void Advance(uint64_t amount);

 private:
  using Clock = std::chrono::steady_clock;
  void Report();

  const Control& control_;
  std::string what_;
  std::string unit_;
  uint64_t total_;
  std::atomic<uint64_t> done_ = 0;
  std::atomic<Clock::rep> next_report_ = 0;
  std::mutex mutex_;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_PROGRESS_H_
