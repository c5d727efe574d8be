// What the progress of work looks like in one line: "walking  42/100 fingerprints  9.8/s  6.0 s
// left". Knows nothing of clocks or terminals.
#ifndef AKIN_CLI_PROGRESS_LINE_H_
#define AKIN_CLI_PROGRESS_LINE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "akin/control.h"

namespace akin::cli {

// How fast work goes now. Recent work counts more than work of long ago, so that the rate follows
// work that becomes slower or faster: what was done `kMemory` seconds ago weighs 1/e. In the
// beginning it is the plain mean.
class WorkRate {
 public:
  static constexpr double kMemory = 15;

  // `done` of the work was done `seconds` after its start. If less is done than before, the work
  // has begun again.
  void Learn(uint64_t done, double seconds);
  double PerSecond() const;  // 0 if not known yet

 private:
  uint64_t done_ = 0;
  double seconds_ = 0;
  double recent_done_ = 0;     // weighted
  double recent_seconds_ = 0;  // weighted alike
};

// In at most `width` columns. If there is too little room, what the work is called is shortened in
// the middle, because it may be a long path; then the rate is left out, and what is left is cut.
std::string ProgressLine(const Progress& progress, double per_second, size_t width);

}  // namespace akin::cli

#endif  // AKIN_CLI_PROGRESS_LINE_H_
