#include "exact/lanes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "random_graph.h"

namespace akin {
namespace {

std::vector<Lanes> ArbitraryTile(size_t entries) {
  std::vector<Lanes> tile(entries);
  for (Lanes& entry : tile) {
    for (double& lane : entry.lane) lane = std::exp2(*rc::gen::inRange(-30, 1)) / 3;
  }
  return tile;
}

RC_GTEST_PROP(LanesProperty, SumsAndLargestFollowTheListsInTheirOrder, ()) {
  const TestGraph graph = *GenGraph(40);
  const std::vector<Lanes> tile = ArbitraryTile(graph.vertices());
  std::vector<VertexId> vertices;
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    if (*rc::gen::arbitrary<bool>()) vertices.push_back(v);
  }
  std::vector<Lanes> sums(vertices.size());
  std::vector<Lanes> most(vertices.size());
  SumOver(graph.in(), vertices, tile.data(), sums.data());
  MaxOver(graph.in(), vertices, tile.data(), most.data());
  for (size_t i = 0; i < vertices.size(); ++i) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      double sum = 0.0;
      double largest = 0.0;
      for (const VertexId a : graph.in()[vertices[i]]) {
        sum += tile[a].lane[lane];
        largest = std::max(largest, tile[a].lane[lane]);
      }
      RC_ASSERT(sums[i].lane[lane] == sum);
      RC_ASSERT(most[i].lane[lane] == largest);
    }
  }
}

RC_GTEST_PROP(LanesProperty, TurningSwapsRowsAndColumnsAndScalesBoth, ()) {
  const std::vector<Lanes> from = ArbitraryTile(kLanes);
  double shares[kLanes];
  double scales[kLanes];
  for (size_t i = 0; i < kLanes; ++i) {
    shares[i] = 1.0 / *rc::gen::inRange(1, 50);
    scales[i] = 0.6 / *rc::gen::inRange(1, 50);
  }
  Lanes turned[kLanes];
  Lanes scaled[kLanes];
  Transpose(from.data(), turned);
  TransposeAndScale(from.data(), shares, scales, scaled);
  for (size_t i = 0; i < kLanes; ++i) {
    for (size_t j = 0; j < kLanes; ++j) {
      RC_ASSERT(turned[i].lane[j] == from[j].lane[i]);
      RC_ASSERT(scaled[i].lane[j] == from[j].lane[i] * shares[j] * scales[i]);
    }
  }
}

TEST(LanesTest, AMatrixLoadsItsGroupsOnTheirSide) {
  constexpr size_t kRows = 37;
  constexpr size_t kColumns = 21;
  LaneMatrix matrix(kRows, kColumns);
  ASSERT_TRUE(matrix.ok());
  EXPECT_EQ(matrix.At(kRows - 1, kColumns - 1), 0.0);
  std::vector<VertexId> names;
  for (size_t j = 0; j < kColumns; ++j) {
    names.push_back(static_cast<VertexId>(2 * j + 1));
    for (size_t i = 0; i < kRows; ++i) matrix.At(i, j) = static_cast<double>(i * 100 + j);
  }
  std::vector<Lanes> tile(2 * kColumns + 1);
  for (size_t i = 0; i < kRows; ++i) {
    matrix.LoadGroup(i / kLanes, names, tile.data());
    for (size_t j = 0; j < kColumns; ++j) {
      EXPECT_EQ(tile[names[j]].lane[i % kLanes], static_cast<double>(i * 100 + j));
    }
  }
  EXPECT_EQ(tile[0].lane[0], 0.0);
  EXPECT_EQ(LaneMatrix::BytesFor(kRows, kColumns), 48.0 * 32 * sizeof(double));
  EXPECT_EQ(matrix.bytes(), LaneMatrix::BytesFor(kRows, kColumns));
}

}  // namespace
}  // namespace akin
