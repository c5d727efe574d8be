// akin::PlanFingerprints.
//
// Algorithm: some vertices are drawn at random. The true ten best of each come from 6,400 walks
// with another seed, or from the bags themselves for text. The candidates that an index of N
// fingerprints would have come from N walks; for text, the number of equal signatures of two bags
// is drawn from the binomial distribution of N and their similarity. N doubles until enough of the
// true best are among the candidates. A vertex counts as one of the true best if its score is not
// below that of the tenth by more than the error of the latter.
//
// Cost: the walks of all vertices (sketch/forest_builder.h) for 6,400 + 2 N fingerprints, on one
// thread, and 16 bytes for each vertex that one of 40 meets; or 40 rows of exact text similarity.
// Nothing is written.
#include "akin/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <random>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "akin/ask.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/random.h"
#include "index/index_parameters.h"
#include "query/candidates.h"
#include "query/ranking.h"
#include "query/scoring.h"
#include "query/summed_hits.h"
#include "sketch/forest_builder.h"

namespace akin {
namespace {

constexpr unsigned kPlanned = 10;      // the best that should be found
constexpr unsigned kCandidates = 100;  // as many as a closer look has (query/refine.h)
constexpr unsigned kSample = 40;
constexpr unsigned kFewest = 25;
constexpr unsigned kMost = 1600;
constexpr unsigned kTrueWalks = 4 * kMost;
constexpr uint64_t kDraw = 0x706c616eULL;  // of the sample

// A vertex of the sample, with its true scores.
struct Sampled {
  VertexId vertex = kNoVertex;
  std::vector<Hit> truth = {};  // best first
  std::unordered_map<VertexId, double> scores = {};
  size_t wanted = 0;
  double least = 0;  // the score from which on a vertex is one of the best

  void Settle() {
    wanted = std::min<size_t>(kPlanned, truth.size());
    if (wanted == 0) return;
    const Score& last = truth[wanted - 1].score;
    least = last.value - last.error;
    for (const Hit& hit : truth) scores[hit.vertex] = hit.score.value;
  }
  // How many of the first `count` hits are among the best.
  double Right(const std::vector<Hit>& hits, size_t count) const {
    size_t right = 0;
    for (size_t i = 0; i < std::min(count, hits.size()); ++i) {
      const auto score = scores.find(hits[i].vertex);
      if (score != scores.end() && score->second >= least) ++right;
    }
    return static_cast<double>(std::min(right, wanted));
  }
};

std::vector<VertexId> Draw(const Corpus& corpus, uint64_t seed) {
  const RandomStream stream(seed, kDraw, 0);
  std::vector<VertexId> drawn;
  for (unsigned i = 0; i < kSample; ++i) {
    drawn.push_back(static_cast<VertexId>(stream.Below(i, corpus.vertices())));
  }
  return drawn;
}

// What would be built, asked without building it.
class Rehearsal {
 public:
  virtual ~Rehearsal() = default;
  // All true scores of the vertices, best first.
  virtual Result<std::vector<std::vector<Hit>>> Truth(std::span<const VertexId> vertices) = 0;
  // The candidates of the sample, best first.
  virtual Result<std::vector<std::vector<Hit>>> Candidates(const std::vector<Sampled>& sample,
                                                           unsigned fingerprints) = 0;
};

class WalkRehearsal : public Rehearsal {
 public:
  WalkRehearsal(const Adjacency& in, const IndexParameters& index, const Control& control)
      : in_(in), index_(index), walk_(WalksOf(index)), control_(control) {}

  Result<std::vector<std::vector<Hit>>> Truth(std::span<const VertexId> vertices) override {
    WalkParameters other = walk_;
    other.seed = RandomStream(walk_.seed, kDraw, 0).Below(UINT32_MAX, UINT64_MAX);
    return Answers(vertices, other, kTrueWalks, 0);
  }
  Result<std::vector<std::vector<Hit>>> Candidates(const std::vector<Sampled>& sample,
                                                   unsigned fingerprints) override {
    std::vector<VertexId> vertices;
    for (const Sampled& one : sample) vertices.push_back(one.vertex);
    return Answers(vertices, walk_, fingerprints, kCandidates);
  }

