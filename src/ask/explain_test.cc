// Explanations: contributions sum to the score, each has the cause that a slow recomputation finds,
// and paths are paths of the graph.
#include "akin/explain.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <sstream>
#include <vector>

#include "akin/akin.h"
#include "index_fixture.h"
#include "measure_lists.h"
#include "paths.h"
#include "plain_cosine.h"
#include "plain_reasons.h"
#include "plain_simrank.h"
#include "random_graph.h"
#include "sketch/weighted_minhash.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr double kRounding = 1e-12;

double SumOf(const Reasons& reasons) {
  double sum = reasons.rest_contribution;
  for (const Reason& reason : reasons.listed) sum += reason.contribution;
  return sum;
}

// What every list of reasons satisfies, whatever its reading.
void ExpectOrdered(const Reasons& reasons, unsigned k) {
  EXPECT_TRUE(k == 0 || reasons.listed.size() <= k);
  EXPECT_TRUE(reasons.rest == 0 || reasons.listed.size() == k);
  for (size_t i = 1; i < reasons.listed.size(); ++i) {
    EXPECT_GE(reasons.listed[i - 1].contribution, reasons.listed[i].contribution);
  }
  std::set<std::pair<VertexId, std::string>> causes;
  for (const Reason& reason : reasons.listed) {
    EXPECT_GT(reason.contribution, 0);
    EXPECT_TRUE(causes.emplace(reason.vertex, reason.term).second) << "a cause is listed twice";
  }
}

void ExpectPath(const std::vector<VertexId>& path, VertexId from, VertexId to, const Adjacency& in,
                bool may_stay) {
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(path.front(), from);
  EXPECT_EQ(path.back(), to);
  for (size_t i = 1; i < path.size(); ++i) {
    const auto behind = in[path[i - 1]];
    EXPECT_TRUE(std::binary_search(behind.begin(), behind.end(), path[i]) ||
                (may_stay && path[i] == path[i - 1]))
        << path[i - 1] << " has no in-link from " << path[i];
  }
}

void ExpectPaths(const Reasons& reasons, const Explanation& why, const ExplainedPart& part,
                 const Adjacency& in) {
  if (part.reading == Reading::kSharedTerms) return;
  for (const Reason& reason : reasons.listed) {
    const bool lazy = part.measure == Measure::kLazySimRank;
    ExpectPath(reason.path_a, why.a, reason.vertex, in, lazy);
    ExpectPath(reason.path_b, why.b, reason.vertex, in, lazy);
    EXPECT_EQ(reason.steps + 1, std::max(reason.path_a.size(), reason.path_b.size()));
    if (part.reading != Reading::kCommonMembers) {
      EXPECT_EQ(reason.path_a.size(), reason.path_b.size());
    }
  }
}

void ExpectSums(const Explanation& why, const Score& score, unsigned k, const Adjacency& in) {
  EXPECT_EQ(why.score.value, score.value);
  EXPECT_EQ(why.score.error, score.error);
  EXPECT_EQ(why.score.low, score.low);
  EXPECT_EQ(why.score.high, score.high);
  double sum = 0;
  for (const ExplainedPart& part : why.parts) {
    sum += part.weight * part.score.value;
    EXPECT_NEAR(SumOf(part.reasons), part.score.value, kRounding) << part.index;
    ExpectOrdered(part.reasons, k);
    ExpectPaths(part.reasons, why, part, in);
    if (!part.second_look) continue;
    EXPECT_NEAR(SumOf(part.second_look->reasons), part.second_look->score.value, kRounding);
    ExpectOrdered(part.second_look->reasons, k);
    ExpectPaths(part.second_look->reasons, why, part, in);
  }
  EXPECT_NEAR(sum, why.score.value, kRounding);
}

void ExpectGrouped(const Reasons& found, const PlainReasons& expected) {
  ASSERT_EQ(found.listed.size(), expected.size());
  EXPECT_EQ(found.rest, 0U);
  for (const Reason& reason : found.listed) {
    ASSERT_TRUE(expected.contains(reason.vertex)) << reason.vertex;
    const PlainReason& plain = expected.at(reason.vertex);
    EXPECT_NEAR(reason.contribution, plain.contribution, kRounding);
    EXPECT_EQ(reason.count, plain.count);
    if (plain.soonest != UINT_MAX) {
      EXPECT_EQ(reason.steps, plain.soonest);
    }
  }
}

