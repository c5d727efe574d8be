#include "linear/spread.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>

#include "linear/local_graph.h"
#include "random_graph.h"

namespace akin {
namespace {

RC_GTEST_PROP(SpreadProperty, AddsCellsInTheOrderOfTheVertices, ()) {
  const TestGraph graph = *GenGraph(40);
  const size_t lanes = *rc::gen::element<size_t>(1, 2, 8);
  LocalGraph local(graph.in());
  local.Number(*rc::gen::inRange<VertexId>(0, graph.vertices()));
  const size_t steps = *rc::gen::inRange<size_t>(1, 4);
  for (size_t step = 0; step < steps; ++step)
    local.Expand(local.size(), LocalGraph::Unknown::kFind);
  Cells from(local.expanded() * lanes);
  for (double& number : from) {
    const int exponent = *rc::gen::inRange(-30, 10);
    number = exponent > 0 ? 0 : std::exp2(exponent) / 3;
  }
  Cells to(local.size() * lanes);
  Spread(local, lanes, from, to);
  Cells expected(to.size());
  for (size_t v = 0; v < local.expanded(); ++v) {
    for (const uint32_t target : local[v]) {
      for (size_t lane = 0; lane < lanes; ++lane) {
        expected[target * lanes + lane] += from[v * lanes + lane];
      }
    }
  }
  RC_ASSERT(to == expected);
}

TEST(CellsTest, BeginAtACacheLine) {
  for (const size_t size : {1, 8, 1000, 100000}) {
    const Cells cells(size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(cells.data()) % 64, 0U);
  }
}

}  // namespace
}  // namespace akin
