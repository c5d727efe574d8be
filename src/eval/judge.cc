#include "eval/judge.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

#include "akin/try.h"
#include "eval/correlation.h"
#include "eval/gain.h"
#include "eval/gamma.h"
#include "query/ranking.h"

namespace akin {
namespace {

Tally GammaOf(const PairCounts& pairs) { return {.part = pairs.excess(), .whole = pairs.total()}; }

Tally ValueOf(const std::optional<double>& value) {
  return value ? Tally{.part = *value, .whole = 1} : Tally{};
}

// A correlation, or Gamma, of the scores of some vertices with what the truth says.
Tally OrderOf(Metric metric, const PairList& list) {
  switch (metric) {
    case Metric::kKendall:
      return ValueOf(KendallTau(list.scores, list.truths));
    case Metric::kKendallA:
      return ValueOf(KendallTauA(list.scores, list.truths));
    case Metric::kSpearman:
      return ValueOf(SpearmanRho(list.scores, list.truths));
    default:
      return GammaOf(CountOrderedPairs(list.scores, list.truths));
  }
}

// What is known about one query, for any truth; only hits that the truth knows count.
struct Relevance {
  std::vector<double> gains;    // of the hits that count, in order
  uint64_t relevant = 0;        // among all vertices
  uint64_t found = 0;           // among the hits that count
  uint64_t found_in_first = 0;  // among the first k of them
  std::vector<double> ideal;    // the largest gains possible, in any order
  uint64_t places = 0;          // of the first k that relevant ones could take
  // The relevant ones are k themselves. Recall then looks for them among all hits that count: among
  // the first k it would be precision.
  bool relevant_are_k = false;

  void Add(double gain, bool is_relevant, unsigned k) {
    gains.push_back(gain);
    found += is_relevant ? 1 : 0;
    found_in_first += is_relevant && gains.size() <= k ? 1 : 0;
  }

