#include "query/ranking.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace akin {
namespace {

std::vector<VertexId> Vertices(const std::vector<Hit>& hits) {
  std::vector<VertexId> vertices;
  for (const Hit& hit : hits) vertices.push_back(hit.vertex);
  return vertices;
}

// There are few different scores, so there are many ties.
RC_GTEST_PROP(BestHitsProperty, KeepsWhatSortingKeeps, ()) {
  const auto scores = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 8));
  const auto k = *rc::gen::inRange(0U, 6U);
  std::vector<Hit> all;
  BestHits best(k);
  for (size_t i = 0; i < scores.size(); ++i) {
    const Hit hit{.vertex = static_cast<VertexId>(scores.size() - i),
                  .score = {.value = scores[i] / 8.0}};
    all.push_back(hit);
    if (best.Wants(hit.score.value)) best.Add(hit);
  }
  KeepBest(all, k);
  RC_ASSERT(Vertices(best.Take()) == Vertices(all));
}

}  // namespace
}  // namespace akin
