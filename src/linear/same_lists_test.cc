#include "linear/same_lists.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "random_graph.h"

namespace akin {
namespace {

RC_GTEST_PROP(SameListsProperty, RowsAreTheDifferentLists, ()) {
  const TestGraph graph = *GenGraph(25);
  const uint64_t least = *rc::gen::inRange(0, 4);
  const Adjacency in = graph.in();
  const ListRows rows = FindSameLists(in, least);
  RC_ASSERT(rows.of.size() == graph.vertices());
  RC_ASSERT(std::is_sorted(rows.first.begin(), rows.first.end()));
  for (VertexId u = 0; u < graph.vertices(); ++u) {
    RC_ASSERT((rows.of[u] == ListRows::kNone) == (in.degree(u) < least));
    if (rows.of[u] == ListRows::kNone) continue;
    RC_ASSERT(rows.first[rows.of[u]] <= u);
    for (VertexId v = 0; v < graph.vertices(); ++v) {
      if (rows.of[v] == ListRows::kNone) continue;
      RC_ASSERT((rows.of[u] == rows.of[v]) == std::ranges::equal(in[u], in[v]));
    }
  }
}

}  // namespace
}  // namespace akin