  Tally Of(Metric metric, unsigned k, bool any_hit) const {
    const auto count = [](uint64_t n) { return static_cast<double>(n); };
    switch (metric) {
      case Metric::kPrecision:
        if (relevant == 0) return {};
        return {.part = count(std::min(found_in_first, places)), .whole = count(places)};
      case Metric::kRecall:
        return {.part = count(std::min(relevant_are_k ? found : found_in_first, relevant)),
                .whole = count(relevant)};
      case Metric::kNdcg:
        return GainOf(gains, ideal, k);
      case Metric::kCoverage:
        return {.part = any_hit ? 1.0 : 0.0, .whole = 1};
      default:
        return {};
    }
  }
};

}  // namespace

const std::vector<Grade>& Truth::Impl::GradesOf(VertexId query) const {
  static const std::vector<Grade> kNone;
  const auto found = grades.find(query);
  return found == grades.end() ? kNone : found->second;
}

bool Truth::Impl::Knows(VertexId query, VertexId vertex) const {
  switch (kind) {
    case Kind::kClasses:
      return classes->Has(vertex);
    case Kind::kGrades: {
      const std::vector<Grade>& judged = GradesOf(query);
      const auto at = std::lower_bound(judged.begin(), judged.end(), vertex,
                                       [](const Grade& g, VertexId v) { return g.vertex < v; });
      return at != judged.end() && at->vertex == vertex;
    }
    case Kind::kOverlap:
      return titles.empty() || !titles[vertex].empty();
    case Kind::kExact:
      break;
  }
  return true;
}

std::shared_ptr<const VertexSet> Truth::known(VertexId asked) const {
  std::vector<VertexId> vertices;
  switch (impl_->kind) {
    case Kind::kGrades:
      for (const auto& [query, grades] : impl_->grades) {
        if (asked != kNoVertex && asked != query) continue;
        for (const Grade& grade : grades) vertices.push_back(grade.vertex);
      }
      break;
    case Kind::kOverlap:
      if (impl_->titles.empty()) return nullptr;
      for (VertexId v = 0; v < impl_->titles.size(); ++v) {
        if (!impl_->titles[v].empty()) vertices.push_back(v);
      }
      break;
    case Kind::kClasses:  // every vertex with a class is a query
      if (impl_->queries.size() == impl_->corpus->vertices()) return nullptr;
      vertices = impl_->queries;
      break;
    case Kind::kExact:
      return nullptr;
  }
  return std::make_shared<VertexSet>(vertices);
}

Result<Judge> Judge::For(const Truth& truth, const EvaluationPlan& plan, const EvalOptions& options,
                         const Control& control) {
  const auto& metrics = plan.metrics;
  ChanceSimilarity chance;
  if (std::find(metrics.begin(), metrics.end(), Metric::kDelta) != metrics.end()) {
    AKIN_TRY(FindChance(*truth.impl_, plan.queries, options.min_cocited, control, chance));
  }
  return Judge(*truth.impl_, metrics, options, std::move(chance));
}

bool Judge::NeedsAll() const {
  if (options_.top == 0) return true;
  return std::any_of(metrics_.begin(), metrics_.end(), [&](Metric metric) {
    switch (metric) {
      case Metric::kPrecision:
      case Metric::kRecall:
      case Metric::kNdcg:
      case Metric::kCoverage:
        return false;
      case Metric::kGamma:  // exact scores are compared with those of all vertices
      case Metric::kKendall:
      case Metric::kKendallA:
      case Metric::kSpearman:
        return truth_.kind == Truth::Kind::kExact;
      case Metric::kSiblingGamma:
      case Metric::kCousinGamma:
      case Metric::kUnrelatedGamma:
      case Metric::kDelta:
        return false;
      default:
        return true;
    }
  });
}

bool Judge::WantsPairs() const {
  return std::any_of(metrics_.begin(), metrics_.end(), IsOverAllPairs);
}

std::span<const Hit> Judge::Top(std::span<const Hit> hits) const {
  return options_.top == 0 ? hits : hits.first(std::min<size_t>(options_.top, hits.size()));
}

void Judge::Weigh(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies,
                  PairList* pairs) const {
  std::vector<Hit> known;
  const auto is_unknown = [&](const Hit& hit) { return !truth_.Knows(query, hit.vertex); };
  if (options_.known_first && std::any_of(hits.begin(), hits.end(), is_unknown)) {
    std::remove_copy_if(hits.begin(), hits.end(), std::back_inserter(known), is_unknown);
    hits = known;
  }
  switch (truth_.kind) {
    case Truth::Kind::kClasses:
      WeighClasses(query, hits, tallies);
      return;
    case Truth::Kind::kGrades:
      WeighGrades(query, hits, tallies, pairs);
      return;
    case Truth::Kind::kOverlap:
      WeighOverlap(query, hits, tallies);
      return;
    case Truth::Kind::kExact:
      WeighExact(query, hits, tallies, pairs);
  }
}

void Judge::WeighClasses(VertexId query, std::span<const Hit> hits,
                         std::span<Tally> tallies) const {
  const Classes& classes = *truth_.classes;
  const auto around = classes.CountsAround(query);
  std::vector<RankedHit> ranked;
  std::array<uint64_t, kFamilialDistances> seen{};
  Relevance relevance{.relevant = around[0], .places = options_.k};
  for (const Hit& hit : Top(hits)) {
    if (!classes.Has(hit.vertex)) continue;
    const uint8_t distance = classes.Distance(query, hit.vertex);
    ranked.push_back({.score = hit.score.value, .distance = distance});
    ++seen[distance];
    relevance.Add(kFamilialDistances - 1 - distance, distance == 0, options_.k);
  }
  for (unsigned d = 0; d < kFamilialDistances; ++d) {
    relevance.ideal.insert(relevance.ideal.end(), std::min<uint64_t>(around[d], options_.k),
                           kFamilialDistances - 1 - d);
    if (options_.top != 0) continue;
    ranked.insert(ranked.end(), around[d] - seen[d],
                  {.score = 0, .distance = static_cast<uint8_t>(d)});
  }
  const GammaCounts pairs = CountPairs(ranked, options_.keep_query);
  for (size_t i = 0; i < metrics_.size(); ++i) {
    switch (metrics_[i]) {
      case Metric::kSiblingGamma:
        tallies[i] = GammaOf(pairs.against[1]);
        break;
      case Metric::kCousinGamma:
        tallies[i] = GammaOf(pairs.against[2]);
        break;
      case Metric::kUnrelatedGamma:
        tallies[i] = GammaOf(pairs.against[3]);
        break;
      case Metric::kGamma:
        tallies[i] = GammaOf(pairs.all);
        break;
      case Metric::kDelta:
        tallies[i] = DeltaOf(truth_, chance_, query, Top(hits), options_.k);
        break;
      case Metric::kOrthogonality: {
        uint64_t met = 0;
        for (const Hit& hit : hits) {
          if (classes.Has(hit.vertex) && classes.Distance(query, hit.vertex) == 0) ++met;
        }
        tallies[i] = {.part = static_cast<double>(around[0] - met),
                      .whole = static_cast<double>(around[0])};
        break;
      }
      default:
        tallies[i] = relevance.Of(metrics_[i], options_.k, !hits.empty());
    }
  }
}

void Judge::WeighGrades(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies,
                        PairList* pairs) const {
  const std::vector<Grade>& grades = truth_.GradesOf(query);
  std::unordered_map<VertexId, double> grade_of;
  Relevance relevance{.places = options_.k};
  for (const Grade& grade : grades) {
    relevance.ideal.push_back(grade.grade);
    relevance.relevant += grade.grade > 0 ? 1 : 0;
    grade_of.emplace(grade.vertex, grade.grade);
  }
  PairList returned;
  for (const Hit& hit : Top(hits)) {
    const auto grade = grade_of.find(hit.vertex);
    if (grade == grade_of.end()) continue;
    returned.Add(hit.score.value, grade->second);
    relevance.Add(grade->second, grade->second > 0, options_.k);
  }
  PairList judged;  // all of them
  std::unordered_map<VertexId, double> scores;
  for (const Hit& hit : Top(hits)) scores.emplace(hit.vertex, hit.score.value);
  for (const Grade& grade : grades) {
    const auto score = scores.find(grade.vertex);
    judged.Add(score == scores.end() ? 0 : score->second, grade.grade);
  }
  const PairList& ordered = options_.top == 0 ? judged : returned;
  for (size_t i = 0; i < metrics_.size(); ++i) {
    switch (metrics_[i]) {
      case Metric::kGamma:
        tallies[i] = OrderOf(metrics_[i], ordered);
        break;
      case Metric::kKendall:
      case Metric::kKendallA:
      case Metric::kSpearman:
        tallies[i] = OrderOf(metrics_[i], judged);
        break;
      default:
        tallies[i] = relevance.Of(metrics_[i], options_.k, !hits.empty());
    }
  }
  if (pairs != nullptr) *pairs = std::move(judged);
}

void Judge::WeighOverlap(VertexId query, std::span<const Hit> hits,
                         std::span<Tally> tallies) const {
  for (size_t i = 0; i < metrics_.size(); ++i) {
    tallies[i] = metrics_[i] == Metric::kDelta
                     ? DeltaOf(truth_, chance_, query, Top(hits), options_.k)
                     : Tally{.part = hits.empty() ? 0.0 : 1.0, .whole = 1};  // coverage
  }
}

// Rank correlations are over the `top` vertices with the highest true scores, errors over all
// vertices with a true or estimated score.
void Judge::WeighExact(VertexId query, std::span<const Hit> hits, std::span<Tally> tallies,
                       PairList* pairs) const {
  const std::vector<Hit>& exact = truth_.exact.at(query);
  std::unordered_map<VertexId, double> estimates;
  for (const Hit& hit : hits) estimates.emplace(hit.vertex, hit.score.value);
  std::unordered_map<VertexId, double> truths;
  double error_sum = 0;
  double largest_error = 0;
  // Scores that are tied differ by rounding alone, which is no error.
  const auto add_error = [&](double score, double truth) {
    const double error = std::abs(score - truth);
    if (error <= kTie * std::max(std::abs(score), std::abs(truth))) return;
    error_sum += error;
    largest_error = std::max(largest_error, error);
  };
  PairList best;  // those with the highest exact scores
  PairList all;
  Relevance relevance{.relevant_are_k = true};
  for (size_t i = 0; i < exact.size(); ++i) {
    const auto estimate = estimates.find(exact[i].vertex);
    const double score = estimate == estimates.end() ? 0 : estimate->second;
    truths.emplace(exact[i].vertex, exact[i].score.value);
    add_error(score, exact[i].score.value);
    if (options_.top == 0 || i < options_.top) best.Add(score, exact[i].score.value);
    if (pairs != nullptr) all.Add(score, exact[i].score.value);
    if (i < options_.k) relevance.ideal.push_back(exact[i].score.value);
  }
  uint64_t weighed = exact.size();
  for (const Hit& hit : hits) {
    if (truths.contains(hit.vertex)) continue;
    add_error(hit.score.value, 0);
    if (pairs != nullptr) all.Add(hit.score.value, 0);
    ++weighed;
  }
  relevance.relevant = relevance.places = relevance.ideal.size();
  // A hit whose true score is tied with that of the k-th is as good as the k-th.
  const double least = relevance.ideal.empty() ? 0 : LeastTied(relevance.ideal.back());
  for (const Hit& hit : Top(hits)) {
    const auto truth = truths.find(hit.vertex);
    const double value = truth == truths.end() ? 0 : truth->second;
    relevance.Add(value, value > 0 && value >= least, options_.k);
  }
  for (size_t i = 0; i < metrics_.size(); ++i) {
    switch (metrics_[i]) {
      case Metric::kGamma:
      case Metric::kKendall:
      case Metric::kKendallA:
      case Metric::kSpearman:
        tallies[i] = OrderOf(metrics_[i], best);
        break;
      case Metric::kMeanError:
        tallies[i] = {.part = error_sum, .whole = static_cast<double>(weighed)};
        break;
      case Metric::kMaxError:
        tallies[i] = {.part = largest_error, .whole = weighed > 0 ? 1.0 : 0.0};
        break;
      default:
        tallies[i] = relevance.Of(metrics_[i], options_.k, !hits.empty());
    }
  }
  if (pairs != nullptr) *pairs = std::move(all);
}

}  // namespace akin
