// An Asker gives the same answers as what it passes questions on to.
#include "akin/ask.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

void ExpectSame(const std::vector<Hit>& a, const std::vector<Hit>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].vertex, b[i].vertex);
    EXPECT_EQ(a[i].score.value, b[i].score.value);
    EXPECT_EQ(a[i].score.error, b[i].score.error);
  }
}

class AskTest : public IndexTest {
 protected:
  static constexpr VertexId kVertices = 60;

  AskTest() { MakeCorpus(TestGraph::Random(kVertices, 200, 3), corpus_); }

  Corpus Open() const { return *Corpus::Open(corpus_); }
  Asker Ask(const AskOptions& options) const {
    auto asker = Asker::Create(Open(), options);
    EXPECT_TRUE(asker.ok()) << asker.status().message();
    return *asker;
  }
  // Some occur twice, in no particular order.
  const std::vector<VertexId> queries_ = {7, 3, 59, 3, 0, 41, 7};
};

// Two joins where there is room for half of the answers: with a Krylov space each says how it goes.
TEST_F(AskTest, ExactAnswersAskedForAgainAreKeptWithinABound) {
  std::vector<VertexId> twice;
  for (VertexId i = 0; i < 2 * kVertices; ++i) twice.push_back(i % kVertices);
  size_t joins = 0;
  const Asker asker = Ask({.exact = ExactOptions{.measure = Measure::kCosineSimRank,
                                                 .iterations = 4,
                                                 .krylov = 4,
                                                 .note = [&](std::string_view) { ++joins; }}});
  const auto expected = asker.RelatedMany(twice, {.k = 0}, {.threads = 1});
  ASSERT_TRUE(expected.ok()) << expected.status().message();
  EXPECT_EQ(joins, 1U);
  const uint64_t memory = 8 * (kVertices / 2) * kVertices * sizeof(Hit);
  const auto bounded = asker.RelatedMany(twice, {.k = 0}, {.threads = 1, .memory = memory});
  ASSERT_TRUE(bounded.ok()) << bounded.status().message();
  EXPECT_EQ(joins, 3U);
  for (size_t i = 0; i < twice.size(); ++i) {
    const std::vector<Hit>& hits = (*bounded)[i].hits;
    ASSERT_EQ(hits.size(), (*expected)[i].hits.size());
    for (size_t j = 0; j < hits.size(); ++j) {
      EXPECT_NEAR(hits[j].score.value, (*expected)[i].hits[j].score.value, 1e-9);
    }
  }
}

TEST_F(AskTest, OpenIndexesAnswerAfterTheirFilesAreGone) {
  const std::vector<Index> opened = {
      BuildAndOpen({.fingerprints = 30}),
      BuildAndOpen({.measure = Measure::kPSimRank, .fingerprints = 30})};
  const Corpus corpus = Open();
  std::vector<std::vector<Hit>> expected;
  const std::vector<std::string> names = {"psimrank", "simrank=0.5,psimrank", ""};
  for (const std::string& name : names) {
    expected.push_back(Ask({.index = name}).Related(7, {.k = 5})->hits);
  }
  const std::vector<Hit> fused =
      Ask({.index = "simrank,psimrank", .fusion = Fusion::kReciprocalRank}).Related(7)->hits;
  ASSERT_TRUE(RemoveIndex(corpus_, "simrank").ok());
  ASSERT_TRUE(RemoveIndex(corpus_, "psimrank").ok());
  for (size_t i = 0; i < names.size(); ++i) {
    const auto asker = Asker::Of(opened, names[i]);
    ASSERT_TRUE(asker.ok()) << asker.status().message();
    EXPECT_EQ(asker->name(), names[i].empty() ? "simrank" : names[i]);
    ExpectSame(asker->Related(7, {.k = 5})->hits, expected[i]);
  }
  const auto by_rank = Asker::Of(opened, "simrank,psimrank", Fusion::kReciprocalRank);
  EXPECT_EQ(by_rank->name(), "simrank,psimrank by rrf");
  ExpectSame(by_rank->Related(7)->hits, fused);
  for (const char* const name : {"psimrnk", "simrank,psimrnk"}) {
    const Status unknown = Asker::Of(opened, name).status();
    EXPECT_EQ(unknown.code(), Code::kNoIndex);
    EXPECT_EQ(unknown.suggestions().front(), "psimrank") << unknown.message();
  }
  EXPECT_EQ(Asker::Of({}, "").status().code(), Code::kNoIndex);
}

