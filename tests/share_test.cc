// A share of the shards: which ones, and that their fingerprints alone make the scores.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "measure_lists.h"
#include "query/shard_choice.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr unsigned kPerShard = 10;

TEST(ShardChoice, TakesAsManyAsAskedFor) {
  const auto count = [](const ShardChoice& choice, size_t shards) {
    size_t chosen = 0;
    for (size_t i = 0; i < shards; ++i) chosen += choice.Has(i) ? 1 : 0;
    return chosen;
  };
  for (VertexId v = 0; v < 50; ++v) {
    EXPECT_EQ(count(ShardChoice(v, 1, 10), 10), 10);
    EXPECT_EQ(count(ShardChoice(v, 0.5, 10), 10), 5);
    EXPECT_EQ(count(ShardChoice(v, 0.25, 10), 10), 3);
    EXPECT_EQ(count(ShardChoice(v, 1e-9, 10), 10), 1);
    EXPECT_EQ(count(ShardChoice(v, 0.3, 1), 1), 1);
  }
}

// Each of 20 shards is in a quarter of 10,000 choices: 2,500 times with a deviation of 43. Six
// deviations fail for one of 20 with probability 4e-8; the hash is fixed.
TEST(ShardChoice, SparesAllShardsAlike) {
  std::vector<int> chosen(20);
  for (VertexId v = 0; v < 10'000; ++v) {
    const ShardChoice choice(v, 0.25, chosen.size());
    for (size_t i = 0; i < chosen.size(); ++i) chosen[i] += choice.Has(i) ? 1 : 0;
  }
  for (const int times : chosen) EXPECT_NEAR(times, 2500, 260);
}

// Whoever has less to spare still reads what it read before: shards join, none is exchanged.
TEST(ShardChoice, ALargerShareContainsASmallerOne) {
  for (VertexId v = 0; v < 200; ++v) {
    const ShardChoice small(v, 0.2, 15);
    const ShardChoice large(v, 0.6, 15);
    for (size_t i = 0; i < 15; ++i) EXPECT_TRUE(large.Has(i) || !small.Has(i));
  }
}

class ShareTest : public IndexTest {
 protected:
  static constexpr double kDecay = 0.7;
  static constexpr unsigned kFingerprints = 37;  // four shards, the last one not full
  static constexpr VertexId kVertices = 90;

  ShareTest() { MakeCorpus(TestGraph::Random(kVertices, 240, 5), corpus_); }

  // From the meetings in the chosen shards alone.
  static std::map<VertexId, double> Scores(const Index& index, VertexId vertex, double share) {
    const bool classes = index.info().method == Method::kClasses;
    const ShardChoice choice(vertex, share, index.info().shards);
    std::map<VertexId, double> sums;
    std::vector<Meeting> met;
    unsigned used = 0;
    for (unsigned f = 0; f < kFingerprints; ++f) {
      if (!choice.Has(f / kPerShard)) continue;
      ++used;
      EXPECT_TRUE(index.Meetings(vertex, f, met).ok());
      for (const Meeting& meeting : met) {
        sums[meeting.vertex] += std::pow(kDecay, meeting.step) * (classes ? 1 - kDecay : 1.0);
      }
    }
    EXPECT_EQ(*index.FingerprintsUsed(vertex, {.share = share}), used);
    for (auto& [v, sum] : sums) sum /= used;
    return sums;
  }
};

TEST_F(ShareTest, ScoresAreThoseOfTheChosenFingerprints) {
  for (const Measure measure : LinkMeasures()) {
    SCOPED_TRACE(MeasureName(measure));
    const Index index =
        BuildAndOpen({.measure = measure, .decay = kDecay, .fingerprints = kFingerprints});
    for (const double share : {0.01, 0.5, 0.75, 1.0}) {
      for (VertexId v = 0; v < kVertices; ++v) {
        const auto scores = Scores(index, v, share);
        const auto answer = index.Related(v, {.k = 0, .share = share});
        ASSERT_TRUE(answer.ok()) << answer.status().message();
        ASSERT_EQ(answer->hits.size(), scores.size());
        for (const Hit& hit : answer->hits) {
          ASSERT_NEAR(hit.score.value, scores.at(hit.vertex), 1e-9);
          ASSERT_EQ(index.Sim(v, hit.vertex, {.share = share})->value, hit.score.value);
        }
        const auto best = index.Related(v, {.k = 3, .share = share});
        for (size_t i = 0; i < best->hits.size(); ++i) {
          ASSERT_EQ(best->hits[i].vertex, answer->hits[i].vertex);
          ASSERT_EQ(best->hits[i].score.value, answer->hits[i].score.value);
          ASSERT_EQ(best->hits[i].score.high, answer->hits[i].score.high);
        }
      }
    }
  }
}

TEST_F(ShareTest, MixturesTakeAShareOfEachPart) {
  const Index walks = BuildAndOpen({.fingerprints = 40});
  const Index hashes = BuildAndOpen({.measure = Measure::kXJaccard, .fingerprints = 20});
  const auto mixture =
      Mixture::Open(*Corpus::Open(corpus_), {{walks.info().name, 0.5}, {hashes.info().name, 0.5}});
  ASSERT_TRUE(mixture.ok()) << mixture.status().message();
  for (VertexId v = 0; v < kVertices; ++v) {
    const RelatedOptions options{.k = 5, .share = 0.5};
    const auto answer = mixture->Related(v, options);
    ASSERT_TRUE(answer.ok()) << answer.status().message();
    for (const Hit& hit : answer->hits) {
      EXPECT_NEAR(hit.score.value,
                  0.5 * walks.Sim(v, hit.vertex, options)->value +
                      0.5 * hashes.Sim(v, hit.vertex, options)->value,
                  1e-12);
    }
  }
}

TEST_F(ShareTest, RefusesWhatIsNoShare) {
  const Index index = BuildAndOpen({.fingerprints = 20});
  for (const double share : {0.0, -1.0, 1.5, std::nan("")}) {
    const auto refused = index.Related(1, {.share = share});
    ASSERT_EQ(refused.status().code(), Code::kInvalidArgument) << share;
    EXPECT_EQ(refused.status().parameter(), "share");
  }
  for (const RelatedOptions& options : {RelatedOptions{.fingerprints = 10, .share = 0.5},
                                        RelatedOptions{.share = 0.5, .refine = 1}}) {
    EXPECT_EQ(index.Related(1, options).status().parameter(), "share");
  }
  EXPECT_EQ(
      index.corpus().RelatedByWalking(1, {.fingerprints = 20}, {.share = 0.5}).status().parameter(),
      "share");
}

}  // namespace
}  // namespace akin
