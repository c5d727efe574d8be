// The tree of a walk says the same as its single meetings.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

using Meetings = std::map<VertexId, unsigned>;  // when

class WalkTreeTest : public IndexTest {
 protected:
  static constexpr VertexId kVertices = 90;
  WalkTreeTest() { MakeCorpus(TestGraph::Random(kVertices, 200, 5), corpus_); }
};

// From the vertex outwards, the largest step so far is when they met; nobody nearer is left out.
void ExpectNearest(const WalkTree& tree, VertexId vertex, Meetings met) {
  EXPECT_FALSE(tree.members.front().met);
  const auto own = std::find_if(tree.members.begin(), tree.members.end(),
                                [&](const auto& member) { return member.vertex == vertex; });
  ASSERT_NE(own, tree.members.end());
  unsigned farthest = 0;
  const auto expect = [&](VertexId other, unsigned& latest, unsigned step) {
    latest = std::max(latest, step);
    ASSERT_TRUE(met.contains(other));
    EXPECT_EQ(latest, met.at(other));
    farthest = std::max(farthest, latest);
    met.erase(other);
  };
  unsigned right = 0;
  for (auto at = own + 1; at != tree.members.end(); ++at) expect(at->vertex, right, *at->met);
  unsigned left = 0;
  for (auto at = own; at != tree.members.begin(); --at) expect((at - 1)->vertex, left, *at->met);
  for (const auto& [other, step] : met) EXPECT_GE(step, farthest) << other << " is nearer";
}

TEST_F(WalkTreeTest, HasTheMembersThatAVertexMet) {
  const Index index = BuildAndOpen({.length = 6, .fingerprints = 12});
  std::vector<Meeting> met;
  for (VertexId v = 0; v < kVertices; v += 4) {
    for (const unsigned f : {0U, 5U, 11U}) {
      ASSERT_TRUE(index.Meetings(v, f, met).ok());
      Meetings when;
      for (const Meeting& meeting : met) when[meeting.vertex] = meeting.step;
      for (const unsigned k : {0U, 1U, 4U}) {
        const auto tree = index.Tree(v, f, k);
        ASSERT_TRUE(tree.ok()) << tree.status().message();
        EXPECT_EQ(tree->path, *index.Walk(v, f));
        EXPECT_EQ(tree->members_of_tree, when.size() + 1);
        const size_t all = when.size() + 1;
        ASSERT_EQ(tree->members.size(), k == 0 ? all : std::min<size_t>(k, all));
        ExpectNearest(*tree, v, when);
      }
    }
  }
}

TEST_F(WalkTreeTest, SaysWhatHasNoTree) {
  const Index index = BuildAndOpen({.fingerprints = 12});
  EXPECT_EQ(index.Tree(0, 12, 0).status().parameter(), "fingerprint");
  EXPECT_EQ(index.Tree(kVertices, 0, 0).status().code(), Code::kInvalidArgument);
  const Index classes = BuildAndOpen({.measure = Measure::kXJaccard, .fingerprints = 12});
  EXPECT_EQ(classes.Tree(0, 0, 0).status().parameter(), "index");
  const Index push = BuildAndOpen({.method = Method::kPush});
  EXPECT_FALSE(push.Tree(0, 0, 0).ok());
}

}  // namespace
}  // namespace akin
