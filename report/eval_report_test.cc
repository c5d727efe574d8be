#include "report/eval_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <gumbo.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "report/eval_charts.h"
#include "report/eval_ranking.h"

namespace akin::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

EvalRow Row(std::string system, double value, Metric metric = Metric::kSiblingGamma) {
  const Average average{.value = value, .low = value - 0.01, .high = value + 0.01, .queries = 50};
  return {.system = std::move(system),
          .result = {.metric = metric, .per_query = average, .pooled = average}};
}
EvalRow UndefinedRow(std::string system) {
  return {.system = std::move(system), .result = {.metric = Metric::kSiblingGamma}};
}

// Two systems over 3 lengths, 2 decays and 3 numbers of fingerprints; best at 2, 0.1 and 100.
std::vector<EvalRow> SweptRows() {
  std::vector<EvalRow> rows;
  for (const char* system : {"simrank", "psimrank"}) {
    for (const unsigned length : {1U, 2U, 4U}) {
      for (const double decay : {0.1, 0.6}) {
        for (const unsigned fingerprints : {10U, 50U, 100U}) {
          EvalRow row = Row(system, 0.3 + (length == 2 ? 0.05 : 0) + 1e-3 * fingerprints - decay +
                                        (system[0] == 'p' ? 0.005 : 0));
          row.length = length;
          row.decay = decay;
          row.fingerprints = fingerprints;
          rows.push_back(row);
        }
      }
    }
  }
  return rows;
}

EvalRows Pointers(const std::vector<EvalRow>& rows) {
  EvalRows pointers;
  for (const EvalRow& row : rows) pointers.push_back(&row);
  return pointers;
}

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// No external resources, and no script.
void CheckNode(const GumboNode* node) {
  if (node->type != GUMBO_NODE_ELEMENT) return;
  const GumboElement& element = node->v.element;
  EXPECT_NE(element.tag, GUMBO_TAG_SCRIPT);
  EXPECT_NE(element.tag, GUMBO_TAG_LINK);
  EXPECT_NE(element.tag, GUMBO_TAG_IMG);
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
    EXPECT_NE(std::string_view(attribute->name), "src");
    if (std::string_view(attribute->name) == "href") {
      EXPECT_EQ(attribute->value[0], '#');
    }
  }
  for (unsigned i = 0; i < element.children.length; ++i) {
    CheckNode(static_cast<const GumboNode*>(element.children.data[i]));
  }
}
// A page without errors that a browser would have to correct.
std::string Page(const std::vector<EvalRow>& rows, const std::string& title = "t") {
  const std::string html = EvalReportHtml(title, {{"corpus", "w.akin"}, {"top", "<100>"}}, rows);
  GumboOutput* output = gumbo_parse(html.c_str());
  EXPECT_EQ(output->errors.length, 0U);
  CheckNode(output->root);
  gumbo_destroy_output(&kGumboDefaultOptions, output);
  EXPECT_THAT(html, Not(HasSubstr("nan")));
  EXPECT_THAT(html, Not(HasSubstr("url(")));
  return html;
}

TEST(EvalReportTest, SystemsAreDotsBestFirst) {
  const std::vector<EvalRow> rows = {Row("worst", 0.1), Row("best", 0.4), Row("near", 0.385)};
  const std::vector<EvalChart> charts = ChartsOf(Pointers(rows));
  ASSERT_THAT(charts, SizeIs(1));
  const Panel& panel = charts[0].figure.panels[0];
  EXPECT_TRUE(panel.horizontal);
  ASSERT_THAT(panel.x.ticks, SizeIs(3));
  EXPECT_EQ(panel.x.ticks[0].label, "best");
  EXPECT_EQ(panel.x.ticks[2].label, "worst");
  EXPECT_EQ(panel.series[0].points[0].y, 0.4);
  const std::string html = Page(rows);
  EXPECT_EQ(Count(html, "class=\"whisker\""), 3U);
  EXPECT_THAT(html, HasSubstr("not distinguishable from near<"));
  EXPECT_THAT(html, HasSubstr("0.3900 to 0.4100"));
  EXPECT_THAT(html, HasSubstr("<details open=\"open\">"));
}

// As an evaluation gives it that kept the values of all queries.
EvalRow RowOf(std::string system, std::vector<float> values,
              Metric metric = Metric::kSiblingGamma) {
  double sum = 0;
  uint64_t queries = 0;
  for (const float value : values) {
    if (std::isnan(value)) continue;
    sum += value;
    ++queries;
  }
  EvalRow row = Row(std::move(system), sum / static_cast<double>(queries), metric);
  row.result.per_query.queries = queries;
  row.result.values = std::move(values);
  return row;
}