TEST_F(AskTest, ManyAreAnsweredLikeEach) {
  BuildAndOpen({.fingerprints = 30});
  BuildAndOpen({.measure = Measure::kPSimRank, .fingerprints = 30});
  const ExactOptions exact = *ParseExactSpec("simrank:iterations=5");
  const BuildOptions walks{.fingerprints = 20};
  for (const AskOptions& options :
       {AskOptions{.index = "simrank"}, AskOptions{.index = "simrank=0.5,psimrank"},
        AskOptions{.index = "simrank,psimrank", .fusion = Fusion::kReciprocalRank},
        AskOptions{.exact = exact}, AskOptions{.walks = walks}}) {
    const Asker asker = Ask(options);
    for (const unsigned threads : {1U, 3U}) {
      const auto many = asker.RelatedMany(queries_, {.k = 4}, {.threads = threads});
      ASSERT_TRUE(many.ok()) << many.status().message();
      ASSERT_EQ(many->size(), queries_.size());
      for (size_t i = 0; i < queries_.size(); ++i) {
        ExpectSame((*many)[i].hits, asker.Related(queries_[i], {.k = 4})->hits);
      }
    }
  }
}

TEST_F(AskTest, AnIndexAndAnExactMeasureAnswerAsThemselves) {
  const Index index = BuildAndOpen({.fingerprints = 30});
  const Asker by_index = Ask({});
  EXPECT_FALSE(by_index.solved_on_the_spot());
  ExpectSame(by_index.Related(5)->hits, index.Related(5)->hits);
  EXPECT_EQ(by_index.Sim(5, 6)->value, index.Sim(5, 6)->value);
  const ExactOptions cosine = *ParseExactSpec("cosine");
  ExpectSame(Ask({.exact = cosine}).Related(5)->hits, ExactRelated(Open(), 5, cosine)->hits);
}

TEST_F(AskTest, AJoinHasTheBestOfEachRowAmongTheColumns) {
  BuildAndOpen({.fingerprints = 50});
  const std::vector<VertexId> right = {1, 2, 3, 10, 20, 30, 40};
  const std::vector<VertexId> left = {3, 50, 8};
  for (const AskOptions& options :
       {AskOptions{}, AskOptions{.exact = *ParseExactSpec("simrank")}}) {
    const Asker asker = Ask(options);
    std::vector<VertexId> rows;
    const auto join = asker.Join(left, right, {.k = 2}, [&](VertexId u, const auto& hits) {
      rows.push_back(u);
      std::vector<Hit> wanted = asker.Related(u, {.k = 0})->hits;
      std::erase_if(wanted, [&](const Hit& hit) {
        return std::find(right.begin(), right.end(), hit.vertex) == right.end();
      });
      wanted.resize(std::min<size_t>(wanted.size(), 2));
      ExpectSame(hits, wanted);
      return Status();
    });
    EXPECT_TRUE(join.ok()) << join.message();
    EXPECT_EQ(rows, left);
  }
}

TEST_F(AskTest, WithoutAnIndexASmallGraphIsSolvedOnTheSpot) {
  const Asker asker = Ask({.decay = 0.7});
  EXPECT_TRUE(asker.solved_on_the_spot());
  const auto hits = asker.Related(5, {.k = 3})->hits;
  ASSERT_FALSE(hits.empty());
  for (const Hit& hit : hits) {
    const auto exact =
        ExactSim(Open(), 5, hit.vertex, *ParseExactSpec("simrank:iterations=40:decay=0.7"));
    EXPECT_NEAR(hit.score.value, exact->value, 1e-3);
  }
}

// No number means that an option was not given.
TEST_F(AskTest, ZeroIsNoWayToSayNothing) {
  BuildAndOpen({.fingerprints = 20});
  BuildAndOpen({.measure = Measure::kCosineSimRank});
  BuildAndOpen({.method = Method::kPush});
  const AskOptions who[] = {{.index = "simrank"},      {.index = "cosine-simrank"},
                            {.index = "simrank-push"}, {.index = "simrank,cosine-simrank"},
                            {.exact = ExactOptions{}}, {.walks = BuildOptions{}}};
  const RelatedOptions zeros[] = {{.fingerprints = 0}, {.length = 0}, {.decay = 0}};
  const char* const names[] = {"fingerprints", "length", "decay"};
  const std::vector<VertexId> two = {1, 2};
  for (const AskOptions& options : who) {
    const Asker asker = Ask(options);
    for (size_t i = 0; i < std::size(zeros); ++i) {
      SCOPED_TRACE(asker.name() + " " + names[i]);
      EXPECT_EQ(asker.Sim(1, 2, zeros[i]).status().parameter(), names[i]);
      EXPECT_EQ(asker.Related(1, zeros[i]).status().parameter(), names[i]);
      EXPECT_EQ(asker.RelatedMany(queries_, zeros[i]).status().parameter(), names[i]);
      const auto ignore = [](VertexId, const std::vector<Hit>&) { return Status(); };
      EXPECT_EQ(asker.Join(two, two, zeros[i], ignore).parameter(), names[i]);
    }
  }
}

TEST_F(AskTest, WhatIsNotThereIsRefused) {
  EXPECT_EQ(Asker::Create(Open(), {.index = "nothing"}).status().code(), Code::kNoIndex);
  EXPECT_EQ(Asker::Create(Open(), {.index = "a=1,b=1"}).status().code(), Code::kNoIndex);
  EXPECT_EQ(Ask({}).RelatedMany(std::vector<VertexId>{kVertices}).status().code(),
            Code::kInvalidArgument);
}

}  // namespace
}  // namespace akin