// ---- tests ----

constexpr unsigned kLength = 6;
constexpr double kDecay = 0.7;

class ExplainTest : public IndexTest {
 protected:
  void Make(const TestGraph& graph) {
    MakeCorpus(graph, corpus_);
    opened_ = *Corpus::Open(corpus_);
    in_ = *opened_->InLinks();
  }
  Explanation Explain(const AskOptions& ask, VertexId a, VertexId b,
                      const ExplainOptions& options = {}) const {
    const auto asker = Asker::Create(*opened_, ask);
    EXPECT_TRUE(asker.ok()) << asker.status().message();
    const auto why = asker->Explain(a, b, options);
    EXPECT_TRUE(why.ok()) << why.status().message();
    const auto score = asker->Sim(
        a, b,
        {.fingerprints = options.fingerprints, .length = options.length, .decay = options.decay});
    EXPECT_TRUE(score.ok()) << score.status().message();
    ExpectSums(*why, *score, options.k, in_);
    return *why;
  }
  void Build(const BuildOptions& options) {
    const auto report = BuildIndex(corpus_, options);
    ASSERT_TRUE(report.ok()) << report.status().message();
    opened_ = *Corpus::Open(corpus_);
    in_ = *opened_->InLinks();
  }
  void BuildAll() {
    for (const Measure measure : LinkMeasures()) {
      Build({.measure = measure, .fingerprints = 60});
    }
    Build({.method = Method::kPush});
    Build({.method = Method::kSeries});
    Build({.measure = Measure::kCosineSimRank});
    PutBags(RandomBags(opened_->vertices(), 60, 7), 60, corpus_, "words");
    Build({.measure = Measure::kText, .fingerprints = 80, .bags = "words"});
  }

  std::optional<Corpus> opened_;
  Adjacency in_;
};

constexpr const char* kAskers[] = {"simrank",
                                   "psimrank",
                                   "simrank-lazy",
                                   "xjaccard",
                                   "text",
                                   "simrank-push",
                                   "simrank-series",
                                   "cosine-simrank",
                                   "psimrank=0.3,text=0.5,xjaccard",
                                   "simrank-push=2,simrank=0.1"};

TEST_F(ExplainTest, ReasonsOfEveryIndexSumToTheScore) {
  Make(TestGraph::Random(80, 400, 11));
  BuildAll();
  for (const std::string index : kAskers) {
    SCOPED_TRACE(index);
    for (VertexId a = 0; a < 80; a += 7) {
      for (VertexId b = 0; b < 80; b += 5) {
        for (const unsigned k : {0U, 3U}) Explain({.index = index}, a, b, {.k = k});
      }
    }
  }
}

TEST_F(ExplainTest, ReasonsOfOddGraphsSumToTheScore) {
  for (const TestGraph& graph : {TestGraph::Star(9), TestGraph::Path(6), TestGraph::Cycle(5),
                                 TestGraph::Complete(6), TestGraph(12, {})}) {
    std::filesystem::remove_all(corpus_);
    Make(graph);
    BuildAll();
    for (const std::string index : kAskers) {
      SCOPED_TRACE(index);
      for (VertexId a = 0; a < graph.vertices(); ++a) {
        for (VertexId b = 0; b < graph.vertices(); ++b) Explain({.index = index}, a, b);
      }
    }
  }
}

RC_GTEST_FIXTURE_PROP(ExplainTest, ReasonsOfWalksSumToTheScore, ()) {
  const TestGraph graph = ArbitraryGraph(30);
  std::filesystem::remove_all(corpus_);
  Make(graph);
  const auto pick = [&] { return *rc::gen::inRange<VertexId>(0, graph.vertices()); };
  const VertexId a = pick();
  const VertexId b = pick();
  for (const Measure measure : LinkMeasures()) {
    const BuildOptions walks{.measure = measure,
                             .fingerprints = *rc::gen::inRange(1U, 40U),
                             .seed = *rc::gen::arbitrary<uint64_t>()};
    Explain({.walks = walks}, a, b, {.k = *rc::gen::inRange(0U, 4U), .more = 20});
  }
  RC_ASSERT(!HasFailure());
}

