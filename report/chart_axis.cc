#include "report/chart_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/human_numbers.h"

namespace akin::report {
namespace {

constexpr double kAir = 0.04;       // margin at both ends, as a share of the range
constexpr double kFewTicks = 6;     // about as many as a value axis gets
constexpr double kWholeTicks = 12;  // whole numbers all get one, up to that many
constexpr double kManyDecades = 3;  // more leave no space for ticks in between

// 1, 10, 100, 1k, 10k, ..., and 0.1, 0.01 below.
std::string ShortNumber(double number) {
  constexpr std::array<const char*, 5> kUnits = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  for (; number >= 1000 && unit + 1 < kUnits.size(); ++unit) number /= 1000;
  return fmt::format("{:g}{}", number, kUnits[unit]);
}

// The smallest of 1, 2, 5, 10, ... times a power of ten that is at least `least`.
double NiceStep(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double lead : {1.0, 2.0, 5.0}) {
    if (lead * power >= least * (1 - 1e-9)) return lead * power;
  }
  return 10 * power;
}

// With the decimals that the step needs; in short form if that would be long.
std::string TickLabel(double at, double step) {
  if (std::abs(at) < step / 2) return "0";
  const double decimals = std::max(0.0, -std::floor(std::log10(step) + 1e-9));
  if (decimals > 6 || std::abs(at) >= 1e6) return fmt::format("{:.6g}", at);
  return fmt::format("{:.{}f}", at, static_cast<int>(decimals));
}

std::vector<Tick> NiceTicks(double least, double most, bool whole) {
  std::vector<Tick> ticks;
  const double range = most - least;
  const double step = NiceStep(whole ? std::max(range / kWholeTicks, 1.0) : range / kFewTicks);
  const double first = std::ceil(least / step - 1e-9);
  const double count = std::floor(most / step + 1e-9) - first + 1;
  for (double i = 0; i < count; ++i) {
    const double at = (first + i) * step;
    ticks.push_back({.at = at, .label = TickLabel(at, step)});
  }
  return ticks;
}

}  // namespace

double Place(const Axis& axis, double value) {
  if (!axis.logarithmic) return (value - axis.least) / (axis.most - axis.least);
  return std::log(value / axis.least) / std::log(axis.most / axis.least);
}

bool CanShow(const Axis& axis, double value) {
  return std::isfinite(value) && (!axis.logarithmic || value > 0);
}

Axis CountingAxis(std::string title, unsigned first, unsigned last) {
  Axis axis{.title = std::move(title), .least = first - 0.5, .most = last + 0.5};
  constexpr unsigned kMostTicks = 15;
  unsigned step = 1;
  unsigned lead = 1;  // its first digit
  while ((last - first) / step >= kMostTicks) {
    // 1, 2, 5, 10, 20, 50, ...
    step = lead == 2 ? step / 2 * 5 : step * 2;
    lead = lead == 1 ? 2 : lead == 2 ? 5 : 1;
  }
  for (unsigned at = (first + step - 1) / step * step; at <= last; at += step) {
    axis.ticks.push_back({.at = static_cast<double>(at), .label = fmt::to_string(at)});
  }
  return axis;
}

Axis PercentAxis(std::string title) {
  Axis axis{.title = std::move(title), .least = 0, .most = 1};
  for (int percent = 0; percent <= 100; percent += 20) {
    axis.ticks.push_back({.at = percent / 100.0, .label = fmt::format("{}%", percent)});
  }
  return axis;
}

Axis PowersOfTen(std::string title, double least, double most) {
  const double first = std::floor(std::log10(least));
  const double last = std::max(std::ceil(std::log10(most)), first + 1);
  Axis axis{.title = std::move(title),
            .least = std::pow(10, first),
            .most = std::pow(10, last),
            .logarithmic = true};
  if (least < 1.5 * axis.least) axis.least /= 2;
  for (double power = first; power <= last; ++power) {
    const double at = std::pow(10, power);
    axis.ticks.push_back({.at = at, .label = ShortNumber(at)});
  }
  return axis;
}

Axis PowersOfTwo(std::string title, double least, double most) {
  Axis axis{.title = std::move(title), .least = least, .most = most, .logarithmic = true};
  for (double at = least; at <= most; at *= 2) {
    axis.ticks.push_back({.at = at, .label = Grouped(static_cast<uint64_t>(at))});
  }
  return axis;
}

Axis ValueAxis(std::string title, double least, double most, bool whole) {
  // A single value gets space around it; differences below rounding do not count.
  const double size = std::max(std::abs(least), std::abs(most));
  const double rounding = std::max(size * 1e-9, 1e-99);
  const double air = most - least > rounding ? kAir * (most - least)
                                             : std::max({size / 10, rounding, whole ? 1.0 : 0});
  Axis axis{.title = std::move(title), .least = least - air, .most = most + air};
  // If no number is below 0, the axis ends there.
  if (least >= 0 && axis.least < 0) axis.least = 0;
  if (most <= 0 && axis.most > 0 && axis.least < 0) axis.most = 0;
  axis.ticks = NiceTicks(axis.least, axis.most, whole);
  return axis;
}

Axis LogAxis(std::string title, double least, double most) {
  const double air = std::max(std::pow(most / least, kAir), 1.02);
  Axis axis{
      .title = std::move(title), .least = least / air, .most = most * air, .logarithmic = true};
  const double decades = std::log10(axis.most / axis.least);
  for (double power = std::floor(std::log10(axis.least)); power <= std::log10(axis.most); ++power) {
    for (const double lead : {1.0, 2.0, 5.0}) {
      const double at = lead * std::pow(10, power);
      if (lead > 1 && decades > kManyDecades) break;
      if (at < axis.least || at > axis.most) continue;
      axis.ticks.push_back({.at = at, .label = ShortNumber(at)});
    }
  }
  // A range too narrow for such ticks gets ordinary ones.
  if (axis.ticks.size() < 3) axis.ticks = NiceTicks(axis.least, axis.most, /*whole=*/false);
  return axis;
}

Axis CategoryAxis(std::string title, const std::vector<std::string>& words) {
  Axis axis{.title = std::move(title),
            .least = -0.5,
            .most = static_cast<double>(std::max<size_t>(words.size(), 1)) - 0.5};
  for (const std::string& word : words) {
    axis.ticks.push_back({.at = static_cast<double>(axis.ticks.size()), .label = word});
  }
  return axis;
}

}  // namespace akin::report
