// A filtered answer is the full answer without those that do not pass, cut to k: for every kind of
// index and every way to ask.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "file_tree.h"
#include "index_fixture.h"
#include "query/ranking.h"
#include "random_graph.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

using Ask = std::function<Result<Answer>(const RelatedOptions&)>;

// Each vertex passes with this probability.
std::shared_ptr<const VertexSet> RandomSet(VertexId vertices, double share, uint32_t seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> draw(0, 1);
  std::vector<VertexId> members;
  for (VertexId v = 0; v < vertices; ++v) {
    if (draw(generator) < share) members.push_back(v);
  }
  return std::make_shared<const VertexSet>(members);
}

void ExpectHits(const std::vector<Hit>& found, const std::vector<Hit>& expected,
                const std::string& what) {
  ASSERT_EQ(found.size(), expected.size()) << what;
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found[i].vertex, expected[i].vertex) << what << ", rank " << i;
    EXPECT_EQ(found[i].score.value, expected[i].score.value) << what << ", rank " << i;
    EXPECT_NEAR(found[i].score.error, expected[i].score.error, 1e-12) << what << ", rank " << i;
    EXPECT_NEAR(found[i].score.low, expected[i].score.low, 1e-12) << what << ", rank " << i;
  }
}

// Answers are in order already. Sorting them again would tie estimates that differ by rounding,
// which an index does not (query/ranking.h).
void Cut(std::vector<Hit>& hits, unsigned k) {
  if (k != 0 && k < hits.size()) hits.resize(k);
}

void ExpectFilteredFullAnswer(const Ask& ask, const RelatedOptions& options,
                              const std::string& what) {
  RelatedOptions all = options;
  all.k = 0;
  all.filter = all.exclude = nullptr;
  const auto full = ask(all);
  ASSERT_TRUE(full.ok()) << what << ": " << full.status().message();
  std::vector<Hit> expected = full->hits;
  std::erase_if(expected, [&](const Hit& hit) { return !Passes(options, hit.vertex); });
  Cut(expected, options.k);
  const auto found = ask(options);
  ASSERT_TRUE(found.ok()) << what << ": " << found.status().message();
  ExpectHits(found->hits, expected, what);
}

class FilterTest : public IndexTest {
 protected:
  void Make(const TestGraph& graph, uint32_t seed = 3) {
    MakeCorpus(graph, corpus_);
    PutBags(RandomBags(graph.vertices(), 100, seed), 100, corpus_, "words");
  }
  void Build(const BuildOptions& options) {
    const auto report = BuildIndex(corpus_, options);
    ASSERT_TRUE(report.ok()) << report.status().message();
  }
  void BuildEveryKind(unsigned fingerprints) {
    Build({.measure = Measure::kSimRank, .fingerprints = fingerprints});
    Build({.measure = Measure::kPSimRank, .fingerprints = fingerprints});
    Build({.measure = Measure::kXJaccard, .fingerprints = fingerprints});
    Build({.measure = Measure::kText, .fingerprints = fingerprints, .bags = "words"});
    Build({.measure = Measure::kSimRank, .method = Method::kPush, .epsilon = 1e-3, .name = "push"});
    Build({.measure = Measure::kSimRank,
           .method = Method::kSeries,
           .iterations = 6,
           .name = "series"});
    Build({.measure = Measure::kCosineSimRank, .iterations = 10, .name = "norms"});
  }

  // All ways to ask about a vertex, with a name for each.
  std::vector<std::pair<std::string, Ask>> EveryWay(const Corpus& corpus, VertexId u) {
    std::vector<AskOptions> ways;
    for (const char* const index : {"simrank", "psimrank", "xjaccard", "text", "push", "series",
                                    "norms", "psimrank=0.6,text=0.4", "xjaccard,push,simrank"}) {
      ways.push_back({.index = index});
    }
    for (const Measure measure : {Measure::kSimRank, Measure::kText, Measure::kCosine}) {
      ways.push_back({.exact = ExactOptions{.measure = measure}});
    }
    for (const Measure measure : {Measure::kPSimRank, Measure::kXJaccard, Measure::kText}) {
      ways.push_back({.walks = BuildOptions{.measure = measure, .fingerprints = 20}});
    }
    std::vector<std::pair<std::string, Ask>> every;
    for (const AskOptions& way : ways) {
      const auto asker = Asker::Create(corpus, way);
      EXPECT_TRUE(asker.ok()) << asker.status().message();
      every.emplace_back(asker->name(), [asker = *asker, u](const RelatedOptions& options) {
        return asker.Related(u, options);
      });
    }
    return every;
  }
};

