// The memory that the program takes, measured from outside.
#ifndef AKIN_TESTS_PEAK_MEMORY_H_
#define AKIN_TESTS_PEAK_MEMORY_H_

#include <fmt/format.h>
#include <fmt/os.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "start_program.h"

namespace akin {

// 24 MiB above a budget are allowed, as docs/operations.md states, for what the program always
// takes (code, libraries, small buffers) and for whole pages.
inline constexpr double kMegabytesBeside = 24;

struct Peak {
  int code = 0;
  double megabytes = 0;
};

// Runs the program itself, since memory is measured per process. The calling process must be small:
// its memory at the fork would count.
inline Peak PeakOf(const std::vector<std::string>& arguments) {
  int state = 0;
  rusage usage{};
  wait4(StartProgram(arguments), &state, 0, &usage);
  return {.code = WIFEXITED(state) ? WEXITSTATUS(state) : -1,
          .megabytes = static_cast<double>(usage.ru_maxrss) / 1024};
}

inline void WriteRandomLinks(const std::string& path, uint64_t vertices, uint64_t arcs) {
  auto out = fmt::output_file(path);
  const RandomStream random(1, 2, 3);
  for (uint64_t i = 0; i < arcs; ++i) {
    out.print("{}\t{}\n", random.Below(2 * i, vertices), random.Below(2 * i + 1, vertices));
  }
}

}  // namespace akin

#endif  // AKIN_TESTS_PEAK_MEMORY_H_
