// Indexes of only some vertices: the same scores among them, the same bytes from every builder, and
// a clear message about the others.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>

#include "akin/akin.h"
#include "file_tree.h"
#include "measure_lists.h"
#include "random_graph.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr uint64_t kMega = uint64_t{1} << 20;

class OnlyTest : public testing::Test {
 protected:
  void Build(const BuildOptions& options, const Control& control = {.threads = 2}) {
    const auto report = BuildIndex(corpus_, options, control);
    ASSERT_TRUE(report.ok()) << report.status().message();
  }

  // Every answer of the index of some vertices is that of the index of all, without the other
  // vertices.
  void ExpectTheSameScores(const std::string& all_name, const std::string& some_name,
                           const std::vector<VertexId>& only) {
    const auto corpus = Corpus::Open(corpus_);
    const auto all = corpus->OpenIndex(all_name);
    const auto some = corpus->OpenIndex(some_name);
    ASSERT_TRUE(all.ok() && some.ok()) << some.status().message();
    const auto listed = [&](VertexId v) { return std::ranges::binary_search(only, v); };
    for (VertexId v = 0; v < corpus->vertices(); ++v) {
      const auto answer = some->Related(v, {.k = 0});
      if (!listed(v)) {
        EXPECT_EQ(answer.status().code(), Code::kUnknownKey);
        EXPECT_EQ(some->Sim(v, only[0]).status().code(), Code::kUnknownKey);
        continue;
      }
      std::vector<Hit> expected = all->Related(v, {.k = 0})->hits;
      std::erase_if(expected, [&](const Hit& hit) { return !listed(hit.vertex); });
      ASSERT_TRUE(answer.ok()) << answer.status().message();
      ASSERT_EQ(answer->hits.size(), expected.size());
      for (size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(answer->hits[i].vertex, expected[i].vertex);
        EXPECT_EQ(answer->hits[i].score.value, expected[i].score.value);
        EXPECT_EQ(answer->hits[i].score.error, expected[i].score.error);
        EXPECT_EQ(some->Sim(v, expected[i].vertex)->value, expected[i].score.value);
      }
    }
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
};

RC_GTEST_FIXTURE_PROP(OnlyTest, ScoresStayTheSameFromEveryBuilder, ()) {
  const auto graph =
      *rc::gen::suchThat(GenGraph(60), [](const TestGraph& g) { return !g.arcs().empty(); });
  MakeCorpus(graph, corpus_);
  const auto wanted =
      *rc::gen::container<std::vector<bool>>(graph.vertices(), rc::gen::arbitrary<bool>());
  BuildOptions options{.measure = *rc::gen::elementOf(LinkMeasures()),
                       .length = *rc::gen::inRange(1U, 12U),
                       .fingerprints = *rc::gen::inRange(1U, 25U),
                       .seed = *rc::gen::arbitrary<uint64_t>(),
                       .name = "all"};
  std::filesystem::remove_all(corpus_ + "/indexes");
  Build(options);
  for (VertexId v = 0; v < graph.vertices(); ++v) {
    if (wanted[v]) options.only.push_back(v);
  }
  RC_PRE(!options.only.empty());
  options.name = "some";
  FileTree expected;
  for (const Builder builder : {Builder::kMemory, Builder::kSemiExternal, Builder::kExternal}) {
    std::filesystem::remove_all(corpus_ + "/indexes/some");
    options.builder = builder;
    Build(options, {.threads = 2, .memory = 96 * kMega});
    ExpectTheSameScores("all", "some", options.only);
    const FileTree tree = ReadTree(corpus_ + "/indexes/some");
    if (builder == Builder::kMemory) expected = tree;
    const bool same = tree == expected;
    RC_ASSERT(same);
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST_F(OnlyTest, TheListIsASetWhateverItsOrder) {
  MakeCorpus(TestGraph::Random(300, 900, 4), corpus_);
  Build({.fingerprints = 12, .name = "a", .only = {5, 200, 17, 64, 5}});
  Build({.fingerprints = 12, .name = "b", .only = {5, 17, 64, 200}});
  EXPECT_TRUE(ReadTree(corpus_ + "/indexes/a") == ReadTree(corpus_ + "/indexes/b"));
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_EQ(corpus->OpenIndex("a")->info().only, 4U);
  EXPECT_EQ(corpus->OpenIndex("a")->Statistics()->vertices, 4U);
}

TEST_F(OnlyTest, GrowsAndResumesLikeAnyOther) {
  MakeCorpus(TestGraph::Random(300, 900, 4), corpus_);
  const std::vector<VertexId> only = {1, 2, 3, 50, 100, 150, 200, 250, 299};
  Build({.fingerprints = 25, .name = "at-once", .only = only});
  Build({.fingerprints = 13, .name = "grown", .only = only});
  Build({.fingerprints = 25, .name = "grown", .only = only});
  EXPECT_TRUE(ReadTree(corpus_ + "/indexes/grown") == ReadTree(corpus_ + "/indexes/at-once"));
  // With another list, or with all vertices, it is another index.
  for (const auto& other : {std::vector<VertexId>{}, std::vector<VertexId>{1, 2, 3}}) {
    EXPECT_EQ(
        BuildIndex(corpus_, {.fingerprints = 25, .name = "grown", .only = other}).status().code(),
        Code::kAlreadyExists);
  }
}

TEST_F(OnlyTest, AVertexThatIsNotThereIsRefused) {
  MakeCorpus(TestGraph::Cycle(10), corpus_);
  EXPECT_EQ(BuildIndex(corpus_, {.only = {3, 10}}).status().code(), Code::kInvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(corpus_ + "/indexes"));
}

}  // namespace
}  // namespace akin