RC_GTEST_FIXTURE_PROP(FilterTest, EveryWayFiltersTheFullAnswer, ()) {
  const TestGraph graph = ArbitraryGraph(40);
  ASSERT_NO_FATAL_FAILURE(Make(graph));
  ASSERT_NO_FATAL_FAILURE(BuildEveryKind(20));
  const auto corpus = Corpus::Open(corpus_);
  const auto u = *rc::gen::inRange<VertexId>(0, graph.vertices());
  const auto seed = *rc::gen::arbitrary<uint32_t>();
  RelatedOptions options{.k = *rc::gen::inRange<unsigned>(0, 12)};
  options.min_score = *rc::gen::element(0.0, 0.0, 0.01, 0.1);
  options.min_inlinks = *rc::gen::element<uint64_t>(0, 0, 1, 2);
  for (const auto& [name, ask] : EveryWay(*corpus, u)) {
    for (const double share : {0.0, 0.1, 0.5, 1.0}) {
      options.filter = RandomSet(graph.vertices(), share, seed);
      options.exclude = nullptr;
      ExpectFilteredFullAnswer(ask, options, fmt::format("{} of {}, {}", name, u, share));
      options.exclude = RandomSet(graph.vertices(), 0.3, seed + 1);
      ExpectFilteredFullAnswer(ask, options, fmt::format("{} of {}, {}, less", name, u, share));
    }
    options.filter = nullptr;
    ExpectFilteredFullAnswer(ask, options, fmt::format("{} of {}, only less", name, u));
  }
  if (testing::Test::HasFailure()) RC_FAIL("see above");
}

// Large enough for early stops, and for few that pass to be completed one by one.
TEST_F(FilterTest, ALargeGraphIsFilteredExactlyWhereverItStops) {
  ASSERT_NO_FATAL_FAILURE(Make(TestGraph::Random(3000, 9000, 7)));
  Build({.measure = Measure::kSimRank, .fingerprints = 60});
  Build({.measure = Measure::kXJaccard, .fingerprints = 30});
  Build({.measure = Measure::kText, .fingerprints = 60, .bags = "words"});
  const auto corpus = Corpus::Open(corpus_);
  uint64_t fewer = 0;  // members read with a filter, where that was less than all
  for (const char* const name : {"simrank", "xjaccard", "text"}) {
    const auto index = corpus->OpenIndex(name);
    ASSERT_TRUE(index.ok());
    for (VertexId u = 0; u < 3000; u += 271) {
      const Ask ask = [&](const RelatedOptions& options) { return index->Related(u, options); };
      const auto all = ask({.k = 10, .stop_early = false});
      for (const double share : {0.0, 0.001, 0.01, 0.1, 0.7}) {
        RelatedOptions options{.k = 10, .filter = RandomSet(3000, share, u)};
        const std::string what = fmt::format("{} of {}, {}", name, u, share);
        ExpectFilteredFullAnswer(ask, options, what);
        fewer += ask(options)->work.members < all->work.members ? 1 : 0;
        options.min_score = 0.02;
        ExpectFilteredFullAnswer(ask, options, what + ", at least 0.02");
        options.share = 0.4;
        ExpectFilteredFullAnswer(ask, options, what + ", from some shards");
      }
    }
  }
  EXPECT_GT(fewer, 20U);  // of 180
}

