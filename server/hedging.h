// When to ask a second machine the same: after the time in which most answers come, and not too
// often, because asking twice makes slow machines slower (Dean and Barroso, The tail at scale).
#ifndef AKIN_SERVER_HEDGING_H_
#define AKIN_SERVER_HEDGING_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>

namespace akin::server {

// Safe from any thread.
class Hedging {
 public:
  using Duration = std::chrono::microseconds;

  // An answer came after so long.
  void Observe(Duration latency);
  // After how long a second machine is worth asking: the time in which 95% of the answers came, of
  // late. While few are known, a tenth of a second.
  Duration Delay() const;

  // A first question was sent. For twenty of them, one may be sent again.
  void Earn();
  // Whether one may be sent again now, which it then is.
  bool Spend();

 private:
  // Buckets are a quarter of a doubling wide, from 16 microseconds on; the last is open.
  static constexpr size_t kBuckets = 96;
  static constexpr uint32_t kRemembered = 1000;  // then all counts are halved
  static constexpr unsigned kQuestionsPerHedge = 20;
  static constexpr unsigned kMostSaved = 10 * kQuestionsPerHedge;

  mutable std::mutex mutex_;
  std::array<uint32_t, kBuckets> counts_{};
  uint32_t total_ = 0;
  unsigned saved_ = kMostSaved;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_HEDGING_H_
