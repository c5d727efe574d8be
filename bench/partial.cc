#include "partial.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <variant>
#include <vector>

#include "akin/akin.h"
#include "akin/parts.h"
#include "base/random.h"
#include "must.h"
#include "report.h"
#include "two_parts.h"

namespace akin {
namespace {

constexpr const char* kName = "bench-partial";
constexpr unsigned kFingerprints = 100;
constexpr uint32_t kShardsThere = 8;  // of 10
constexpr uint64_t kSeeds = 40;
constexpr uint64_t kSources = 50;  // for each seed
constexpr size_t kPairs = 100;     // of a source, at most in each band
constexpr std::array kBandEnds = {.01, .02, .05, .1, .2, .5, 1.01};
constexpr double kLeast = .005;
constexpr double kFew = .05;  // below, a pair meets in so few fingerprints that shares are uneven

struct Held {
  uint64_t pairs = 0;
  uint64_t held = 0;
  void Add(bool holds) {
    ++pairs;
    held += holds ? 1 : 0;
  }
  double share() const {
    return 100 * static_cast<double>(held) / static_cast<double>(std::max<uint64_t>(1, pairs));
  }
};

// The others of a source whose scores are to be estimated: of each band the same number.
std::vector<VertexId> OthersOf(const double* exact, VertexId source, VertexId vertices,
                               uint64_t seed) {
  std::array<size_t, kBandEnds.size()> taken{};
  std::vector<VertexId> others;
  const auto begin = static_cast<VertexId>(RandomStream(seed, 1, source).Below(0, vertices));
  for (VertexId i = 0; i < vertices; ++i) {
    const VertexId other = (begin + i) % vertices;
    if (other == source || exact[other] < kLeast) continue;
    const auto* const band = std::upper_bound(kBandEnds.begin(), kBandEnds.end(), exact[other]);
    if (taken[static_cast<size_t>(band - kBandEnds.begin())]++ < kPairs) others.push_back(other);
  }
  return others;
}

void BenchMeasure(const Corpus& corpus, Measure measure) {
  const VertexId vertices = corpus.vertices();
  std::vector<double> exact(size_t{vertices} * vertices);
  const BuildOptions options{.measure = measure, .fingerprints = kFingerprints, .name = kName};
  const IndexParameters parameters = Must(ResolveParameters(options));
  const auto& walks = std::get<FingerprintParameters>(parameters.of);
  Must(ExactAllPairs(corpus, {.measure = measure, .decay = walks.decay, .iterations = walks.length},
                     exact));
  std::array<Held, kBandEnds.size()> bands;
  Held all;
  Held many;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    BuildOptions build = options;
    build.seed = seed;
    build.replace = true;
    Must(BuildIndex(corpus.path(), build));
    const Corpus now = Must(Corpus::Open(corpus.path()));
    const Index whole = Must(now.OpenIndex(kName));
    const auto parts = std::make_shared<TwoParts>(now.path(), whole.info(), kShardsThere);
    parts->second_is_up = false;
    const Index parted = Must(now.OpenParted(kName, parts));
    for (uint64_t i = 0; i < kSources; ++i) {
      const auto source = static_cast<VertexId>(RandomStream(seed, 0, 0).Below(i, vertices));
      const double* const row = &exact[size_t{source} * vertices];
      const std::vector<VertexId> others = OthersOf(row, source, vertices, seed);
      const auto remote =
          std::make_shared<RemoteQuery>(DeadlineClock::now() + std::chrono::minutes(1));
      const auto scores = Must(parted.Sims(source, others, {.remote = remote}));
      for (size_t j = 0; j < others.size(); ++j) {
        const double truth = row[others[j]];
        const bool holds = scores[j].low <= truth && truth <= scores[j].high;
        const auto* const band = std::upper_bound(kBandEnds.begin(), kBandEnds.end(), truth);
        bands[static_cast<size_t>(band - kBandEnds.begin())].Add(holds);
        all.Add(holds);
        if (truth >= kFew) many.Add(holds);
      }
    }
  }
  Must(RemoveIndex(corpus.path(), kName));
  const std::string name(MeasureName(measure));
  double begin = kLeast;
  for (size_t band = 0; band < bands.size(); ++band) {
    Figure(fmt::format("{}, scores from {}", name, begin),
           fmt::format("{:.1f}% of {}", bands[band].share(), bands[band].pairs));
    begin = kBandEnds[band];
  }
  Figure(name + ", all of these", fmt::format("{:.1f}% of {}", all.share(), all.pairs));
  PromiseAtLeast(fmt::format("{}, scores from {}", name, kFew), many.share(), "%", 94);
  Promise(fmt::format("{}, scores from {}", name, kFew), many.share(), "%", 96);
}

}  // namespace

void BenchPartial(const std::string& path) {
  Heading(fmt::format("Intervals without 2 of 10 shards: {}", path));
  const Corpus corpus = Must(Corpus::Open(path));
  for (const Measure measure : {Measure::kSimRank, Measure::kPSimRank}) {
    BenchMeasure(corpus, measure);
  }
}

}  // namespace akin
