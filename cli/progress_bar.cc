#include "progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "report/human_numbers.h"

namespace akin::cli {
namespace {

using report::Grouped;
using report::HumanBytes;
using report::HumanSeconds;

using Clock = std::chrono::steady_clock;

size_t TerminalWidth() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string Amount(const Progress& progress, uint64_t amount) {
  return progress.unit == "bytes" ? HumanBytes(amount) : Grouped(amount);
}

struct Bar {
  std::string what;
  Clock::time_point start = Clock::now();
  bool drawn = false;

  void Update(const Progress& progress) {
    if (progress.what != what) {
      what = progress.what;
      start = Clock::now();
    }
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    const bool ended = progress.total > 0 && progress.done >= progress.total;
    if (ended) {
      if (drawn) fmt::print(stderr, "\r\033[K");
      drawn = false;
      return;
    }
    if (elapsed.count() < 0.5) return;
    fmt::print(stderr, "\r\033[K{}", Line(progress, elapsed.count()));
    std::fflush(stderr);
    drawn = true;
  }

  static std::string Line(const Progress& progress, double seconds) {
    std::string line = fmt::format("{}  {}", progress.what, Amount(progress, progress.done));
    if (progress.total > 0) line += fmt::format("/{}", Amount(progress, progress.total));
    if (progress.unit != "bytes") line += fmt::format(" {}", progress.unit);
    const double rate = static_cast<double>(progress.done) / seconds;
    if (rate >= 1) {
      line += fmt::format("  {}/s", Amount(progress, static_cast<uint64_t>(rate)));
    } else if (rate > 0) {
      line += fmt::format("  {:.2f}/s", rate);
    }
    if (progress.total > progress.done && rate > 0) {
      const double left = static_cast<double>(progress.total - progress.done) / rate;
      line += fmt::format("  {} left", HumanSeconds(left));
    }
    // This may cut a multi-byte character and garble the line, but names are mostly plain ASCII.
    return line.substr(0, TerminalWidth() - 1);
  }

  ~Bar() {
    if (drawn) fmt::print(stderr, "\r\033[K");
  }
};

}  // namespace

std::function<void(const Progress&)> ProgressBar() {
  return [bar = std::make_shared<Bar>()](const Progress& progress) { bar->Update(progress); };
}

}  // namespace akin::cli
