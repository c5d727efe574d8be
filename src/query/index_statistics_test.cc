#include "query/index_statistics.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>

#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/ingest.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "index/tree_sizes.h"
#include "measure_lists.h"
#include "random_graph.h"
#include "sketch/forest_builder.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr unsigned kLength = 7;
constexpr unsigned kFingerprints = 23;  // two full shards and a part of one

void ExpectSame(const TreeSizes& a, const TreeSizes& b) {
  EXPECT_EQ(a.trees, b.trees);
  EXPECT_EQ(a.members, b.members);
  EXPECT_EQ(a.alone, b.alone);
  EXPECT_EQ(a.largest, b.largest);
  EXPECT_EQ(a.mean, b.mean);
  EXPECT_EQ(a.size_biased, b.size_biased);
}

class IndexStatisticsTest : public testing::Test {
 protected:
  void SetUp() override {
    // Every vertex has an arc, so the corpus numbers the vertices as the graph in memory does.
    TestGraph::Arcs arcs = TestGraph::Random(kVertices, 1500, 3).arcs();
    for (VertexId v = 0; v < kVertices; ++v) arcs.emplace_back(v, v / 3);
    graph_ = TestGraph(kVertices, arcs);
    std::string text;
    for (const auto& [from, to] : graph_.arcs()) {
      text += std::to_string(from) + '\t' + std::to_string(to) + '\n';
    }
    ASSERT_TRUE(IngestLines(text, corpus_).ok());
    for (const Measure measure : WalkingMeasures()) {
      ASSERT_TRUE(BuildIndex(corpus_, Options(measure), {.threads = 1}).ok());
    }
  }

  static BuildOptions Options(Measure measure) {
    return {.measure = measure,
            .decay = 0.7,
            .length = kLength,
            .fingerprints = kFingerprints,
            .seed = 5};
  }

  Index Open(std::string_view name) const { return *Corpus::Open(corpus_)->OpenIndex(name); }

  // The same from forests that are built in memory with walks of this length.
  TreeSizes Built(Measure measure, unsigned length) const {
    const Adjacency in = graph_.in();
    auto builder = ForestBuilder::Create(in, {.measure = measure, .seed = 5, .length = length});
    TreeSizeCounter counter(length);
    for (uint64_t f = 0; f < kFingerprints; ++f) {
      Forest forest;
      EXPECT_TRUE((*builder)->Build(f, {}, forest).ok());
      EXPECT_TRUE(counter.Add(forest.labels));
      EXPECT_TRUE(counter.EndForest(kVertices));
    }
    return counter.At(length);
  }

  static constexpr VertexId kVertices = 1000;
  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
  TestGraph graph_{0, {}};
};

TEST_F(IndexStatisticsTest, AreThoseOfForestsBuiltWithEachLength) {
  for (const Measure measure : WalkingMeasures()) {
    const auto statistics = Open(MeasureName(measure)).Statistics({.threads = 3});
    ASSERT_TRUE(statistics.ok()) << statistics.status().message();
    EXPECT_EQ(statistics->fingerprints, kFingerprints);
    EXPECT_EQ(statistics->vertices, kVertices);
    ASSERT_EQ(statistics->by_length.size(), kLength);
    for (unsigned t = 1; t <= kLength; ++t) {
      const LengthStatistics& at = statistics->by_length[t - 1];
      EXPECT_EQ(at.length, t);
      ExpectSame(at.sizes, Built(measure, t));
      EXPECT_DOUBLE_EQ(at.truncation, std::pow(0.7, t + 1));
      EXPECT_GT(at.sizes.trees, 0U);
    }
    ExpectSame(statistics->sizes, statistics->by_length.back().sizes);
    EXPECT_EQ(statistics->sizes.members + statistics->sizes.alone,
              uint64_t{kVertices} * kFingerprints);
  }
}

TEST_F(IndexStatisticsTest, DoNotDependOnThreads) {
  const Index index = Open("simrank");
  const auto one = index.Statistics({.threads = 1});
  const auto many = index.Statistics({.threads = 50});
  ASSERT_TRUE(one.ok() && many.ok());
  ExpectSame(one->sizes, many->sizes);
  for (size_t b = 0; b < one->histogram.size(); ++b) {
    EXPECT_EQ(one->histogram[b].trees, many->histogram[b].trees);
  }
}

TEST_F(IndexStatisticsTest, BytesAreThoseOfTheFiles) {
  const Index index = Open("simrank");
  const auto statistics = index.Statistics();
  ASSERT_TRUE(statistics.ok());
  const IndexBytes& bytes = statistics->bytes;
  EXPECT_EQ(bytes.total(), index.info().bytes);
  EXPECT_GT(bytes.rows, 0U);
  EXPECT_GT(bytes.blocks, statistics->sizes.members) << "a code takes a byte at least";
  EXPECT_GT(bytes.other, 0U);
  EXPECT_DOUBLE_EQ(statistics->bytes_per_vertex_and_fingerprint(),
                   static_cast<double>(index.info().bytes) / (kVertices * kFingerprints));
}

