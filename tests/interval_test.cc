// Intervals of estimates: how often they hold, and how wide they are, by band of the true score.
//
// A trial estimates one pair with a seed of its own, so trials are independent. If intervals hold
// with a probability of 95%, a share below q of n trials holds with a probability of at most
// exp(-n KL(q || .95)) (Chernoff). LeastShare() is the q for which this is 1e-9. There are fewer
// than 300 bands in all, so a right interval fails with a probability below 3e-7. Widths are means
// of hundreds of numbers between 0 and 1, and their limit is far from what is measured.
//
//   AKIN_INTERVAL_TRIALS=25000 build/release/tests/system_test --gtest_filter='IntervalTest.*'
//
// makes that many trials of every band and more settings, takes ten minutes, wants 94% to hold, and
// prints the tables of docs/measures.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "akin/mix.h"
#include "base/random.h"
#include "exact/psimrank.h"
#include "exact/simrank.h"
#include "exact/xjaccard.h"
#include "query/hashing.h"
#include "query/mixed_score.h"
#include "query/scoring.h"
#include "query/signing.h"
#include "query/walking.h"
#include "random_graph.h"
#include "temp_dir.h"
#include "test_bags.h"

namespace akin {
namespace {

constexpr VertexId kVertices = 50;
constexpr std::array kBandEnds = {.002, .01, .02, .05, .1, .2, .5, 1.0001};
constexpr size_t kWidthsFrom = 4;     // the band that begins at .05
constexpr size_t kPairsOfBand = 40;   // at most; a band with fewer than 4 is left out
constexpr double kFixedPoint = 1e-9;  // more than the rounding of a score
constexpr double kWidest = 1.5;       // times the width that is needed

struct KnownPair {
  size_t graph = 0;
  VertexId a = 0;
  VertexId b = 0;
  double truth = 0;
  double variance = 0;  // of one contribution
};

// What is estimated, and how.
struct Estimation {
  std::string name;
  double most = 1;  // the largest contribution
  std::function<double(const KnownPair&)> truth;
  std::function<double(const KnownPair&)> variance;
  std::function<Score(const KnownPair&, unsigned fingerprints, uint64_t seed)> estimate;
};

struct Coverage {
  uint64_t trials = 0;
  uint64_t held = 0;
  uint64_t held_by_error = 0;  // value +- 1.96 error
  double width = 0;
  double needed = 0;

  static double Share(uint64_t part, uint64_t all) {
    return static_cast<double>(part) / static_cast<double>(all);
  }
  std::string Text() const {
    if (trials == 0) return "-";
    const double share = 100 * Share(held, trials);
    return needed == 0 ? fmt::format("{:.1f}", share)
                       : fmt::format("{:.1f}, {:.2f}", share, width / needed);
  }
};

double LeastShare(double trials) {
  const auto divergence = [](double q) {
    return q * std::log(q / .95) + (1 - q) * std::log((1 - q) / .05);
  };
  double least = .5;
  double most = .95;
  while (most - least > 1e-6) {
    const double q = (least + most) / 2;
    (trials * divergence(q) > std::log(1e9) ? least : most) = q;
  }
  return least;
}

uint32_t Draw(std::mt19937& generator, uint32_t below) {
  return static_cast<uint32_t>(generator()) % below;
}

// Vertices link to what an earlier one links to, and to a few others: many links in common.
TestGraph CopiedLinks(uint32_t seed) {
  std::mt19937 generator(seed);
  std::vector<std::vector<VertexId>> links(kVertices);
  TestGraph::Arcs arcs;
  for (VertexId u = 0; u < kVertices; ++u) {
    const bool copies = u > 5 && Draw(generator, 10) < 7;
    if (copies) links[u] = links[Draw(generator, u)];
    for (int i = copies ? 2 : 4; i > 0; --i) links[u].push_back(Draw(generator, kVertices));
    for (const VertexId v : links[u]) arcs.emplace_back(u, v);
  }
  return {kVertices, arcs};
}

// Half of the vertices link to the others, which have from one to many in-links. The more these
// have, the lower are the scores of SimRank.
TestGraph ManyInLinks(uint32_t seed) {
  std::mt19937 generator(seed);
  TestGraph::Arcs arcs;
  for (VertexId v = kVertices / 2; v < kVertices; ++v) {
    for (uint32_t links = 1 + Draw(generator, 50); links > 0; --links) {
      arcs.emplace_back(Draw(generator, kVertices / 2), v);
    }
  }
  return {kVertices, arcs};
}

// Random bags; the last ones are copies of the first, more and more changed.
TestBags CopiedBags(uint32_t seed, TermId terms) {
  TestBags bags = RandomBags(kVertices, terms, seed);
  for (VertexId v = 0; v < kVertices / 3; ++v) {
    std::map<TermId, double> weights;
    for (const BagTerm& term : bags[v]) weights[term.term] = double{term.weight};
    for (VertexId i = 0; i <= v; ++i) weights[(v * 7 + i * 11) % terms] += .03;
    bags[kVertices - 1 - v] = Normalised(weights);
  }
  return bags;
}

class IntervalTest : public testing::Test {
 protected:
  IntervalTest() {
    WriteBags(bags_, kTerms, 0, path_);
    auto opened = BagsFile::Open(path_);
    EXPECT_TRUE(opened.ok()) << opened.status().message();
    file_ = std::move(*opened);
    if (const char* trials = std::getenv("AKIN_INTERVAL_TRIALS")) {
      trials_ = std::strtoull(trials, nullptr, 10);
    }
  }

