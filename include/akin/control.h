// What every long call takes beside its options: threads, memory, a way to stop it and to watch it.
#ifndef AKIN_CONTROL_H_
#define AKIN_CONTROL_H_

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string_view>

namespace akin {

// One report of work under way. `total` is 0 while the end is not known.
struct Progress {
  std::string_view what;  // "walking", "reading links.tsv"
  std::string_view unit;  // "fingerprints", "bytes"
  uint64_t done = 0;
  uint64_t total = 0;
};

struct Control {
  unsigned threads = 0;                 // 0: one per core
  uint64_t memory = uint64_t{2} << 30;  // bytes the call may hold beside mapped files
  std::stop_token stop;                 // a stop makes the call return Code::kCancelled soon
  std::function<void(const Progress&)> progress;  // may be called from any thread, one at a time
};

}  // namespace akin

#endif  // AKIN_CONTROL_H_
