#include "generate/attachment_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

namespace akin {
namespace {

TEST(AttachmentModel, LinksGoToEarlierVerticesSortedAndDistinct) {
  const AttachmentModel model(2000, 7, 3);
  std::vector<VertexId> targets;
  model.Links(0, targets);
  EXPECT_TRUE(targets.empty());
  for (VertexId v = 1; v < 2000; ++v) {
    model.Links(v, targets);
    ASSERT_FALSE(targets.empty());
    ASSERT_LE(targets.size(), 7U);
    ASSERT_LT(targets.back(), v);
    ASSERT_TRUE(std::is_sorted(targets.begin(), targets.end(), std::less_equal<>()));
  }
}

TEST(AttachmentModel, MeanDegreeIsWhatWasAskedForAndInDegreesHaveATail) {
  constexpr VertexId kVertices = 50'000;
  const AttachmentModel model(kVertices, 8, 1);
  std::vector<uint64_t> in(kVertices);
  std::vector<VertexId> targets;
  for (VertexId v = 0; v < kVertices; ++v) {
    model.Links(v, targets);
    for (const VertexId target : targets) ++in[target];
  }
  const double arcs = static_cast<double>(std::accumulate(in.begin(), in.end(), uint64_t{0}));
  EXPECT_NEAR(arcs / kVertices, 8, 0.1);
  EXPECT_GT(*std::max_element(in.begin(), in.end()), 50U * 8);
}

// The probability of a vertex is its share of all ends of arcs. In sums: if vertices below x have w
// of the ends so far, they get w of the next targets. Over many vertices the difference is a
// martingale with steps of at most 1. By Azuma, five standard deviations, 5 sqrt(n), are exceeded
// with a probability below 2 exp(-25/2) < 1e-5; the seed is fixed.
TEST(AttachmentModel, TargetsAreChosenInProportionToTheirLinks) {
  constexpr VertexId kVertices = 20'000;
  constexpr VertexId kOld = 100;
  const AttachmentModel model(kVertices, 1, 11);  // with one link there are no duplicates
  double old_ends = 2;                            // the arc of the first vertex to itself
  double expected = 0;
  double got = 0;
  std::vector<VertexId> targets;
  for (VertexId v = 1; v < kVertices; ++v) {
    model.Links(v, targets);
    const bool to_old = targets[0] < kOld;
    if (v >= kOld) {
      expected += old_ends / (2.0 * v);
      got += to_old ? 1 : 0;
    }
    old_ends += (v < kOld ? 1 : 0) + (to_old ? 1 : 0);
  }
  EXPECT_GT(expected, 1000);
  EXPECT_NEAR(got, expected, 5 * std::sqrt(kVertices));
}

}  // namespace
}  // namespace akin
