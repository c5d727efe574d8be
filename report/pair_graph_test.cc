#include "report/pair_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace akin::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// {r, r} -> {a, b}, which points to itself.
PairGraph Small() {
  return {.pairs = {{.a = 1, .b = 2, .score = 0.625}, {.a = 0, .b = 0, .score = 1}},
          .arcs = {{0, 0}, {1, 0}}};
}

TEST(PairGraphTest, PicturesHaveNamesScoresAndArrows) {
  const std::vector<std::string> names = {"{a, <b>}", "{r, r}"};
  const std::string svg = PairGraphSvg(Small(), names);
  EXPECT_THAT(svg, AllOf(HasSubstr("{a, &lt;b&gt;}"), HasSubstr("{r, r}"), HasSubstr(">0.625<"),
                         HasSubstr(">1<"), Not(HasSubstr("nan"))));
  size_t arrows = 0;
  for (size_t at = svg.find("marker-end"); at != std::string::npos;
       at = svg.find("marker-end", at + 1)) {
    ++arrows;
  }
  EXPECT_EQ(arrows, 2U);
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray"));  // the cycle
}

TEST(PairGraphTest, GraphvizGetsTheSame) {
  const std::vector<std::string> names = {"{a, \"b\"}", "{r, r}"};
  const std::string dot = PairGraphDot(Small(), names);
  EXPECT_THAT(dot, AllOf(HasSubstr(R"(label="{a, \"b\"}\n0.625")"), HasSubstr("p0 -> p0;"),
                         HasSubstr("p1 -> p0;"), Not(HasSubstr("p0 -> p1"))));
}

TEST(PairGraphTest, NothingIsAnEmptyPicture) {
  EXPECT_THAT(PairGraphSvg({}, {}), HasSubstr("</svg>"));
  EXPECT_THAT(PairGraphDot({}, {}), HasSubstr("digraph"));
}

}  // namespace
}  // namespace akin::report
