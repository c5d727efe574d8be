#include "match/linkage.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "plain_match.h"
#include "random_graph.h"

namespace akin {
namespace {

TEST(Linkage, ClassesAreTheDifferentDegrees) {
  const TestGraph star = TestGraph::Star(5);  // the hub links to five, one of which links back
  const DegreeClasses classes = ClassesByDegree(star.out());
  EXPECT_EQ(classes.degrees, (std::vector<double>{0, 1, 5}));
  EXPECT_EQ(classes.of, (std::vector<uint32_t>{2, 0, 0, 0, 0, 1}));
}

TEST(Linkage, OneClassIsTheFunctionOfThePaper) {
  for (const double x : {0.0, 1.0, 2.0, 7.0, 1000.0}) {
    for (const double y : {0.0, 1.0, 2.0, 7.0, 1000.0}) {
      const std::vector<double> from = {y};
      const std::vector<double> mass = {1};
      const std::vector<double> to = {x};
      std::vector<double> linked(1);
      Link(from, mass, to, linked);
      EXPECT_DOUBLE_EQ(linked[0], PlainLinkage(x, y)) << x << ' ' << y;
    }
  }
}

std::vector<double> ArbitraryDegrees() {
  const auto drawn = *rc::gen::container<std::set<unsigned>>(rc::gen::inRange(0U, 5000U));
  std::vector<double> degrees(drawn.begin(), drawn.end());
  if (degrees.empty()) degrees.push_back(*rc::gen::inRange(0, 3));
  return degrees;
}

RC_GTEST_PROP(Linkage, SumsOverDegreesAreTheMatrixTimesAVector, ()) {
  const std::vector<double> from = ArbitraryDegrees();
  const std::vector<double> to = ArbitraryDegrees();
  std::vector<double> mass;
  for (size_t y = 0; y < from.size(); ++y) mass.push_back(*rc::gen::inRange(0, 1000) / 999.0);
  std::vector<double> linked(to.size());
  Link(from, mass, to, linked);
  for (size_t x = 0; x < to.size(); ++x) {
    double sum = 0;
    for (size_t y = 0; y < from.size(); ++y) sum += PlainLinkage(to[x], from[y]) * mass[y];
    RC_ASSERT(std::abs(linked[x] - sum) <= 1e-13 * (1 + sum));
  }
}

}  // namespace
}  // namespace akin
