#include "report/table_chart.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace akin::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Like the output of akin eval: two systems, two lengths and two decays, and an exact one.
std::string Results() {
  std::string text =
      "system,length,decay,fingerprints,metric,value,low,high,pooled,pooled_low,pooled_high,"
      "queries,"
      "setting\n";
  int value = 20;
  for (const char* system : {"simrank", "\"a=0.6,text=0.4\""}) {
    for (const char* length : {"4", "1"}) {
      for (const char* decay : {"0.1", "0.6"}) {
        for (const char* metric : {"gamma", "ndcg"}) {
          text += fmt::format("{},{},{},100,{},0.{},0.{},0.{},0.5,0.4,0.6,7,\n", system, length,
                              decay, metric, value, value - 1, value + 1);
          value += 3;
        }
      }
    }
  }
  return text + "exact cosine,,,,gamma,0.2,0.1,0.3,0.5,0.4,0.6,7,\n" +
         "exact cosine,,,,ndcg,undefined,undefined,undefined,undefined,undefined,undefined,0,\n";
}

Result<TableChart> Chart(const std::string& text, const TableChartOptions& options) {
  const auto table = ParseCsv("r.csv", text);
  EXPECT_TRUE(table.ok()) << table.status().message();
  return ChartOf(*table, options);
}
TableChart Drawn(const std::string& text, const TableChartOptions& options) {
  const auto chart = Chart(text, options);
  EXPECT_TRUE(chart.ok()) << chart.status().message();
  return chart.ok() ? *chart : TableChart{};
}
std::string Problem(const std::string& text, const TableChartOptions& options) {
  const auto chart = Chart(text, options);
  EXPECT_FALSE(chart.ok());
  return chart.status().message();
}

TEST(TableChartTest, DefaultsFitWhatEvalWrites) {
  const TableChart chart = Drawn(Results(), {.where = "decay=0.10"});
  EXPECT_EQ(chart.figure.title, "value by length");
  ASSERT_THAT(chart.figure.panels, SizeIs(2));
  const Panel& panel = chart.figure.panels[0];
  EXPECT_EQ(panel.title, "gamma");
  EXPECT_FALSE(panel.horizontal);
  ASSERT_THAT(panel.series, SizeIs(2));
  EXPECT_EQ(panel.series[1].name, "a=0.6,text=0.4");
  ASSERT_THAT(panel.series[0].points, SizeIs(2));  // sorted by length, although the rows are not
  EXPECT_EQ(panel.series[0].points[0].x, 1);
  EXPECT_EQ(panel.series[0].points[0].y, 0.32);
  EXPECT_EQ(panel.series[0].points[0].interval->low, 0.31);
  EXPECT_EQ(panel.series[0].points[0].tip, "simrank, length 1: 0.32 (0.31 to 0.33)");
  EXPECT_EQ(panel.series[0].points[1].x, 4);
  EXPECT_TRUE(panel.series[0].band);
}

TEST(TableChartTest, WithoutASweepSystemsAreSideBySide) {
  const TableChart chart = Drawn(
      "system,length,decay,fingerprints,metric,value,low,high\n"
      "simrank,10,0.6,100,gamma,0.2,0.1,0.3\nsimrank,10,0.6,100,ndcg,0.5,0.4,0.6\n"
      "xjaccard,4,0.1,200,gamma,0.4,0.3,0.5\nxjaccard,4,0.1,200,ndcg,0.6,0.5,0.7\n"
      "exact cosine,,,,gamma,0.3,0.2,0.4\nexact cosine,,,,ndcg,0.4,0.3,0.5\n",
      {});
  EXPECT_EQ(chart.figure.title, "value by system");
  ASSERT_THAT(chart.figure.panels, SizeIs(2));
  const Panel& panel = chart.figure.panels[0];
  EXPECT_TRUE(panel.horizontal);
  ASSERT_THAT(panel.x.ticks, SizeIs(3));
  EXPECT_EQ(panel.x.ticks[1].label, "xjaccard");
  ASSERT_THAT(panel.series, SizeIs(1));
  ASSERT_THAT(panel.series[0].points, SizeIs(3));
  EXPECT_EQ(panel.series[0].points[1].y, 0.4);
  EXPECT_THAT(chart.notes, IsEmpty());
}

TEST(TableChartTest, WordsAreDotsAndUndefinedIsSaid) {
  const TableChart chart =
      Drawn(Results(), {.x = "system", .where = "metric=ndcg,metric=gamma,system=exact cosine"});
  ASSERT_THAT(chart.figure.panels, SizeIs(1));  // ndcg has nothing to draw
  EXPECT_TRUE(chart.figure.panels[0].horizontal);
  EXPECT_THAT(chart.notes, ElementsAre("note: 1 rows have no value and are not drawn"));
}