  // SimRank or PSimRank. The mean square of c^t is the score with the decay c^2.
  Estimation Walks(Measure measure, double decay) const {
    constexpr unsigned kSteps = 6;
    const auto exact = [=, this](double c) {
      std::vector<std::vector<double>> scores;
      for (const TestGraph& graph : graphs_) {
        const IterationOptions options{.decay = c, .iterations = kSteps};
        std::vector<double>& all = scores.emplace_back(size_t{kVertices} * kVertices);
        if (measure == Measure::kPSimRank) {
          all = *PSimRankAllPairs(graph.in(), options, {});
          continue;
        }
        const SimRankMatrix matrix = *SimRankAllPairs(graph.in(), options, {});
        for (VertexId u = 0; u < kVertices; ++u) {
          matrix.CopyRow(u, std::span(all).subspan(size_t{u} * kVertices, kVertices));
        }
      }
      return [=](const KnownPair& pair) {
        return scores[pair.graph][size_t{pair.a} * kVertices + pair.b];
      };
    };
    return {.name = fmt::format("{}, c = {}", MeasureName(measure), decay),
            .most = decay,
            .truth = exact(decay),
            .variance =
                [mean = exact(decay), square = exact(decay * decay)](const KnownPair& pair) {
                  return std::max(0.0, square(pair) - mean(pair) * mean(pair));
                },
            .estimate =
                [=, this](const KnownPair& pair, unsigned fingerprints, uint64_t seed) {
                  const Scoring scoring(Method::kWalks, decay, kSteps, fingerprints);
                  const WalkParameters walk{.measure = measure, .seed = seed, .length = kSteps};
                  return scoring.From(
                      WalkPair(graphs_[pair.graph].in(), walk, scoring, pair.a, pair.b));
                }};
  }

