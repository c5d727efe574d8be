// How long tests of random cases go on: a few cases, or, for a long run, as many seconds as the
// environment says in AKIN_STRESS_SECONDS. AKIN_STRESS_SEED is the first seed.
#ifndef AKIN_TESTS_STRESS_H_
#define AKIN_TESTS_STRESS_H_

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

namespace akin {

class StressRun {
 public:
  // Without a number of seconds there are this many cases.
  explicit StressRun(uint64_t cases)
      : cases_(cases), seconds_(Number("AKIN_STRESS_SECONDS")), seed_(Number("AKIN_STRESS_SEED")) {}
  ~StressRun() {
    if (seconds_ > 0) std::cout << "stress: " << done_ << " cases\n";
  }
  StressRun(const StressRun&) = delete;
  StressRun& operator=(const StressRun&) = delete;

  // False if there is no other case.
  bool Next() {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
    if (seconds_ > 0 ? passed.count() >= static_cast<double>(seconds_) : done_ == cases_) {
      return false;
    }
    ++done_;
    return true;
  }
  uint64_t seed() const { return seed_ + done_; }

 private:
  static uint64_t Number(const char* name) {
    const char* const text = std::getenv(name);
    return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
  }

  uint64_t cases_;
  uint64_t seconds_;
  uint64_t seed_;
  uint64_t done_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace akin

#endif  // AKIN_TESTS_STRESS_H_
