// akin::PlanFingerprints.
//
// Algorithm: some vertices are drawn at random. The true ten best of each come from 12,800 walks
// with another seed, or from the bags themselves for text. The candidates that an index of N
// fingerprints would have come from N walks; for text, the number of equal signatures of two bags
// is drawn from the binomial distribution of N and their similarity. N doubles until enough of the
// true best are among the candidates. A vertex counts as one of the true best if its score is not
// below that of the tenth by more than the error of the latter.
//
// Cost: for each of 40 vertices, about 20,000 walks backwards (query/walking.h), or one row of
// exact text similarity. Nothing is written.
#include "akin/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <unordered_map>
#include <vector>

#include "akin/ask.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/threads.h"
#include "query/ranking.h"

namespace akin {
namespace {

constexpr unsigned kPlanned = 10;      // the best that should be found
constexpr unsigned kCandidates = 100;  // as many as a closer look has (query/refine.h)
constexpr unsigned kSample = 40;
constexpr unsigned kTries = 10;  // as often as that, if vertices are related to nothing
constexpr unsigned kFewest = 25;
constexpr unsigned kMost = 3200;
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

// What would be built, asked without building it.
class Rehearsal {
 public:
  Rehearsal(const Corpus& corpus, const BuildOptions& index, const Control& control)
      : corpus_(corpus), index_(index), control_(control) {}

  Status Draw() {
    ProgressMeter progress(control_, "sampling", "vertices", kSample);
    ThreadPool pool(ThreadsOrAll(control_.threads));
    const RandomStream stream(index_.seed, kDraw, 0);
    const Control quiet{.threads = 1, .memory = control_.memory, .stop = control_.stop};
    for (unsigned round = 0; round < kTries && sample_.size() < kSample; ++round) {
      std::vector<Sampled> drawn(kSample - sample_.size());
      AKIN_TRY(pool.Run(drawn.size(), control_.stop, [&](uint64_t i, unsigned) -> Status {
        const uint64_t number = uint64_t{round} * kSample + i;
        drawn[i].vertex = static_cast<VertexId>(stream.Below(number, corpus_.vertices()));
        AKIN_TRY_ASSIGN(drawn[i].truth, Truth(drawn[i].vertex, quiet));
        drawn[i].Settle();
        progress.Advance(drawn[i].wanted > 0 ? 1 : 0);
        return {};
      }));
      for (Sampled& one : drawn) {
        if (one.wanted > 0) sample_.push_back(std::move(one));
      }
    }
    return {};
  }
  bool empty() const { return sample_.empty(); }

  Result<FingerprintPlan> Ask(unsigned fingerprints) const {
    FingerprintPlan plan{.fingerprints = fingerprints,
                         .asked = static_cast<unsigned>(sample_.size())};
    ThreadPool pool(ThreadsOrAll(control_.threads));
    std::vector<std::vector<Hit>> answers(sample_.size());
    AKIN_TRY(pool.Run(sample_.size(), control_.stop, [&](uint64_t i, unsigned) -> Status {
      AKIN_TRY_ASSIGN(answers[i], Candidates(sample_[i], fingerprints));
      return {};
    }));
    double wanted = 0;
    for (size_t i = 0; i < sample_.size(); ++i) {
      plan.found += sample_[i].Right(answers[i], kCandidates);
      plan.precision += sample_[i].Right(answers[i], kPlanned);
      wanted += static_cast<double>(sample_[i].wanted);
    }
    plan.found /= wanted;
    plan.precision /= wanted;
    return plan;
  }

 private:
  bool text() const { return index_.measure == Measure::kText; }

  Result<std::vector<Hit>> Truth(VertexId vertex, const Control& control) const {
    if (text()) {
      const ExactOptions exact{.measure = Measure::kText, .bags = index_.bags};
      AKIN_TRY_ASSIGN(Answer answer, ExactRelated(corpus_, vertex, exact, {.k = 0}, control));
      return std::move(answer.hits);
    }
    BuildOptions other = index_;
    other.seed = RandomStream(index_.seed, kDraw, 1).Below(0, UINT64_MAX);
    other.fingerprints = kTrueWalks;
    AKIN_TRY_ASSIGN(Answer answer,
                    corpus_.RelatedByWalking(vertex, other, {.k = 10 * kCandidates}, control));
    return std::move(answer.hits);
  }

  Result<std::vector<Hit>> Candidates(const Sampled& one, unsigned fingerprints) const {
    if (!text()) {
      BuildOptions walks = index_;
      walks.fingerprints = fingerprints;
      AKIN_TRY_ASSIGN(Answer answer,
                      corpus_.RelatedByWalking(one.vertex, walks, {.k = kCandidates},
                                               {.threads = 1, .stop = control_.stop}));
      return std::move(answer.hits);
    }
    std::mt19937_64 generator(index_.seed + one.vertex);
    std::vector<Hit> hits = one.truth;
    for (Hit& hit : hits) {
      std::binomial_distribution<unsigned> equal(fingerprints, std::min(1.0, hit.score.value));
      hit.score.value = static_cast<double>(equal(generator)) / fingerprints;
    }
    std::erase_if(hits, [](const Hit& hit) { return hit.score.value == 0; });
    KeepBest(hits, kCandidates);
    return hits;
  }

  const Corpus& corpus_;
  const BuildOptions& index_;
  const Control& control_;
  std::vector<Sampled> sample_;
};

}  // namespace

Result<FingerprintPlan> PlanFingerprints(const Corpus& corpus, const BuildOptions& index,
                                         double precision, const Control& control) {
  if (!(precision > 0 && precision < 1)) {
    return InvalidArgument("precision", fmt::format("{} does not lie between 0 and 1", precision));
  }
  AKIN_TRY_ASSIGN(const IndexParameters parameters, ResolveParameters(index));
  if (parameters.method != Method::kWalks && index.measure != Measure::kText) {
    return InvalidArgument("precision",
                           fmt::format("an index of {} by {} cannot be tried on a sample; give a "
                                       "number of fingerprints",
                                       MeasureName(index.measure), MethodName(parameters.method)));
  }
  Rehearsal rehearsal(corpus, index, control);
  AKIN_TRY(rehearsal.Draw());
  if (rehearsal.empty()) {
    return InvalidArgument("precision", "no vertex of the sample is related to any other");
  }
  FingerprintPlan plan;
  for (unsigned count = kFewest; count <= kMost; count *= 2) {
    AKIN_TRY_ASSIGN(plan, rehearsal.Ask(count));
    if (plan.found >= precision) break;
  }
  return plan;
}

}  // namespace akin