TEST(TableChartTest, ValuesMayHaveCommas) {
  const TableChart chart =
      Drawn(Results(), {.y = "pooled", .where = "system=a=0.6,text=0.4,decay=0.1,metric=gamma"});
  ASSERT_THAT(chart.figure.panels, SizeIs(1));
  ASSERT_THAT(chart.figure.panels[0].series, SizeIs(1));
  EXPECT_EQ(chart.figure.panels[0].series[0].points[0].interval->high, 0.6);  // of pooled
}

TEST(TableChartTest, OneXTwiceSaysWhatDiffers) {
  const std::string problem = Problem(Results(), {.where = "metric=gamma"});
  EXPECT_THAT(problem, HasSubstr("r.csv:8: the same length 1 as in line 6; they differ in decay"));
  EXPECT_THAT(problem, HasSubstr("choose the rows where decay=0.1"));
  EXPECT_THAT(Problem("x,y\n1,2\n1,2\n", {.x = "x", .y = "y"}),
              HasSubstr("r.csv:3: the same x 1 as in line 2; nothing tells them apart"));
  // Scattered points may repeat x.
  EXPECT_THAT(Drawn("x,y\n1,2\n1,3\n", {.x = "x", .y = "y", .mark = TableMark::kPoints})
                  .figure.panels[0]
                  .series[0]
                  .points,
              SizeIs(2));
}

TEST(TableChartTest, TsvWithNegativeNumbers) {
  const TableChart chart = Drawn("n\tdelta\n10\t-0.5\n-3\t0.25\n", {.x = "n", .y = "delta"});
  const Panel& panel = chart.figure.panels[0];
  EXPECT_EQ(panel.series[0].points[0].x, -3);
  EXPECT_LT(panel.y.least, -0.5);
  EXPECT_THAT(chart.notes, IsEmpty());
}

TEST(TableChartTest, UndefinedBreaksALine) {
  const TableChart chart = Drawn("x,y\n1,2\n2,undefined\n3,\n4,5\n", {.x = "x", .y = "y"});
  const auto& points = chart.figure.panels[0].series[0].points;
  ASSERT_THAT(points, SizeIs(4));
  EXPECT_TRUE(std::isnan(points[1].y));
  EXPECT_TRUE(std::isnan(points[2].y));
  EXPECT_THAT(chart.notes, ElementsAre("note: 2 rows have no y and are not drawn"));
}

TEST(TableChartTest, LogarithmicAxesLeaveOutWhatTheyCannotShow) {
  const TableChart chart =
      Drawn("x,y\n0,2\n2,3\n3,-1\n", {.x = "x", .y = "y", .log_x = true, .log_y = true});
  EXPECT_THAT(chart.notes,
              ElementsAre("note: 2 rows have no place on a logarithmic axis and are not drawn"));
  EXPECT_TRUE(chart.figure.panels[0].x.logarithmic);
  EXPECT_THAT(DrawSvg(chart.figure), testing::Not(HasSubstr("nan")));
}

TEST(TableChartTest, MistakesAreExplained) {
  EXPECT_THAT(Problem(Results(), {.x = "lenght"}), HasSubstr("no column 'lenght'; there are sys"));
  EXPECT_THAT(Problem("a,b\n1,2\n", {}), HasSubstr("no column 'value'"));
  EXPECT_THAT(Problem("a,value\n1,2\n", {}), HasSubstr("say which column"));
  EXPECT_THAT(Problem("a,value\n1,2\n2,x\n", {.x = "a"}),
              HasSubstr("r.csv:3: value is 'x', which is no number"));
  EXPECT_THAT(Problem("a,value\n1,nan\n", {.x = "a"}), HasSubstr("r.csv:2: value is 'nan'"));
  EXPECT_THAT(Problem("a,value,low,high\n1,2,4,3\n", {.x = "a"}),
              HasSubstr("r.csv:2: low 4 is above high 3"));
  EXPECT_THAT(Problem(Results(), {.low = "low"}), HasSubstr("give both or none"));
  EXPECT_THAT(Problem(Results(), {.where = "decay=0.5"}),
              HasSubstr("no row has decay = 0.5; there are 0.1, 0.6"));
  EXPECT_THAT(Problem(Results(), {.where = "decy=0.5"}), HasSubstr("no column 'decy'"));
  EXPECT_THAT(Problem(Results(), {.where = "decay"}), HasSubstr("write column=value"));
  EXPECT_THAT(Problem("a,value\n", {.x = "a"}), HasSubstr("no rows"));
  EXPECT_THAT(Problem("a,value\n1,\n", {.x = "a"}), HasSubstr("nothing to draw"));
  EXPECT_THAT(Problem(Results(), {.x = "system", .where = "length=1,decay=0.1", .log_x = true}),
              HasSubstr("drawn as words"));
  EXPECT_FALSE(TableMarkNamed("lines").ok());
}

}  // namespace
}  // namespace akin::report
