#include "graph/graph.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "random_graph.h"
#include "temp_dir.h"

namespace akin {
namespace {

class GraphTest : public testing::Test {
 protected:
  Result<uint64_t> Write(const TestGraph& graph) {
    const auto rows = [&](const Adjacency& adjacency) -> SortedArcs {
      return [adjacency](const ArcVisitor& visit) -> Status {
        for (VertexId row = 0; row < adjacency.vertices(); ++row) {
          std::vector<uint64_t> arcs;
          for (const VertexId column : adjacency[row]) arcs.push_back(PackArc(row, column));
          if (Status status = visit(arcs); !status.ok()) return status;
        }
        return {};
      };
    };
    return WriteGraph(path_, graph.vertices(), rows(graph.in()), rows(graph.out()));
  }

  TempDir directory_;
  std::string path_ = directory_ / "graph.akin";
};

void ExpectSame(const Adjacency& a, const Adjacency& b) {
  ASSERT_EQ(a.vertices(), b.vertices());
  for (VertexId v = 0; v < a.vertices(); ++v) {
    ASSERT_TRUE(std::equal(a[v].begin(), a[v].end(), b[v].begin(), b[v].end())) << v;
  }
}

void ExpectHolds(const std::string& path, const TestGraph& expected) {
  const auto graph = Graph::Open(path);
  ASSERT_TRUE(graph.ok()) << graph.status().message();
  ASSERT_EQ((*graph)->vertices(), expected.vertices());
  ASSERT_EQ((*graph)->arcs(), expected.arcs().size());
  ExpectSame(*(*graph)->In(), expected.in());
  ExpectSame(*(*graph)->Out(), expected.out());
  for (VertexId v = 0; v < expected.vertices(); ++v) {
    ASSERT_EQ(*(*graph)->InDegree(v), expected.in().degree(v));
  }
  EXPECT_EQ((*graph)->InDegree(expected.vertices()).status().code(), Code::kDamaged);
  EXPECT_FALSE((*graph)->InDegree(kNoVertex).ok());
}

RC_GTEST_FIXTURE_PROP(GraphTest, AnyGraphRoundTrips, ()) {
  const auto graph = *GenGraph(50);
  const auto identity = Write(graph);
  RC_ASSERT(identity.ok());
  ExpectHolds(path_, graph);
  RC_ASSERT((*Graph::Open(path_))->identity() == *identity);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST_F(GraphTest, KnownShapesRoundTrip) {
  for (const TestGraph& graph :
       {TestGraph(0, {}), TestGraph(1, {}), TestGraph(1, {{0, 0}}), TestGraph(5, {{4, 4}}),
        TestGraph::Star(100), TestGraph::Path(100), TestGraph::Complete(20)}) {
    ASSERT_TRUE(Write(graph).ok());
    ExpectHolds(path_, graph);
  }
}

TEST_F(GraphTest, LargerThanABlock) {
  const TestGraph graph = TestGraph::Random(30'000, 100'000, 1);
  ASSERT_TRUE(Write(graph).ok());
  ExpectHolds(path_, graph);
}

TEST_F(GraphTest, TheIdentityIsThatOfTheArcs) {
  const auto a = Write(TestGraph(3, {{0, 1}, {1, 2}}));
  const auto again = Write(TestGraph(3, {{1, 2}, {0, 1}, {0, 1}}));
  const auto b = Write(TestGraph(3, {{0, 1}, {2, 1}}));
  const auto more_vertices = Write(TestGraph(4, {{0, 1}, {1, 2}}));
  EXPECT_EQ(*a, *again);
  EXPECT_NE(*a, *b);
  EXPECT_NE(*a, *more_vertices);
}

TEST_F(GraphTest, AFailingSourceOfArcsFailsTheWrite) {
  const SortedArcs none = [](const auto&) { return Status(); };
  const SortedArcs failing = [](const auto&) { return Status(Code::kCancelled, "enough"); };
  EXPECT_EQ(WriteGraph(path_, 3, failing, none).status().code(), Code::kCancelled);
  EXPECT_EQ(WriteGraph(path_, 3, none, failing).status().code(), Code::kCancelled);
  EXPECT_EQ(Graph::Open(path_).status().code(), Code::kNotFound);
}

}  // namespace
}  // namespace akin