TEST_F(ExplainTest, WalksAreGroupedByTheirFirstMeeting) {
  Make(TestGraph::Random(60, 240, 3));
  for (const Measure measure : WalkingMeasures()) {
    Build({.measure = measure, .decay = kDecay, .length = kLength, .fingerprints = 45, .seed = 9});
    const std::string name(MeasureName(measure));
    SCOPED_TRACE(name);
    for (VertexId a = 0; a < 60; a += 5) {
      for (VertexId b = 1; b < 60; b += 7) {
        if (a == b) continue;
        PlainWalks plain{measure, kDecay, kLength, 9, 0, 45};
        const Explanation all = Explain({.index = name}, a, b, {.k = 0, .few = 0});
        ExpectGrouped(all.parts.front().reasons, PlainMeetings(in_, plain, a, b));
        EXPECT_FALSE(all.parts.front().second_look);
        plain = {measure, 0.5, 3, 9, 0, 20};
        const Explanation some =
            Explain({.index = name}, a, b, {.k = 0, .fingerprints = 20, .length = 3, .decay = 0.5});
        ExpectGrouped(some.parts.front().reasons, PlainMeetings(in_, plain, a, b));
      }
    }
  }
}

TEST_F(ExplainTest, MoreWalksAreThoseAfterTheIndexAndStayApart) {
  Make(TestGraph::Random(60, 240, 3));
  Build({.decay = kDecay, .length = kLength, .fingerprints = 10, .seed = 9});
  unsigned looks = 0;
  for (VertexId b = 1; b < 60; ++b) {
    const Explanation why = Explain({.index = "simrank"}, 0, b, {.k = 0, .more = 300});
    const ExplainedPart& part = why.parts.front();
    EXPECT_EQ(part.second_look.has_value(), part.met < 5);
    const Explanation without = Explain({.index = "simrank"}, 0, b, {.k = 0, .more = 0});
    EXPECT_EQ(without.score.value, why.score.value);
    EXPECT_FALSE(without.parts.front().second_look);
    if (!part.second_look) continue;
    ++looks;
    EXPECT_EQ(part.second_look->fingerprints, 300U);
    const PlainWalks plain{Measure::kSimRank, kDecay, kLength, 9, 10, 310};
    ExpectGrouped(part.second_look->reasons, PlainMeetings(in_, plain, 0, b));
  }
  EXPECT_GT(looks, 10U);
}

TEST_F(ExplainTest, MinHashesAreGroupedByTheLeastMember) {
  const TestGraph graph = TestGraph::Random(50, 120, 4);
  Make(graph);
  Build({.measure = Measure::kXJaccard, .decay = kDecay, .length = 3, .fingerprints = 40});
  for (VertexId a = 0; a < 50; a += 6) {
    for (VertexId b = 1; b < 50; b += 5) {
      if (a == b) continue;
      const Explanation why = Explain({.index = "xjaccard"}, a, b, {.k = 0, .few = 41});
      const ExplainedPart& part = why.parts.front();
      ExpectGrouped(part.reasons, PlainHashes(in_, kDecay, 3, BuildOptions().seed, 40, a, b));
      ASSERT_TRUE(part.second_look);
      PlainReasons exact;
      for (unsigned k = 1; k <= 3; ++k) {
        const auto of_a = WithinLinks(in_, a, k);
        const auto of_b = WithinLinks(in_, b, k);
        std::set<VertexId> either = of_a;
        either.insert(of_b.begin(), of_b.end());
        for (const VertexId v : of_a) {
          if (!of_b.contains(v)) continue;
          exact[v].contribution +=
              std::pow(kDecay, k) * (1 - kDecay) / static_cast<double>(either.size());
        }
      }
      ExpectGrouped(part.second_look->reasons, exact);
    }
  }
}

