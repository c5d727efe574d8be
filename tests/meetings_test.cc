// Meetings read one by one add up to the scores of queries, including those that use fewer steps or
// fingerprints than the index has.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "akin/akin.h"
#include "graph/graph.h"
#include "index_fixture.h"
#include "measure_lists.h"
#include "random_graph.h"
#include "test_corpus.h"

namespace akin {
namespace {

class MeetingsTest : public IndexTest {
 protected:
  static constexpr double kDecay = 0.7;
  static constexpr unsigned kLength = 6;
  static constexpr unsigned kFingerprints = 23;  // three shards, the last one not full

  MeetingsTest() { MakeCorpus(TestGraph::Random(90, 240, 5), corpus_); }

  Index Build(Measure measure) {
    return BuildAndOpen(
        {.measure = measure, .decay = kDecay, .length = kLength, .fingerprints = kFingerprints});
  }

  static std::map<VertexId, double> Scores(const Index& index, VertexId vertex, unsigned length,
                                           unsigned fingerprints) {
    const bool classes = index.info().measure == Measure::kXJaccard;
    std::map<VertexId, double> scores;
    std::vector<Meeting> met;
    for (unsigned f = 0; f < fingerprints; ++f) {
      const Status status = index.Meetings(vertex, f, met);
      EXPECT_TRUE(status.ok()) << status.message();
      for (const Meeting& meeting : met) {
        EXPECT_NE(meeting.vertex, vertex);
        if (meeting.step > length) continue;
        scores[meeting.vertex] +=
            std::pow(kDecay, meeting.step) * (classes ? 1 - kDecay : 1.0) / fingerprints;
      }
    }
    return scores;
  }

  static void ExpectAddUp(const Index& index, unsigned length, unsigned fingerprints) {
    for (VertexId v = 0; v < 90; ++v) {
      const auto answer =
          index.Related(v, {.k = 0, .fingerprints = fingerprints, .length = length});
      ASSERT_TRUE(answer.ok()) << answer.status().message();
      const auto scores = Scores(index, v, length, fingerprints);
      ASSERT_EQ(answer->hits.size(), scores.size());
      for (const Hit& hit : answer->hits) {
        ASSERT_NEAR(hit.score.value, scores.at(hit.vertex), 1e-9);
        const auto sim = index.Sim(v, hit.vertex, {.fingerprints = fingerprints, .length = length});
        ASSERT_EQ(sim->value, hit.score.value);
      }
      const auto best = index.Related(v, {.k = 3, .fingerprints = fingerprints, .length = length});
      ASSERT_EQ(best->hits.size(), std::min<size_t>(3, answer->hits.size()));
      for (size_t i = 0; i < best->hits.size(); ++i) {
        ASSERT_EQ(best->hits[i].vertex, answer->hits[i].vertex);
        ASSERT_EQ(best->hits[i].score.value, answer->hits[i].score.value);
      }
    }
  }
};

TEST_F(MeetingsTest, AddUpToScoresOfAnyLengthAndNumberOfFingerprints) {
  for (const Measure measure : LinkMeasures()) {
    SCOPED_TRACE(MeasureName(measure));
    const Index index = Build(measure);
    for (const unsigned length : {1U, 3U, kLength}) {
      for (const unsigned fingerprints : {7U, kFingerprints}) {
        ExpectAddUp(index, length, fingerprints);
      }
    }
  }
}

// A shorter walk is the beginning of a longer one, so a shorter index gives the same scores.
TEST_F(MeetingsTest, FewerStepsAreThoseOfAShorterIndex) {
  for (const Measure measure : LinkMeasures()) {
    SCOPED_TRACE(MeasureName(measure));
    const Index index = Build(measure);
    const Index shorter = BuildAndOpen({.measure = measure,
                                        .decay = kDecay,
                                        .length = 2,
                                        .fingerprints = kFingerprints,
                                        .name = "shorter-" + std::string(MeasureName(measure))});
    for (VertexId v = 0; v < 90; ++v) {
      const auto cut = index.Related(v, {.k = 0, .length = 2});
      const auto short_answer = shorter.Related(v, {.k = 0});
      ASSERT_EQ(cut->hits.size(), short_answer->hits.size());
      for (size_t i = 0; i < cut->hits.size(); ++i) {
        ASSERT_EQ(cut->hits[i].vertex, short_answer->hits[i].vertex);
        ASSERT_EQ(cut->hits[i].score.value, short_answer->hits[i].score.value);
        ASSERT_EQ(cut->hits[i].score.error, short_answer->hits[i].score.error);
      }
    }
  }
}

// Walks follow in-links until there is none, or stay; and two meet when they are first at the same
// vertex.
TEST_F(MeetingsTest, TwoMeetWhereTheirWalksDo) {
  const auto corpus = Corpus::Open(corpus_);
  const Adjacency in = *(*corpus->graph())->In();
  for (const Measure measure : WalkingMeasures()) {
    const Index index = Build(measure);
    for (unsigned f = 0; f < kFingerprints; ++f) {
      std::vector<std::vector<VertexId>> walks;
      for (VertexId v = 0; v < 90; ++v) {
        walks.push_back(*index.Walk(v, f));
        ASSERT_EQ(walks[v][0], v);
        for (size_t t = 1; t < walks[v].size(); ++t) {
          const auto links = in[walks[v][t - 1]];
          const bool rests = measure == Measure::kLazySimRank && walks[v][t] == walks[v][t - 1];
          ASSERT_TRUE(rests || std::binary_search(links.begin(), links.end(), walks[v][t]));
        }
        ASSERT_TRUE(walks[v].size() == kLength + 1 || in.degree(walks[v].back()) == 0);
      }
      std::vector<Meeting> met;
      for (VertexId v = 0; v < 90; ++v) {
        std::map<VertexId, size_t> expected;
        for (VertexId other = 0; other < 90; ++other) {
          for (size_t t = 1; t < std::min(walks[v].size(), walks[other].size()); ++t) {
            if (other == v || walks[v][t] != walks[other][t]) continue;
            expected.emplace(other, t);
            break;
          }
        }
        ASSERT_TRUE(index.Meetings(v, f, met).ok());
        std::map<VertexId, size_t> found;
        for (const Meeting& meeting : met) found.emplace(meeting.vertex, meeting.step);
        ASSERT_EQ(found, expected);
      }
    }
  }
}

TEST_F(MeetingsTest, WhatIsNotThereIsRefused) {
  const Index index = Build(Measure::kSimRank);
  EXPECT_EQ(index.Walk(0, kFingerprints).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Walk(90, 0).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(Build(Measure::kXJaccard).Walk(0, 0).status().code(), Code::kInvalidArgument);
  std::vector<Meeting> met;
  EXPECT_EQ(index.Meetings(0, kFingerprints, met).code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Meetings(90, 0, met).code(), Code::kInvalidArgument);
  EXPECT_EQ(index.Related(0, {.length = kLength + 1}).status().code(), Code::kInvalidArgument);
  const Index push = BuildAndOpen({.method = Method::kPush});
  EXPECT_EQ(push.Meetings(0, 0, met).code(), Code::kInvalidArgument);
  EXPECT_EQ(push.Related(0, {.length = 2}).status().code(), Code::kInvalidArgument);
}

}  // namespace
}  // namespace akin
