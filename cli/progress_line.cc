#include "progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/human_numbers.h"
#include "terminal.h"

namespace akin::cli {
namespace {

using report::Grouped;
using report::HumanBytes;
using report::HumanSeconds;

constexpr size_t kShortestName = 12;  // of work, unless the terminal is very narrow

std::string Amount(const Progress& progress, uint64_t amount) {
  return progress.unit == "bytes" ? HumanBytes(amount) : Grouped(amount);
}

std::string CountText(const Progress& progress) {
  std::string text = "  " + Amount(progress, progress.done);
  if (progress.total > 0) text += fmt::format("/{}", Amount(progress, progress.total));
  if (progress.unit != "bytes") text += fmt::format(" {}", progress.unit);
  return text;
}

std::string RateText(const Progress& progress, double per_second) {
  if (per_second >= 10 || (per_second >= 1 && progress.unit == "bytes")) {
    return fmt::format("  {}/s", Amount(progress, static_cast<uint64_t>(per_second)));
  }
  return per_second > 0 ? fmt::format("  {:.{}f}/s", per_second, per_second >= 1 ? 1 : 2) : "";
}

std::string TimeLeft(const Progress& progress, double per_second) {
  if (progress.total <= progress.done || per_second <= 0) return "";
  return fmt::format(
      "  {} left", HumanSeconds(static_cast<double>(progress.total - progress.done) / per_second));
}

}  // namespace

void WorkRate::Learn(uint64_t done, double seconds) {
  if (done < done_ || seconds < seconds_) *this = WorkRate();
  const double passed = seconds - seconds_;
  const double keep = std::exp(-passed / kMemory);
  recent_done_ = recent_done_ * keep + static_cast<double>(done - done_);
  recent_seconds_ = recent_seconds_ * keep + passed;
  done_ = done;
  seconds_ = seconds;
}

double WorkRate::PerSecond() const {
  return recent_seconds_ > 0 ? recent_done_ / recent_seconds_ : 0;
}

std::string ProgressLine(const Progress& progress, double per_second, size_t width) {
  const std::string count = CountText(progress);
  const std::string rate = RateText(progress, per_second);
  const std::string left = TimeLeft(progress, per_second);
  const size_t wanted = std::min(DisplayWidth(progress.what), kShortestName);
  std::string rest = count + rate + left;
  if (wanted + DisplayWidth(rest) > width) rest = count + left;
  const size_t taken = DisplayWidth(rest);
  const size_t room = width > taken + wanted ? width - taken : wanted;
  return CutEnd(CutMiddle(progress.what, room) + rest, width);
}

}  // namespace akin::cli