TEST_F(FilterTest, AFilterOfAnotherCorpusDoesNoHarm) {
  ASSERT_NO_FATAL_FAILURE(Make(TestGraph::Random(50, 200, 1)));
  ASSERT_NO_FATAL_FAILURE(BuildEveryKind(20));
  const auto corpus = Corpus::Open(corpus_);
  const auto beyond = std::make_shared<const VertexSet>(
      std::vector<VertexId>{3, 49, 50, 1000, 4'000'000'000, UINT32_MAX});
  for (const auto& [name, ask] : EveryWay(*corpus, 5)) {
    ExpectFilteredFullAnswer(ask, {.k = 10, .filter = beyond}, name);
  }
}

// Ranks are those among the vertices that pass, so that a filter that few pass does not run out of
// the first thousand.
TEST_F(FilterTest, FusedRanksAreThoseOfWhatPasses) {
  ASSERT_NO_FATAL_FAILURE(Make(TestGraph::Random(200, 900, 2)));
  ASSERT_NO_FATAL_FAILURE(BuildEveryKind(40));
  const auto corpus = Corpus::Open(corpus_);
  const auto asker =
      Asker::Create(*corpus, {.index = "psimrank,text", .fusion = Fusion::kReciprocalRank});
  ASSERT_TRUE(asker.ok());
  const RelatedOptions options{.k = 10, .filter = RandomSet(200, 0.3, 9)};
  for (VertexId u = 0; u < 200; u += 17) {
    std::map<VertexId, double> sums;
    for (const char* const name : {"psimrank", "text"}) {
      auto hits = corpus->OpenIndex(name)->Related(u, {.k = 0})->hits;
      std::erase_if(hits, [&](const Hit& hit) { return !Passes(options, hit.vertex); });
      for (size_t i = 0; i < hits.size(); ++i) {
        sums[hits[i].vertex] += 1.0 / static_cast<double>(kFusionOffset + i + 1);
      }
    }
    std::vector<Hit> expected;
    for (const auto& [v, sum] : sums) {
      expected.push_back({.vertex = v, .score = {.value = sum, .low = sum}});
    }
    KeepBest(expected, options.k);
    const auto found = asker->Related(u, options);
    ASSERT_TRUE(found.ok());
    ExpectHits(found->hits, expected, fmt::format("rrf of {}", u));
  }
}

// A closer look at text is exact, so its answer can be computed.
TEST_F(FilterTest, ACloserLookChoosesItsCandidatesAmongWhatPasses) {
  ASSERT_NO_FATAL_FAILURE(Make(TestGraph::Random(2000, 6000, 4)));
  Build({.measure = Measure::kText, .fingerprints = 80, .bags = "words"});
  const auto corpus = Corpus::Open(corpus_);
  const auto index = corpus->OpenIndex("text");
  double found_sum = 0;
  double best_sum = 0;
  for (VertexId u = 1; u < 2000; u += 173) {
    // None of the first 150 of the full answer passes: these would be all the candidates.
    const auto full = index->Related(u, {.k = 150});
    ASSERT_TRUE(full.ok());
    std::vector<VertexId> first;
    for (const Hit& hit : full->hits) first.push_back(hit.vertex);
    const RelatedOptions options{
        .k = 10, .refine = 1, .exclude = std::make_shared<const VertexSet>(first)};
    const auto found = index->Related(u, options);
    const auto exact = ExactRelated(*corpus, u, {.measure = Measure::kText, .bags = "words"},
                                    {.k = 10, .exclude = options.exclude});
    ASSERT_TRUE(found.ok() && exact.ok());
    ASSERT_EQ(found->hits.size(), exact->hits.size());
    for (size_t i = 0; i < found->hits.size(); ++i) {
      EXPECT_TRUE(Passes(options, found->hits[i].vertex));
      found_sum += found->hits[i].score.value;
      best_sum += exact->hits[i].score.value;
    }
  }
  EXPECT_GT(best_sum, 0);
  EXPECT_GT(found_sum, 0.9 * best_sum);
}

TEST_F(FilterTest, ALookThatEverybodyPassesIsThatWithoutAFilter) {
  ASSERT_NO_FATAL_FAILURE(Make(TestGraph::Random(300, 1500, 8)));
  ASSERT_NO_FATAL_FAILURE(BuildEveryKind(40));
  const auto corpus = Corpus::Open(corpus_);
  const auto everybody = std::make_shared<const VertexSet>(VertexSet::Range(0, 300));
  const auto nobody = std::make_shared<const VertexSet>();
  for (const auto& [name, ask] : EveryWay(*corpus, 11)) {
    const auto plain = ask({.k = 10, .refine = 1});
    const auto filtered = ask({.k = 10, .refine = 1, .filter = everybody, .exclude = nobody});
    ASSERT_TRUE(plain.ok() && filtered.ok());
    ExpectHits(filtered->hits, plain->hits, name);
    const auto none = ask({.k = 10, .refine = 1, .filter = nobody});
    ASSERT_TRUE(none.ok());
    EXPECT_TRUE(none->hits.empty()) << name;
  }
}

TEST_F(FilterTest, AJoinLeavesOutWhatDoesNotPassOnBothSides) {
  ASSERT_NO_FATAL_FAILURE(Make(TestGraph::Random(80, 400, 6)));
  ASSERT_NO_FATAL_FAILURE(BuildEveryKind(20));
  const auto corpus = Corpus::Open(corpus_);
  const std::vector<VertexId> all = corpus->AllVertices();
  const std::vector<VertexId> half(all.begin(), all.begin() + 40);
  const RelatedOptions options{
      .k = 3, .filter = RandomSet(80, 0.4, 1), .exclude = RandomSet(80, 0.2, 2)};
  for (const AskOptions& way :
       {AskOptions{.index = "psimrank"}, AskOptions{.index = "text"},
        AskOptions{.exact = ExactOptions{}}, AskOptions{.index = "psimrank=1,text=2"}}) {
    const auto asker = Asker::Create(*corpus, way);
    for (const auto& right : {all, half}) {
      std::set<VertexId> rows;
      const Status joined =
          asker->Join(all, right, options, [&](VertexId u, const std::vector<Hit>& hits) {
            rows.insert(u);
            std::vector<Hit> expected = asker->Related(u, {.k = 0})->hits;
            if (!Passes(options, u)) expected.clear();
            std::erase_if(expected, [&](const Hit& hit) {
              return !Passes(options, hit.vertex) || (right.size() == 40 && hit.vertex >= 40);
            });
            Cut(expected, options.k);
            ExpectHits(hits, expected, fmt::format("row {} of {}", u, asker->name()));
            return Status();
          });
      ASSERT_TRUE(joined.ok()) << joined.message();
      EXPECT_EQ(rows.size(), all.size());
    }
  }
}

TEST_F(FilterTest, ATextIsFilteredToo) {
  const std::vector<std::string> words = {"lion", "bear", "ship", "crane", "jazz", "chess"};
  std::filesystem::create_directory(directory_ / "site");
  for (size_t i = 0; i < 60; ++i) {
    WriteBytes(directory_ / fmt::format("site/{:02}.html", i),
               fmt::format("<title>Page</title><p>The {} of {} and {}.", words[i % 6],
                           words[i / 6 % 6], words[i * i % 6]));
  }
  ASSERT_TRUE(Ingest({directory_ / "site"}, corpus_, {}).ok());
  ASSERT_TRUE(BuildBags(corpus_).ok());
  Build({.measure = Measure::kText, .fingerprints = 20});
  const auto corpus = Corpus::Open(corpus_);
  const auto asker = Asker::Create(*corpus, {.index = "text"});
  ASSERT_TRUE(asker.ok()) << asker.status().message();
  const auto text = WordsOf("lions and chess");
  const Ask ask = [&](const RelatedOptions& options) {
    return asker->RelatedToWords(*text, options);
  };
  const auto all = ask({.k = 0});
  ASSERT_TRUE(all.ok() && all->hits.size() > 20);
  for (const double share : {0.0, 0.2, 0.8}) {
    ExpectFilteredFullAnswer(ask, {.k = 7, .filter = RandomSet(60, share, 3)}, "words");
  }
}

}  // namespace
}  // namespace akin