  // Distances depend on each other, so the variance is measured.
  Estimation MinHashes(double decay) const {
    constexpr unsigned kDistance = 4;
    const auto hash = [=, this](const KnownPair& pair, const Scoring& scoring, uint64_t seed) {
      const WalkParameters walk{.measure = Measure::kXJaccard, .seed = seed, .length = kDistance};
      return HashPair(graphs_[pair.graph].in(), walk, scoring, pair.a, pair.b);
    };
    return {.name = fmt::format("xjaccard, c = {}", decay),
            .most = decay * (1 - std::pow(decay, kDistance)),
            .truth =
                [=, this](const KnownPair& pair) {
                  return *XJaccardOfPair(graphs_[pair.graph].in(), pair.a, pair.b,
                                         {.decay = decay, .iterations = kDistance}, {});
                },
            .variance =
                [=](const KnownPair& pair) {
                  double squares = 0;
                  const Scoring one(Method::kClasses, decay, kDistance, 1);
                  constexpr int kSeeds = 1000;
                  for (int seed = 0; seed < kSeeds; ++seed) {
                    squares += std::pow(one.ValueOf(hash(pair, one, seed).sum) - pair.truth, 2);
                  }
                  return squares / kSeeds;
                },
            .estimate =
                [=](const KnownPair& pair, unsigned fingerprints, uint64_t seed) {
                  const Scoring scoring(Method::kClasses, decay, kDistance, fingerprints);
                  return scoring.From(hash(pair, scoring, seed));
                }};
  }

  Estimation Signatures() const {
    const auto jaccard = [this](const KnownPair& pair) {
      return PlainWeightedJaccard(bags_[pair.a], bags_[pair.b]);
    };
    return {.name = "text",
            .truth = jaccard,
            .variance = [=](const KnownPair& pair) { return pair.truth * (1 - pair.truth); },
            .estimate =
                [this](const KnownPair& pair, unsigned fingerprints, uint64_t seed) {
                  const Scoring scoring(Method::kClasses, 0, 1, fingerprints);
                  return scoring.From(*SignPair(*file_, seed, scoring, pair.a, pair.b));
                }};
  }

  // Of two independent measures.
  static Estimation Mixed(const Estimation& first, double weight, const Estimation& second,
                          double other) {
    return {.name = fmt::format("{} {} + {} {}", weight, first.name, other, second.name),
            .most = weight * first.most + other * second.most,
            .truth =
                [=](const KnownPair& pair) {
                  return weight * first.truth(pair) + other * second.truth(pair);
                },
            .variance =
                [=](KnownPair pair) {
                  pair.truth = first.truth(pair);
                  const double variance = weight * weight * first.variance(pair);
                  pair.truth = second.truth(pair);
                  return variance + other * other * second.variance(pair);
                },
            .estimate =
                [=](const KnownPair& pair, unsigned fingerprints, uint64_t seed) {
                  const std::array<MixedTerm, 2> terms = {
                      {{.weight = weight, .score = first.estimate(pair, fingerprints, seed)},
                       {.weight = other,
                        .group = 1,
                        .score = second.estimate(pair, fingerprints, seed)}}};
                  return MixedScore(terms);
                }};
  }

  // Some pairs of every band. Pairs that score 0 are left out: every interval has it.
  std::vector<std::vector<KnownPair>> PairsOf(const Estimation& what) const {
    std::vector<std::vector<KnownPair>> bands(kBandEnds.size());
    for (size_t graph = 0; graph < graphs_.size(); ++graph) {
      for (VertexId a = 0; a < kVertices; ++a) {
        for (VertexId b = a + 1; b < kVertices; ++b) {
          KnownPair pair{.graph = graph, .a = a, .b = b};
          pair.truth = what.truth(pair);
          if (pair.truth <= 0) continue;
          bands[static_cast<size_t>(
                    std::upper_bound(kBandEnds.begin(), kBandEnds.end(), pair.truth) -
                    kBandEnds.begin())]
              .push_back(pair);
        }
      }
    }
    std::mt19937 generator(1);
    for (std::vector<KnownPair>& band : bands) {
      std::shuffle(band.begin(), band.end(), generator);
      band.resize(std::min(band.size(), kPairsOfBand));
      for (KnownPair& pair : band) pair.variance = what.variance(pair);
    }
    return bands;
  }