 private:
  Result<std::vector<std::vector<Hit>>> Answers(std::span<const VertexId> vertices,
                                                const WalkParameters& walk, unsigned fingerprints,
                                                unsigned k) {
    const double decay = std::get<FingerprintParameters>(index_.of).decay;
    const Scoring scoring(Method::kWalks, decay, walk.length, fingerprints);
    ProgressMeter progress(control_, "trying", "fingerprints", fingerprints);
    AKIN_TRY_ASSIGN(const auto builder, ForestBuilder::Create(in_, walk));
    std::vector<akin::Candidates> met(vertices.size());
    for (akin::Candidates& candidates : met) AKIN_TRY(candidates.Reset(in_.vertices()));
    Forest forest;
    for (unsigned f = 0; f < fingerprints; ++f) {
      AKIN_TRY(builder->Build(f, control_.stop, forest));
      for (size_t i = 0; i < vertices.size(); ++i) AddTree(forest, vertices[i], scoring, met[i]);
      progress.Advance(1);
    }
    std::vector<std::vector<Hit>> answers;
    for (const akin::Candidates& candidates : met) {
      std::vector<SummedHit> found;
      for (size_t i = 0; i < candidates.size(); ++i) {
        found.push_back({.vertex = candidates[i].vertex, .sums = candidates[i].sums});
      }
      answers.push_back(BestOfSums(found, scoring, k));
    }
    return answers;
  }

  // All that met the vertex: the time of a meeting is the largest label on the way to its place.
  static void AddTree(const Forest& forest, VertexId vertex, const Scoring& scoring,
                      akin::Candidates& met) {
    const uint32_t place = forest.places[vertex];
    if (place == kNoPlace) return;
    uint8_t time = 0;
    for (uint32_t i = place; forest.labels[i] != kNewTree; --i) {
      time = std::max(time, forest.labels[i]);
      met.Add(forest.members[i - 1], scoring.At(time));
    }
    time = 0;
    for (uint32_t i = place + 1; i < forest.members.size() && forest.labels[i] != kNewTree; ++i) {
      time = std::max(time, forest.labels[i]);
      met.Add(forest.members[i], scoring.At(time));
    }
  }

  Adjacency in_;
  IndexParameters index_;
  WalkParameters walk_;
  Control control_;
};

class TextRehearsal : public Rehearsal {
 public:
  TextRehearsal(const Corpus& corpus, const BuildOptions& index, const Control& control)
      : corpus_(corpus), index_(index), control_(control) {}

  Result<std::vector<std::vector<Hit>>> Truth(std::span<const VertexId> vertices) override {
    const ExactOptions exact{.measure = Measure::kText, .bags = index_.bags};
    AKIN_TRY_ASSIGN(const Asker asker, Asker::Create(corpus_, {.exact = exact}, control_));
    AKIN_TRY_ASSIGN(std::vector<Answer> answers, asker.RelatedMany(vertices, {.k = 0}, control_));
    std::vector<std::vector<Hit>> truth;
    for (Answer& answer : answers) truth.push_back(std::move(answer.hits));
    return truth;
  }

  Result<std::vector<std::vector<Hit>>> Candidates(const std::vector<Sampled>& sample,
                                                   unsigned fingerprints) override {
    std::vector<std::vector<Hit>> answers;
    for (const Sampled& one : sample) {
      std::mt19937_64 generator(index_.seed + one.vertex);
      std::vector<Hit> hits = one.truth;
      for (Hit& hit : hits) {
        std::binomial_distribution<unsigned> equal(fingerprints, std::min(1.0, hit.score.value));
        hit.score.value = static_cast<double>(equal(generator)) / fingerprints;
      }
      std::erase_if(hits, [](const Hit& hit) { return hit.score.value == 0; });
      KeepBest(hits, kCandidates);
      answers.push_back(std::move(hits));
    }
    return answers;
  }

