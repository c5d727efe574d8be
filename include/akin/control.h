// Parameters of every long call: threads, memory, a way to stop it and to watch its progress.
#ifndef AKIN_CONTROL_H_
#define AKIN_CONTROL_H_

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace akin {

// One progress report. `total` is 0 while it is unknown.
struct Progress {
  std::string_view what;  // "walking", "reading links.tsv"
  std::string_view unit;  // "fingerprints", "bytes"
  uint64_t done = 0;
  uint64_t total = 0;
};

struct Control {
  unsigned threads = 0;                 // 0: one per core
  uint64_t memory = uint64_t{2} << 30;  // bytes that the call may use besides mapped files
  std::stop_token stop;                 // a stop makes the call soon return Code::kCancelled
  std::function<void(const Progress&)> progress;  // may be called from any thread, one at a time
};

}  // namespace akin

#endif  // AKIN_CONTROL_H_
