#include "progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "print.h"
#include "progress_line.h"
#include "terminal.h"

namespace akin::cli {
namespace {

using Clock = std::chrono::steady_clock;

void Clear() { WriteRaw(stderr, "\r\033[K"); }

struct Bar {
  std::string what;
  Clock::time_point start = Clock::now();
  WorkRate rate;
  bool drawn = false;

  void Update(const Progress& progress) {
    if (progress.what != what) {
      what = progress.what;
      start = Clock::now();
      rate = WorkRate();
    }
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    rate.Learn(progress.done, elapsed.count());
    const bool ended = progress.total > 0 && progress.done >= progress.total;
    if (ended) {
      if (drawn) Clear();
      drawn = false;
      return;
    }
    if (elapsed.count() < 0.5) return;
    // The last column stays free, because some terminals begin a new line after it.
    Clear();
    Write(stderr, ProgressLine(progress, rate.PerSecond(), TerminalWidth(STDERR_FILENO) - 1));
    std::fflush(stderr);
    drawn = true;
  }

  ~Bar() {
    if (drawn) Clear();
  }
};

}  // namespace

std::function<void(const Progress&)> ProgressBar() {
  return [bar = std::make_shared<Bar>()](const Progress& progress) { bar->Update(progress); };
}

}  // namespace akin::cli
