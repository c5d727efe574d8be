#include "report/named_reasons.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include "report/explained_dot.h"
#include "report/explained_svg.h"

namespace akin::report {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

int64_t Units(std::string text) {
  std::erase(text, '.');
  return std::stoll(text);
}

TEST(RoundToSumTest, SumsToTheTotalAsPrinted) {
  EXPECT_THAT(RoundToSum({1.0 / 3, 1.0 / 3, 1.0 / 3}, 1, 2), ElementsAre("0.34", "0.33", "0.33"));
  EXPECT_THAT(RoundToSum({0.0006, 0.0005, 0.0004}, 0.0015, 3),
              ElementsAre("0.001", "0.001", "0.000"));
  EXPECT_THAT(RoundToSum({0.5}, 0.5, 4), ElementsAre("0.5000"));
  EXPECT_TRUE(RoundToSum({}, 0, 4).empty());
}

RC_GTEST_PROP(RoundToSumTest, EveryNumberIsRoundedDownOrUp, ()) {
  const auto parts = *rc::gen::nonEmpty(
      rc::gen::container<std::vector<uint32_t>>(rc::gen::inRange<uint32_t>(0, 1'000'000'000)));
  std::vector<double> values;
  for (const uint32_t part : parts) values.push_back(part / 1e9);
  const double total = std::accumulate(values.begin(), values.end(), 0.0);
  const int decimals = *rc::gen::inRange(2, 9);
  const auto shown = RoundToSum(values, total, decimals);
  int64_t sum = 0;
  for (size_t i = 0; i < shown.size(); ++i) {
    sum += Units(shown[i]);
    RC_ASSERT(std::abs(std::stod(shown[i]) - values[i]) <= 1.001 * std::pow(10, -decimals));
  }
  RC_ASSERT(sum == Units(fmt::format("{:.{}f}", total, decimals)));
}

NamedReason Met(const std::string& cause, std::vector<NamedVertex> path_a,
                std::vector<NamedVertex> path_b, double contribution) {
  NamedReason named{.cause = {.key = cause}};
  named.path_a = std::move(path_a);
  named.path_b = std::move(path_b);
  named.reason.contribution = contribution;
  named.reason.error = 0.01;
  named.reason.count = 3;
  return named;
}

NamedExplanation Sample() {
  NamedPart part{.index = "psimrank", .weight = 0.5};
  part.reasons = {.rest = 4, .rest_contribution = 0.02, .fingerprints = 100, .met = 11};
  part.reasons.score = {.value = 0.1, .error = 0.03};
  part.reasons.listed = {
      Met("w", {{"A"}, {"w"}}, {{"B"}, {"w"}}, 0.05),
      Met("B", {{"A"}, {"x\n"}, {"B"}}, {{"B"}}, 0.02),
      Met("v", {{"A"}, {"1"}, {"2"}, {"3"}, {"4"}, {"v"}}, {{"B"}, {"y"}, {"v"}}, 0.01)};
  NamedPart text{.index = "text", .weight = 0.5, .reading = Reading::kSharedTerms};
  NamedReason term{.cause = {.key = "a<b"}};
  term.reason.term = "a<b";
  term.reason.weight_a = 0.25;
  text.reasons.listed = {term};
  text.second_look = text.reasons;
  return {.a = {"A", "<first>"}, .b = {"B", ""}, .parts = {part, text}};
}

TEST(NamedReasonsTest, PathsAreLinks) {
  const auto why = Sample();
  const auto& listed = why.parts[0].reasons.listed;
  EXPECT_EQ(listed[0].PathText(), "A <- w -> B");
  EXPECT_EQ(listed[0].PathText(true), "a <- w -> b");
  EXPECT_EQ(listed[1].PathText(true), "a <- x\n <- b");
  EXPECT_EQ(listed[2].PathText(), "A <- 1 <- 2 <- 3 <- 4 <- v -> y -> B");
  EXPECT_EQ(Met("A", {{"A"}}, {{"B"}, {"A"}}, 1).PathText(true), "a -> b");
  EXPECT_EQ(Met("A", {{"A"}}, {{"A"}}, 1).PathText(true), "a");
  EXPECT_EQ(why.parts[1].reasons.listed[0].PathText(), "");
}

TEST(NamedReasonsTest, PicturesHaveEveryReasonAndNothingThatBreaksThem) {
  const std::string svg = ExplainedSvg(Sample());
  EXPECT_THAT(svg, HasSubstr("&lt;first&gt;"));
  EXPECT_THAT(svg, HasSubstr("and 4 others: 0.0200, 20%"));
  EXPECT_THAT(svg, HasSubstr("\u2026 3 more"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b"));
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray"));
  EXPECT_THAT(svg, Not(HasSubstr("a<b")));
  EXPECT_THAT(svg, EndsWith("</svg>\n"));
  const std::string dot = ExplainedDot(Sample());
  EXPECT_THAT(dot, HasSubstr(R"("0/w" -> "0/A")"));
  EXPECT_THAT(dot, HasSubstr(R"("0/w" -> "0/B")"));
  EXPECT_THAT(dot, HasSubstr("\"0/x\xef\xbf\xbd\" -> \"0/A\""));
  EXPECT_THAT(dot, HasSubstr("cluster_2"));
  EXPECT_THAT(dot, HasSubstr("<first>"));
}

}  // namespace
}  // namespace akin::report