TEST_F(ExplainTest, SignaturesAreGroupedByTheirTerm) {
  constexpr VertexId kPages = 60;
  constexpr TermId kTerms = 50;
  const TestBags bags = RandomBags(kPages, kTerms, 3);
  Make(TestGraph::Random(kPages, 100, 1));
  PutBags(bags, kTerms, corpus_, "words");
  Build({.measure = Measure::kText, .fingerprints = 35, .bags = "words"});
  const auto opened = *opened_->OpenBags("words");
  size_t reasons = 0;
  for (VertexId a = 0; a < kPages; a += 3) {
    for (VertexId b = 1; b < kPages; b += 4) {
      if (a == b) continue;
      std::map<std::string, unsigned> expected;
      for (unsigned i = 0; i < 35; ++i) {
        SampleBlock of_a;
        SampleBlock of_b;
        const WeightedMinHash hash(BuildOptions().seed, i / kBlockSamples);
        ASSERT_TRUE(hash.Sample(bags[a], of_a) && hash.Sample(bags[b], of_b));
        const uint32_t value = of_a[i % kBlockSamples];
        if (value == kNoSample || value != of_b[i % kBlockSamples]) continue;
        ++expected[*opened.file().Word(TermOfSample(bags[a], BuildOptions().seed, i))];
      }
      const Explanation why = Explain({.index = "text"}, a, b, {.k = 0});
      const ExplainedPart& part = why.parts.front();
      ASSERT_EQ(part.reasons.listed.size(), expected.size());
      for (const Reason& reason : part.reasons.listed) {
        EXPECT_EQ(reason.count, expected[reason.term]) << reason.term;
        EXPECT_GT(std::min(reason.weight_a, reason.weight_b), 0);
      }
      reasons += expected.size();
      ASSERT_TRUE(part.second_look);
      EXPECT_NEAR(part.second_look->score.value, PlainWeightedJaccard(bags[a], bags[b]), 1e-6);
      for (const Reason& reason : part.second_look->reasons.listed) {
        const Reason& first = part.second_look->reasons.listed.front();
        EXPECT_NEAR(
            reason.contribution / first.contribution,
            std::min(reason.weight_a, reason.weight_b) / std::min(first.weight_a, first.weight_b),
            kRounding);
      }
    }
  }
  EXPECT_GT(reasons, 100U);
}

TEST_F(ExplainTest, PushesAreGroupedByTheirLastMeeting) {
  constexpr double kC = 0.6;
  Make(TestGraph::Random(40, 160, 8));
  Build({.method = Method::kPush, .decay = kC, .epsilon = 1e-5});
  const int rounds = EnoughIterations(kC);
  const DenseMatrix means = MeanOverInNeighbours(in_, kC, PlainSimRank(in_, kC, rounds));
  for (VertexId a = 0; a < 40; a += 3) {
    for (VertexId b = 1; b < 40; b += 4) {
      if (a == b) continue;
      const Explanation why = Explain({.index = "simrank-push"}, a, b, {.k = 0});
      const DenseMatrix of_a = PlainLevels(in_, a, rounds);
      const DenseMatrix of_b = PlainLevels(in_, b, rounds);
      std::map<VertexId, double> found;
      for (const Reason& reason : why.parts.front().reasons.listed) {
        found[reason.vertex] = reason.contribution;
        EXPECT_FALSE(reason.error);
      }
      for (VertexId w = 0; w < 40; ++w) {
        double expected = 0;
        for (int k = 1; k <= rounds; ++k) {
          expected += std::pow(kC, k) * of_a[k][w] * of_b[k][w] * (1 - means[w][w]);
        }
        EXPECT_NEAR(found[w], expected, why.score.error) << w;
      }
    }
  }
}

TEST_F(ExplainTest, CosinesAreGroupedByCommonSources) {
  const TestGraph graph = TestGraph::Random(30, 100, 2);
  Make(graph);
  Build({.measure = Measure::kCosineSimRank, .decay = kDecay, .iterations = 7});
  for (VertexId b = 1; b < 30; ++b) {
    const Explanation why = Explain({.index = "cosine-simrank"}, 0, b, {.k = 0});
    const auto of_a = PlainPowers(graph, 0, 7);
    const auto of_b = PlainPowers(graph, b, 7);
    std::map<VertexId, double> expected;
    for (unsigned k = 1; k < 7; ++k) {
      for (VertexId w = 0; w < 30; ++w) {
        const double dot = of_a[k][w] * of_b[k][w];
        if (dot > 0) expected[w] += (1 - kDecay) * std::pow(kDecay, k) * dot;
      }
    }
    ASSERT_EQ(why.parts.front().reasons.listed.size(), expected.size());
    for (const Reason& reason : why.parts.front().reasons.listed) {
      EXPECT_NEAR(reason.contribution, expected[reason.vertex], kRounding);
    }
  }
}

