// The axes of charts: their ranges and ticks.
#ifndef AKIN_REPORT_CHART_AXIS_H_
#define AKIN_REPORT_CHART_AXIS_H_

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace akin::report {

struct Tick {
  double at = 0;
  std::string label;
};

// From `least` to `most`. Labels that do not fit are left out; their ticks stay.
struct Axis {
  std::string title;
  double least = 0;
  double most = 1;
  bool logarithmic = false;
  std::vector<Tick> ticks;
  std::string_view colour = "#444444";  // of its title and labels
};

// The range of some numbers.
struct Range {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  void Add(double value) {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  bool empty() const { return least > most; }
};

// 0 for the least value, 1 for the most.
double Place(const Axis& axis, double value);
// Only finite numbers can be drawn, and on a logarithmic axis only those above 0.
bool CanShow(const Axis& axis, double value);

// Whole numbers, with half a unit of space at both ends.
Axis CountingAxis(std::string title, unsigned first, unsigned last);
Axis PercentAxis(std::string title);
// Logarithmic. Powers of ten that enclose the range, with space below `least` so that a bar is
// visible.
Axis PowersOfTen(std::string title, double least, double most);
// Logarithmic. A tick at every power of two in a range that begins and ends with one.
Axis PowersOfTwo(std::string title, double least, double most);

// Any range of numbers below 1e100, with some space at both ends and ticks at multiples of 1, 2 or
// 5 times a power of ten; if `whole`, only at whole numbers.
Axis ValueAxis(std::string title, double least, double most, bool whole = false);
// The same for numbers above 0, logarithmic: ticks at 1, 2, 5, 10, ..., or only at powers of ten if
// there are many of these.
Axis LogAxis(std::string title, double least, double most);
// Words, at 0, 1, 2, ...
Axis CategoryAxis(std::string title, const std::vector<std::string>& words);

}  // namespace akin::report

#endif  // AKIN_REPORT_CHART_AXIS_H_