  static Coverage Try(const Estimation& what, const std::vector<KnownPair>& pairs,
                      unsigned fingerprints, uint64_t trials) {
    Coverage coverage;
    if (pairs.size() < 4) return coverage;
    for (uint64_t i = 0; i < trials; ++i) {
      const KnownPair& pair = pairs[i % pairs.size()];
      const Score score = what.estimate(pair, fingerprints, Mix64(i * 1000 + fingerprints));
      const auto within = [&](double low, double high) {
        return low - kFixedPoint <= pair.truth && pair.truth <= high + kFixedPoint ? 1U : 0U;
      };
      ++coverage.trials;
      coverage.held += within(score.low, score.high);
      coverage.held_by_error +=
          within(score.value - kNormal95 * score.error, score.value + kNormal95 * score.error);
      // How many fingerprints are expected not to contribute what the others do. Below five, that
      // they all may be alike makes the width, and not the variance.
      const double unlike =
          fingerprints * pair.variance / (pair.variance + pair.truth * pair.truth);
      if (unlike < 5) continue;
      coverage.width += score.high - score.low;
      coverage.needed += 2 * kNormal95 * std::sqrt(pair.variance / fingerprints);
    }
    return coverage;
  }

  void ExpectCovered(const Estimation& what) const {
    const auto bands = PairsOf(what);
    for (const unsigned fingerprints : {20U, 100U, 1000U}) {
      // About as many fingerprints for each, unless a number of trials is given.
      const uint64_t trials = trials_ > 0          ? trials_
                              : fingerprints == 20 ? 4000
                                                   : 150'000 / fingerprints;
      std::string row = fmt::format("| {} | {}", what.name, fingerprints);
      size_t tried = 0;
      for (size_t i = 0; i < bands.size(); ++i) {
        const Coverage coverage = Try(what, bands[i], fingerprints, trials);
        row += " | " + coverage.Text();
        if (coverage.trials == 0) continue;
        ++tried;
        const std::string where =
            fmt::format("{}, N = {}, up to {}: ", what.name, fingerprints, kBandEnds[i]);
        const double least = LeastShare(static_cast<double>(trials));
        EXPECT_GE(Coverage::Share(coverage.held, trials), least) << where;
        EXPECT_GE(coverage.held_by_error, coverage.held) << where;
        if (i < kWidthsFrom || coverage.needed == 0) continue;
        EXPECT_LE(coverage.width / coverage.needed, kWidest) << where;
      }
      EXPECT_GE(tried, 6U) << what.name;
      if (trials_ > 0) fmt::print("{} |\n", row);
    }
  }

  static constexpr TermId kTerms = 100;

  const std::vector<TestGraph> graphs_ = {
      TestGraph::Random(kVertices, 2 * kVertices, 1), TestGraph::Random(kVertices, 250, 2),
      TestGraph::Random(kVertices, 800, 3), CopiedLinks(4), ManyInLinks(5)};
  const TestBags bags_ = CopiedBags(6, kTerms);
  uint64_t trials_ = 0;  // 0: few, to save time

 private:
  TempDir directory_;
  std::string path_ = directory_ / "bags.akin";
  std::unique_ptr<BagsFile> file_;
};

TEST_F(IntervalTest, SimRank) {
  ExpectCovered(Walks(Measure::kSimRank, .6));
  if (trials_ > 0) ExpectCovered(Walks(Measure::kSimRank, .8));
}

TEST_F(IntervalTest, PSimRank) {
  if (trials_ > 0) ExpectCovered(Walks(Measure::kPSimRank, .6));
  ExpectCovered(Walks(Measure::kPSimRank, .8));
}

TEST_F(IntervalTest, XJaccard) {
  ExpectCovered(MinHashes(.6));
  if (trials_ > 0) ExpectCovered(MinHashes(.8));
}

TEST_F(IntervalTest, Text) { ExpectCovered(Signatures()); }

TEST_F(IntervalTest, Mixtures) {
  ExpectCovered(Mixed(Walks(Measure::kPSimRank, .6), .6, Signatures(), .4));
  if (trials_ > 0) ExpectCovered(Mixed(MinHashes(.6), .7, Signatures(), .3));
}

}  // namespace
}  // namespace akin