 private:
  Corpus corpus_;
  BuildOptions index_;
  Control control_;
};

Result<std::unique_ptr<Rehearsal>> RehearsalOf(const Corpus& corpus, const BuildOptions& index,
                                               const Control& control) {
  if (index.measure == Measure::kText) {
    return std::unique_ptr<Rehearsal>(std::make_unique<TextRehearsal>(corpus, index, control));
  }
  AKIN_TRY_ASSIGN(const IndexParameters parameters, ResolveParameters(index));
  AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks(index.boilerplate));
  return std::unique_ptr<Rehearsal>(std::make_unique<WalkRehearsal>(in, parameters, control));
}

// Vertices that are related to any other.
Result<std::vector<Sampled>> DrawSample(const Corpus& corpus, uint64_t seed, Rehearsal& rehearsal) {
  std::vector<Sampled> sample;
  const std::vector<VertexId> drawn = Draw(corpus, seed);
  AKIN_TRY_ASSIGN(std::vector<std::vector<Hit>> truth, rehearsal.Truth(drawn));
  for (size_t i = 0; i < drawn.size(); ++i) {
    Sampled one{.vertex = drawn[i], .truth = std::move(truth[i])};
    one.Settle();
    if (one.wanted > 0) sample.push_back(std::move(one));
  }
  return sample;
}

Result<FingerprintPlan> Try(const std::vector<Sampled>& sample, unsigned fingerprints,
                            Rehearsal& rehearsal) {
  FingerprintPlan plan{.fingerprints = fingerprints, .asked = static_cast<unsigned>(sample.size())};
  AKIN_TRY_ASSIGN(const std::vector<std::vector<Hit>> answers,
                  rehearsal.Candidates(sample, fingerprints));
  double wanted = 0;
  for (size_t i = 0; i < sample.size(); ++i) {
    plan.found += sample[i].Right(answers[i], kCandidates);
    plan.precision += sample[i].Right(answers[i], kPlanned);
    wanted += static_cast<double>(sample[i].wanted);
  }
  plan.found /= wanted;
  plan.precision /= wanted;
  return plan;
}

}  // namespace

Result<bool> CanPlan(const BuildOptions& index) {
  AKIN_TRY_ASSIGN(const IndexParameters parameters, ResolveParameters(index));
  return parameters.method == Method::kWalks || index.measure == Measure::kText;
}

Result<FingerprintPlan> PlanFingerprints(const Corpus& corpus, const BuildOptions& index,
                                         double precision, const Control& control) {
  if (!(precision > 0 && precision < 1)) {
    return InvalidArgument("precision", fmt::format("{} does not lie between 0 and 1", precision));
  }
  AKIN_TRY_ASSIGN(const bool can, CanPlan(index));
  if (!can) {
    return InvalidArgument("precision",
                           fmt::format("an index of {} cannot be tried on a sample; only walks and "
                                       "text can",
                                       MeasureName(index.measure)));
  }
  AKIN_TRY_ASSIGN(const auto rehearsal, RehearsalOf(corpus, index, control));
  AKIN_TRY_ASSIGN(const std::vector<Sampled> sample, DrawSample(corpus, index.seed, *rehearsal));
  if (sample.empty()) {
    return InvalidArgument("precision", "no vertex of the sample is related to any other");
  }
  FingerprintPlan plan;
  for (unsigned count = kFewest; count <= kMost; count *= 2) {
    AKIN_TRY_ASSIGN(plan, Try(sample, count, *rehearsal));
    if (plan.found >= precision) break;
  }
  return plan;
}

}  // namespace akin