TEST(EvalReportTest, SystemsAreComparedQueryByQuery) {
  std::vector<float> hard, easier, same;
  for (int q = 0; q < 20; ++q) {
    hard.push_back(static_cast<float>(q) / 40);
    easier.push_back(static_cast<float>(q) / 40 + 0.004F);
    same.push_back(easier.back() + (q % 2 == 0 ? 0.1F : -0.1001F));
  }
  // All three intervals of means overlap.
  const std::vector<EvalRow> rows = {RowOf("a", hard), RowOf("b", easier), RowOf("c", same)};
  const EvalRanking ranking = RankingOf(Pointers(rows), {});
  ASSERT_NE(ranking.best(), nullptr);
  EXPECT_EQ(ranking.best()->system, "b");
  EXPECT_EQ(Comparison(ranking),
            "better than a by 0.0040 (0.0040 to 0.0040). It is not distinguishable from c");
  EXPECT_THAT(Page(rows), HasSubstr("better than a by 0.0040"));
  const std::vector<EvalRow> errors = {RowOf("a", hard, Metric::kMaxError),
                                       RowOf("b", easier, Metric::kMaxError)};
  EXPECT_EQ(Comparison(RankingOf(Pointers(errors), {})),
            "better than b by 0.0040 (0.0040 to 0.0040)");
}

TEST(EvalReportTest, DifferentQueriesCrownNobody) {
  const float none = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> all(10, 0.5F);
  std::vector<float> easy(10, 0.45F);
  all[0] = all[1] = 0;  // hard queries, which the other does not answer
  easy[0] = easy[1] = none;
  const std::vector<EvalRow> rows = {RowOf("all", all), RowOf("easy", easy)};
  const EvalRanking ranking = RankingOf(Pointers(rows), {});
  EXPECT_EQ(ranking.best(), nullptr);
  EXPECT_EQ(Comparison(ranking),
            "the systems have values for different queries; easy has the highest mean. On the "
            "queries in common it is worse than all by 0.0500 (0.0500 to 0.0500, 8 queries)");
  const std::string html = Page(rows);
  EXPECT_THAT(html, HasSubstr("<td class=\"wrap\">none</td>"));
  EXPECT_EQ(Count(html, "<tr class=\"best\">"), 0U);
  EXPECT_THAT(html, Not(HasSubstr("best first")));
  // As many queries, but others.
  std::swap(easy[0], easy[9]);
  std::vector<float> other = easy;
  std::swap(other[9], other[5]);
  const std::vector<EvalRow> others = {RowOf("a", easy), RowOf("b", other)};
  EXPECT_EQ(RankingOf(Pointers(others), {}).best(), nullptr);
}

TEST(EvalReportTest, SampleAnswersAreShownAndEscaped) {
  EvalSamples samples{.introduction = "Some <answers>.", .systems = {"a&b", "c"}};
  samples.queries.push_back(
      {.name = "q<1>",
       .title = "Query",
       .answers = {{{.name = "hit", .verdict = "same class", .right = true}}, {}}});
  const std::string html = EvalReportHtml("t", {}, {Row("a&b", 0.4), Row("c", 0.2)}, {}, samples);
  EXPECT_THAT(html, HasSubstr("Some &lt;answers&gt;."));
  EXPECT_THAT(html, HasSubstr("<th>a&amp;b</th><th>c</th>"));
  EXPECT_THAT(html, HasSubstr("Query <span class=\"faint\">q&lt;1&gt;</span>"));
  EXPECT_THAT(html, HasSubstr("<li class=\"right\">hit <span class=\"faint\">0.0000, same class"));
  EXPECT_THAT(html, HasSubstr("no answer"));
  EXPECT_THAT(Page({Row("a", 0.4)}), Not(HasSubstr("Sample answers")));
}

TEST(EvalReportTest, LessMayBeBetter) {
  const std::vector<EvalRow> rows = {Row("far", 0.5, Metric::kMaxError),
                                     Row("close", 0.2, Metric::kMaxError)};
  EXPECT_EQ(BestOfEach(Pointers(rows))[0]->system, "close");
  const std::string html = Page(rows);
  EXPECT_THAT(html, HasSubstr("Less is better"));
  EXPECT_THAT(html, HasSubstr("apart from all others by its interval"));
}

TEST(EvalReportTest, OneSystem) {
  const std::string html = Page({Row("simrank", 0.3)});
  EXPECT_THAT(html, HasSubstr("the only one with a value"));
  EXPECT_THAT(html, HasSubstr("Table of 1 row<"));
  EXPECT_EQ(Count(html, "<svg"), 1U);
}

TEST(EvalReportTest, UndefinedIsSaidAndNotDrawn) {
  const std::string some = Page({Row("simrank", 0.3), UndefinedRow("empty")});
  EXPECT_THAT(some, HasSubstr("Undefined, as no query has a value: empty."));
  EXPECT_EQ(Count(some, "class=\"point\""), 1U);
  EXPECT_EQ(Count(some, "<td class=\"number\">undefined</td>"), 2U);  // per query and pooled
  const std::string all = Page({UndefinedRow("a"), UndefinedRow("b")});
  EXPECT_EQ(Count(all, "<svg"), 0U);
  EXPECT_THAT(all, HasSubstr("value: a; b."));
  EXPECT_THAT(Page({}), HasSubstr("Nothing was evaluated"));
}