TEST_F(IndexStatisticsTest, ReportProgressUpToAllMembersAndStop) {
  const Index index = Open("simrank");
  uint64_t last = 0;
  uint64_t total = 0;
  const auto statistics = index.Statistics({.threads = 2, .progress = [&](const Progress& p) {
                                              last = p.done;
                                              total = p.total;
                                            }});
  ASSERT_TRUE(statistics.ok());
  EXPECT_EQ(last, statistics->sizes.members);
  EXPECT_EQ(total, statistics->sizes.members);

  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(index.Statistics({.stop = stop.get_token()}).status().code(), Code::kCancelled);
}

// The worst case of a score is a fingerprint that contributes 1 or nothing: then an estimate is a
// binomial share, of which all is known.
double ChanceAbove(unsigned n, double p, double alpha) {
  double chance = 0;
  for (unsigned k = 0; k <= n; ++k) {
    if (!(k > alpha * n + 1e-9)) continue;
    const double log_ways = std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
    chance += std::exp(log_ways + k * std::log(p) + (n - k) * std::log1p(-p));
  }
  return chance;
}

TEST(ThresholdBounds, AreThoseOfTheTheorem) {
  EXPECT_NEAR(ThresholdRecall(100, 0.2), 0.967567, 1e-6);  // 1 - exp(-24/7)
  EXPECT_NEAR(ThresholdRecall(100, 0.1), 0.575627, 1e-6);
  EXPECT_NEAR(ThresholdIntruders(100, 0.2), 0.033520, 1e-6);
  // Thirty vertices just above the gap, two thousand just below it.
  for (const unsigned n : {10U, 100U, 400U}) {
    for (const double gap : {0.05, 0.1, 0.3}) {
      for (const double alpha : {0.31, 0.5, 0.69}) {
        const double found = ChanceAbove(n, alpha + gap, alpha);
        const double intruders = ChanceAbove(n, alpha - gap, alpha);
        EXPECT_GE(found, ThresholdRecall(n, gap)) << n << " " << gap << " " << alpha;
        const double precision = 30 * found / (30 * found + 2000 * intruders);
        EXPECT_GE(precision, 1 - 2000.0 / 30 * ThresholdIntruders(n, gap));
      }
    }
  }
  // They say something: with more fingerprints, more is found, and all in the end.
  EXPECT_GT(ThresholdRecall(400, 0.1), ThresholdRecall(100, 0.1));
  EXPECT_NEAR(ThresholdRecall(100'000, 0.1), 1, 1e-12);
  EXPECT_LT(ThresholdIntruders(100'000, 0.1), 1e-12);
}

// Section 2.1.2, and section 2.3 for min-hashes of four distances.
TEST(ReadsPerQuery, AsPublishedAndHere) {
  EXPECT_EQ(ReadsInTheory(100, 1).related, 101U);
  EXPECT_EQ(ReadsInTheory(100, 1).sim, 102U);
  EXPECT_EQ(ReadsInTheory(100, 4).related, 401U);
  EXPECT_EQ(ReadsInTheory(100, 4).sim, 2U);
  EXPECT_EQ(ReadsHere(100, 1, 10).related, 110U);
  EXPECT_EQ(ReadsHere(100, 1, 10).sim, 220U);
}

// FR theorems 4 and 5, solved for the error; the expected figures were computed separately.
TEST(ErrorBounds, HoldWithTheConfidenceAskedFor) {
  EXPECT_NEAR(ErrorWithin(100, 0.95), 0.207453, 1e-6);
  EXPECT_NEAR(ErrorWithin(100, 0.99), 0.248624, 1e-6);
  EXPECT_NEAR(GapInOrder(100, 0.95), 0.316003, 1e-6);
  EXPECT_NEAR(GapInOrder(100, 0.99), 0.391798, 1e-6);
  for (const unsigned n : {100U, 1000U, 100'000U}) {
    for (const double confidence : {0.5, 0.95, 0.99}) {
      const double error = ErrorWithin(n, confidence);
      const double gap = GapInOrder(n, confidence);
      EXPECT_NEAR(2 * std::exp(-6.0 / 7 * n * error * error), 1 - confidence, 1e-12);
      EXPECT_NEAR(std::exp(-0.3 * n * gap * gap), 1 - confidence, 1e-12);
    }
  }
  EXPECT_EQ(ErrorWithin(1, 0.95), 1);
  EXPECT_EQ(GapInOrder(1, 0.99), 1);
  EXPECT_DOUBLE_EQ(LargestStandardError(100), 0.05);
}

}  // namespace
}  // namespace akin
