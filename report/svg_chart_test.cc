#include "report/svg_chart.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace akin::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> Labels(const Axis& axis) {
  std::vector<std::string> labels;
  for (const Tick& tick : axis.ticks) labels.push_back(tick.label);
  return labels;
}

size_t CountIn(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(ChartAxisTest, TicksAreRoundNumbers) {
  EXPECT_THAT(Labels(ValueAxis("", 0, 1)), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(Labels(ValueAxis("", 0.271, 0.366)),
              ElementsAre("0.28", "0.30", "0.32", "0.34", "0.36"));
  EXPECT_THAT(Labels(ValueAxis("", -0.8, 0.7)), ElementsAre("-0.5", "0", "0.5"));
  EXPECT_THAT(Labels(ValueAxis("", 1, 4, /*whole=*/true)), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(Labels(ValueAxis("", 0, 40, /*whole=*/true)),
              ElementsAre("0", "5", "10", "15", "20", "25", "30", "35", "40"));
  EXPECT_THAT(Labels(ValueAxis("", 10, 100)), ElementsAre("20", "40", "60", "80", "100"));
  EXPECT_THAT(Labels(ValueAxis("", 0, 3e-9)), ElementsAre("0", "1e-09", "2e-09", "3e-09"));
}

TEST(ChartAxisTest, LogarithmicTicks) {
  EXPECT_THAT(Labels(LogAxis("", 10, 100)), ElementsAre("10", "20", "50", "100"));
  EXPECT_THAT(Labels(LogAxis("", 1, 1e6)),
              ElementsAre("1", "10", "100", "1k", "10k", "100k", "1M"));
  EXPECT_GE(LogAxis("", 1.1, 1.3).ticks.size(), 2U);
  EXPECT_GE(LogAxis("", 7, 7).ticks.size(), 1U);
}

RC_GTEST_PROP(ChartAxisTest, EveryRangeHasAFewTicksInside, ()) {
  const auto number = [] {
    const int lead = *rc::gen::inRange(-1000, 1001);
    return lead * std::pow(10.0, *rc::gen::inRange(-90, 90));
  };
  const double a = number();
  const double b = *rc::gen::arbitrary<bool>() ? a : number();
  const bool whole = a == std::floor(a) && b == std::floor(b) && *rc::gen::arbitrary<bool>();
  const Axis axis = ValueAxis("", std::min(a, b), std::max(a, b), whole);
  RC_ASSERT(axis.least < axis.most);
  RC_ASSERT(axis.least <= std::min(a, b));
  RC_ASSERT(axis.most >= std::max(a, b));
  RC_ASSERT(axis.ticks.size() <= 14U);
  for (const Tick& tick : axis.ticks) {
    RC_ASSERT(Place(axis, tick.at) > -1e-6);
    RC_ASSERT(Place(axis, tick.at) < 1 + 1e-6);
  }
}

// For reading in grey: dashes and markers alone distinguish the first thirty.
TEST(ChartMarksTest, LooksDoNotRepeatSoon) {
  std::set<std::tuple<std::string_view, std::string_view, Marker>> looks;
  std::set<std::pair<std::string_view, Marker>> in_grey;
  for (size_t i = 0; i < 200; ++i) {
    Series series;
    SetLook(i, series);
    EXPECT_TRUE(looks.emplace(series.colour, series.dashes, series.marker).second) << i;
    if (i < 30) {
      EXPECT_TRUE(in_grey.emplace(series.dashes, series.marker).second) << i;
    }
  }
}

Panel OnePanel(Series series) {
  Panel panel{.title = "panel", .x = ValueAxis("x", 0, 4), .y = ValueAxis("y", -1, 1)};
  panel.series.push_back(std::move(series));
  return panel;
}

TEST(SvgChartTest, UndefinedPointsBreakLinesAndBands) {
  Series series{.name = "s", .colour = "#000000", .band = true};
  for (const double x : {0.0, 1.0, 2.0, 3.0, 4.0}) {
    series.points.push_back({.x = x, .y = 0.5, .tip = "tip", .interval = Interval{0.4, 0.6}});
  }
  const std::string whole = DrawSvg({.title = "t", .panels = {OnePanel(series)}});
  EXPECT_EQ(CountIn(whole, "<polyline"), 1U);
  EXPECT_EQ(CountIn(whole, "<polygon class=\"band\""), 1U);
  EXPECT_EQ(CountIn(whole, "class=\"point\""), 5U);
  EXPECT_EQ(CountIn(whole, "class=\"whisker\""), 0U);
  series.points[2] = {.x = 2, .y = std::numeric_limits<double>::quiet_NaN()};
  const std::string broken = DrawSvg({.title = "t", .panels = {OnePanel(series)}});
  EXPECT_EQ(CountIn(broken, "<polyline"), 2U);
  EXPECT_EQ(CountIn(broken, "<polygon class=\"band\""), 2U);
  EXPECT_EQ(CountIn(broken, "class=\"point\""), 4U);
  EXPECT_THAT(broken, Not(HasSubstr("nan")));
}

TEST(SvgChartTest, WhiskersReachDownToTheEndOfALogarithmicAxis) {
  Series series{.mark = Mark::kPoints, .colour = "#000000"};
  series.points.push_back({.x = 1, .y = 10, .tip = "tip", .interval = Interval{-5, 20}});
  Panel panel = OnePanel(series);
  panel.y = LogAxis("y", 1, 100);
  const std::string svg = DrawSvg({.title = "t", .panels = {panel}});
  EXPECT_EQ(CountIn(svg, "class=\"whisker\""), 1U);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(SvgChartTest, PanelsWrapIntoRows) {
  Figure figure{.title = "t", .panels = std::vector<Panel>(5, OnePanel({.colour = "#000000"}))};
  const auto height = [&](size_t columns) {
    figure.columns = columns;
    const std::string svg = DrawSvg(figure);
    const std::string width = fmt::format("width=\"{}\"", 560 * (columns == 0 ? 5 : columns));
    EXPECT_THAT(svg, HasSubstr(width));
    return std::stod(svg.substr(svg.find("height=\"") + 8));
  };
  EXPECT_EQ(height(0), height(5));
  EXPECT_GT(height(3), height(0) + 300);
  EXPECT_EQ(height(2) - height(3), height(3) - height(0));
}

TEST(SvgChartTest, SeveralDotsToAWordHaveRoom) {
  const auto height = [](size_t series) {
    Panel panel = OnePanel({.mark = Mark::kPoints, .colour = "#000000"});
    panel.series.resize(series, panel.series.front());
    panel.horizontal = true;
    panel.x = CategoryAxis("", {"one", "two"});
    const std::string svg = DrawSvg({.title = "t", .panels = {panel}});
    return std::stod(svg.substr(svg.find("height=\"") + 8));
  };
  EXPECT_EQ(height(1), height(0));
  EXPECT_GE(height(6), height(1) + 2 * 5 * 10);
}

TEST(SvgChartTest, LongNamesAreCutAndEscaped) {
  Series series{.name = std::string(200, 'n') + "&", .mark = Mark::kPoints, .colour = "#000000"};
  series.points.push_back({.x = 0, .y = 0.1, .tip = "<tip>"});
  Panel panel = OnePanel(series);
  panel.horizontal = true;
  panel.x = CategoryAxis("", {std::string(300, 'w') + "<", "short & <sweet>"});
  const std::string svg = DrawSvg({.title = "t", .panels = {panel}});
  EXPECT_THAT(svg, HasSubstr("short &amp; &lt;sweet&gt;"));
  EXPECT_THAT(svg, HasSubstr("&lt;tip&gt;"));
  EXPECT_THAT(svg, HasSubstr("w\xe2\x80\xa6</text>"));
  EXPECT_THAT(svg, HasSubstr("n\xe2\x80\xa6</text>"));
  EXPECT_THAT(svg, Not(HasSubstr(std::string(100, 'w'))));
}

TEST(SvgDrawingTest, TextIsCutBetweenCharacters) {
  EXPECT_EQ(ShortenTo("abc", 1000, 12), "abc");
  EXPECT_EQ(ShortenTo("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", TextWidth("abc", 12), 12),
            "\xc3\xa9\xc3\xa9\xe2\x80\xa6");
}

TEST(SvgChartTest, PathsThatCannotBeWrittenAreRefused) {
  EXPECT_TRUE(CheckChartPath("chart.svg", "plot").ok());
  EXPECT_THAT(CheckChartPath("chart.png", "output").message(), HasSubstr("ends in .svg"));
  EXPECT_EQ(CheckChartPath("chart.png", "output").parameter(), "output");
  EXPECT_THAT(CheckChartPath("no/chart.svg", "plot").message(), HasSubstr("no directory no"));
}

}  // namespace
}  // namespace akin::report