TEST(EvalReportTest, SweepsAreLinesWithTheOthersFixed) {
  std::vector<EvalRow> rows = SweptRows();
  const std::vector<EvalChart> charts = ChartsOf(Pointers(rows));
  ASSERT_THAT(charts, SizeIs(3));
  EXPECT_EQ(charts[0].figure.panels[0].title, "By length: decay 0.1, 100 fingerprints");
  EXPECT_EQ(charts[1].figure.panels[0].title, "By decay: length 4, 100 fingerprints");
  EXPECT_EQ(charts[2].figure.panels[0].title, "By fingerprints: length 4, decay 0.1");
  EXPECT_TRUE(charts[2].figure.panels[0].x.logarithmic);
  for (const EvalChart& chart : charts) {
    EXPECT_EQ(chart.note, "");
    ASSERT_THAT(chart.figure.panels[0].series, SizeIs(2));
  }
  const Series& line = charts[0].figure.panels[0].series[0];
  ASSERT_THAT(line.points, SizeIs(3));
  EXPECT_EQ(line.points[2].x, 4);
  EXPECT_DOUBLE_EQ(line.points[2].y, 0.3);
  const std::string html = Page(rows);
  EXPECT_EQ(Count(html, "class=\"band\""), 6U);
  EXPECT_THAT(html, HasSubstr("<details><summary>Table of 36 rows"));
  EXPECT_EQ(Count(html, "<tr class=\"best\">"), 1U);
}

TEST(EvalReportTest, WhatHasNoSuchParameterIsALevelLine) {
  std::vector<EvalRow> rows = SweptRows();
  rows.push_back(Row("exact cosine", 0.9));
  EvalRow other = Row("other", 0.2);
  other.length = 4;
  other.decay = 0.3;
  other.fingerprints = 100;
  rows.push_back(other);
  const std::vector<EvalChart> charts = ChartsOf(Pointers(rows));
  ASSERT_THAT(charts, SizeIs(3));
  const Panel& panel = charts[0].figure.panels[0];
  ASSERT_THAT(panel.series, SizeIs(3));
  EXPECT_EQ(panel.series[2].name, "exact cosine");
  ASSERT_THAT(panel.series[2].points, SizeIs(2));
  EXPECT_EQ(panel.series[2].points[0].x, 1);
  EXPECT_EQ(panel.series[2].points[1].x, 4);
  EXPECT_EQ(charts[0].note, "Not drawn, without a value for decay 0.1, 100 fingerprints: other.");
  EXPECT_THAT(charts[1].figure.panels[0].series, SizeIs(4));  // other has one point there
}

// Zero rounds are rounds, not a system without them.
TEST(EvalReportTest, NoRoundsAreAPointOfTheirOwn) {
  std::vector<EvalRow> rows;
  for (const unsigned length : {0U, 1U, 2U}) {
    rows.push_back(Row("exact simrank", 0.2 + 0.1 * length));
    rows.back().length = length;
  }
  const std::vector<EvalChart> charts = ChartsOf(Pointers(rows));
  ASSERT_THAT(charts, SizeIs(1));
  const Series& line = charts[0].figure.panels[0].series[0];
  ASSERT_THAT(line.points, SizeIs(3));
  EXPECT_EQ(line.points[0].x, 0);
  EXPECT_DOUBLE_EQ(line.points[0].y, 0.2);
  EXPECT_EQ(SettingOf(rows[0]), "length 0");
  EXPECT_THAT(Page(rows), HasSubstr("<td>exact simrank</td><td class=\"number\">0</td>"));
}

TEST(EvalReportTest, UndefinedInASweepBreaksItsLine) {
  std::vector<EvalRow> rows = SweptRows();
  for (EvalRow& row : rows) {
    if (row.length == 2 && row.system == "simrank") row.result.per_query = {};
  }
  const std::vector<EvalChart> charts = ChartsOf(Pointers(rows));
  const Series& line = charts[0].figure.panels[0].series[0];
  ASSERT_THAT(line.points, SizeIs(3));
  EXPECT_FALSE(line.points[1].interval);
  Page(rows);
}

TEST(EvalReportTest, EverythingIsEscaped) {
  const std::string odd = "a<b>&\"'\x01</script>";
  const std::string html = Page({Row(odd, 0.3), UndefinedRow(odd + "2")}, odd);
  EXPECT_THAT(html, Not(HasSubstr("a<b>")));
  EXPECT_THAT(html, Not(HasSubstr("</script>")));
  EXPECT_THAT(html, Not(HasSubstr("\x01")));
  EXPECT_THAT(html, HasSubstr("a&lt;b&gt;&amp;&quot;"));
  EXPECT_THAT(html, HasSubstr("&lt;100&gt;"));
}

}  // namespace
}  // namespace akin::report