TEST_F(ExplainTest, SaysWhatCannotBeExplained) {
  Make(TestGraph::Random(40, 160, 8));
  Build({.fingerprints = 10});
  Build({.measure = Measure::kPSimRank, .fingerprints = 10});
  const auto exact =
      Asker::Create(*opened_, {.exact = ExactOptions{.measure = Measure::kPSimRank}});
  EXPECT_EQ(exact->Explain(0, 1).status().parameter(), "exact");
  const auto fused =
      Asker::Create(*opened_, {.index = "simrank,psimrank", .fusion = Fusion::kReciprocalRank});
  EXPECT_EQ(fused->Explain(0, 1).status().parameter(), "fusion");
  const auto asker = Asker::Create(*opened_, {.index = "simrank"});
  EXPECT_EQ(asker->Explain(0, 40).status().code(), Code::kInvalidArgument);
  EXPECT_EQ(asker->Explain(0, 1, {.fingerprints = 11}).status().parameter(), "fingerprints");
  EXPECT_EQ(asker->Explain(0, 1, {.length = 99}).status().parameter(), "length");
  EXPECT_EQ(asker->Explain(0, 1, {.decay = 2}).status().parameter(), "decay");
  EXPECT_EQ(asker->Explain(0, 1, {.more = 1U << 20}).status().parameter(), "more");
  Build({.measure = Measure::kXJaccard, .fingerprints = 10});
  const auto members = Asker::Create(*opened_, {.index = "xjaccard"});
  EXPECT_EQ(members->Explain(0, 1, {}, {.memory = 1000}).status().code(), Code::kOutOfBudget);
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(asker->Explain(0, 1, {}, {.stop = source.get_token()}).status().code(),
            Code::kCancelled);
}

TEST_F(ExplainTest, APartThatDoesNotCoverAVertexHasNoReasons) {
  Make(TestGraph::Random(40, 160, 8));
  Build({.fingerprints = 30});
  Build({.measure = Measure::kPSimRank, .fingerprints = 30, .only = {0, 1, 2, 3}});
  const Explanation why = Explain({.index = "simrank,psimrank"}, 1, 30);
  ASSERT_EQ(why.parts.size(), 2U);
  EXPECT_EQ(why.parts[1].score.value, 0);
  EXPECT_TRUE(why.parts[1].reasons.listed.empty());
  Explain({.index = "psimrank"}, 1, 2);
}

// ---- real graphs ----

class RealExplainTest : public ExplainTest, public testing::WithParamInterface<const char*> {};

TEST_P(RealExplainTest, ReasonsSumToTheScore) {
  AKIN_SKIP_WITHOUT_DATA(GetParam());
  std::ifstream file(DataFile(GetParam()));
  std::string lines;
  for (std::string line; std::getline(file, line);) {
    if (line.find('\t') != std::string::npos && line[0] != '#') lines += line + "\n";
  }
  ASSERT_TRUE(IngestLines(lines, corpus_).ok());
  opened_ = *Corpus::Open(corpus_);
  const VertexId vertices = opened_->vertices();
  Build({.fingerprints = 50});
  Build({.measure = Measure::kPSimRank, .fingerprints = 50});
  Build({.measure = Measure::kXJaccard, .length = 2, .fingerprints = 30});
  Build({.method = Method::kPush, .epsilon = 0.01});
  PutBags(RandomBags(vertices, 300, 7), 300, corpus_, "words");
  Build({.measure = Measure::kText, .fingerprints = 50, .bags = "words"});
  for (const std::string index :
       {"simrank", "psimrank", "xjaccard", "simrank-push", "text", "psimrank=0.7,text=0.3"}) {
    SCOPED_TRACE(index);
    const auto asker = Asker::Create(*opened_, {.index = index});
    for (VertexId i = 1; i <= 6; ++i) {
      const VertexId a = vertices / 7 * i;
      const auto hits = asker->Related(a, {.k = 3});
      for (const Hit& hit : hits->hits) Explain({.index = index}, a, hit.vertex);
      Explain({.index = index}, a, vertices - 1 - i);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Real, RealExplainTest,
                         testing::Values("cora/cora.edges", "wikispeedia/links.tsv"));

}  // namespace
}  // namespace akin
