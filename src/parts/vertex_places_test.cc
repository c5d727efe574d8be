#include "parts/vertex_places.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <unordered_map>
#include <vector>

namespace akin {
namespace {

TEST(VertexPlacesTest, NumbersInTheOrderOfFirstOccurrence) {
  VertexPlaces places;
  EXPECT_EQ(places.Add(7), 0U);
  EXPECT_EQ(places.Add(0), 1U);
  EXPECT_EQ(places.Add(7), 0U);
  EXPECT_EQ(places.Add(kNoVertex - 1), 2U);
  EXPECT_EQ(places.Of(0), 1U);
  EXPECT_EQ(places.size(), 3U);
}

// With and without room made before, also if numbers are close together.
RC_GTEST_PROP(VertexPlacesTest, SameAsAMap, (bool reserve)) {
  const auto vertices = *rc::gen::container<std::vector<VertexId>>(
      rc::gen::oneOf(rc::gen::inRange<VertexId>(0, 40), rc::gen::arbitrary<VertexId>()));
  VertexPlaces places;
  if (reserve) places.Reserve(vertices.size());
  std::unordered_map<VertexId, size_t> expected;
  for (const VertexId vertex : vertices) {
    const size_t place = expected.try_emplace(vertex, expected.size()).first->second;
    RC_ASSERT(places.Add(vertex) == place);
  }
  RC_ASSERT(places.size() == expected.size());
  for (const auto& [vertex, place] : expected) RC_ASSERT(places.Of(vertex) == place);
}

}  // namespace
}  // namespace akin
