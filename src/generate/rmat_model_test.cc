#include "generate/rmat_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace akin {
namespace {

// At most six standard deviations: fails for less than one seed in a million.
TEST(RmatModel, QuartersHaveTheirShares) {
  constexpr VertexId kVertices = 1 << 14;
  const RmatModel model(kVertices, 16, 1);
  ASSERT_EQ(model.arcs(), 16U * kVertices);
  double counts[2][2] = {};
  double inner[2][2] = {};  // quarters of the upper left quarter
  for (uint64_t i = 0; i < model.arcs(); ++i) {
    const auto [from, to] = model.Arc(i);
    ++counts[from * 2 / kVertices][to * 2 / kVertices];
    if (from * 2 < kVertices && to * 2 < kVertices) {
      ++inner[from * 4 / kVertices][to * 4 / kVertices];
    }
  }
  const double arcs = static_cast<double>(model.arcs());
  for (const auto& [count, total] : {std::pair(counts, arcs), std::pair(inner, counts[0][0])}) {
    EXPECT_NEAR(count[0][0] / total, 0.57, 0.008);
    EXPECT_NEAR(count[0][1] / total, 0.19, 0.007);
    EXPECT_NEAR(count[1][0] / total, 0.19, 0.007);
    EXPECT_NEAR(count[1][1] / total, 0.05, 0.004);
  }
}

TEST(RmatModel, AnyNumberOfVerticesIsUsedFromFirstToLast) {
  for (const VertexId vertices : {2U, 3U, 100U, 129U}) {
    const RmatModel model(vertices, 1, 1);
    std::vector<uint64_t> seen(vertices);
    for (uint64_t i = 0; i < 200'000; ++i) {
      const auto [from, to] = model.Arc(i);
      ASSERT_LT(from, vertices);
      ASSERT_LT(to, vertices);
      ++seen[from];
      ++seen[to];
    }
    EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 0U) << vertices;
    EXPECT_EQ(std::max_element(seen.begin(), seen.end()), seen.begin());
  }
}

TEST(RmatModel, WorksUpToTheMostVertices) {
  const RmatModel model(kNoVertex - 1, 1, 1);
  VertexId largest = 0;
  for (uint64_t i = 0; i < 10'000; ++i) largest = std::max(largest, model.Arc(i).first);
  EXPECT_GT(largest, VertexId{1} << 31);
  EXPECT_LT(largest, kNoVertex - 1);
}

}  // namespace
}  // namespace akin
