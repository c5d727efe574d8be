#include "query/mixed_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "akin/mix.h"
#include "akin/try.h"
#include "query/bounded_score.h"
#include "query/mixed_score.h"
#include "query/ranking.h"
#include "query/scoring.h"

namespace akin {
namespace {

constexpr unsigned kFirstAsked = 100;  // the first K, at least
constexpr unsigned kMostAsked = 1U << 30;
constexpr size_t kLookedUpAtOnce = 32;

double MixedValue(std::span<const MixPart> parts, std::span<const Score> scores) {
  double value = 0;
  for (size_t i = 0; i < parts.size(); ++i) value += parts[i].weight * scores[i].value;
  return value;
}

Score ScoreOfParts(std::span<const MixPart> parts, std::span<const Score> scores) {
  std::vector<MixedTerm> terms;
  for (size_t i = 0; i < parts.size(); ++i) {
    terms.push_back({.weight = parts[i].weight,
                     .bounded = parts[i].bounded,
                     .group = parts[i].group,
                     .score = scores[i]});
  }
  return MixedScore(terms);
}

// The score of two vertices that a part covers and does not find similar.
Result<Score> NothingIn(const MixPart& part, VertexId vertex, const RelatedOptions& options) {
  const IndexInfo& info = part.index.info();
  if (part.bounded) return BoundedScore(0, info.epsilon);
  AKIN_TRY_ASSIGN(const unsigned used, part.index.FingerprintsUsed(vertex, options));
  const Weighting own{.method = info.method, .decay = info.decay, .length = info.length};
  return Scoring(WeightingFor(options, own), used).From({});
}

void AddWork(QueryWork& total, const QueryWork& part) {
  total.members += part.members;
  total.blocks += part.blocks;
  total.candidates += part.candidates;
  total.resolved += part.resolved;
}

// Which parts cover the vertex. If none does: kUnknownKey, with the message of the first.
Result<std::vector<bool>> PartsCovering(std::span<const MixPart> parts, VertexId vertex) {
  std::vector<bool> about;
  bool any = false;
  for (const MixPart& part : parts) {
    AKIN_TRY_ASSIGN(const bool has, part.index.Has(vertex));
    about.push_back(has);
    any = any || has;
  }
  if (!any) return parts.front().index.Sim(vertex, vertex).status();
  return about;
}

// One weighted query in progress.
class MixedQuery {
 public:
  MixedQuery(std::span<const MixPart> parts, VertexId vertex, const RelatedOptions& options,
             const Control& control)
      : parts_(parts),
        vertex_(vertex),
        options_(options),
        control_(control),
        answers_(parts.size()) {}

  Result<Answer> Run() {
    AKIN_TRY(Find(options_.k));
    KeepBest(answer_.hits, options_.k);
    return std::move(answer_);
  }

  // All that were met on the way, if every part is asked for at least its best `each`.
  Result<MixedCandidates> Candidates(unsigned each) {
    AKIN_TRY(Find(each));
    MixedCandidates candidates;
    for (size_t met = 0; met < vertices_.size(); ++met) {
      AKIN_TRY_ASSIGN(std::vector<Score> scores, ScoresOf(vertices_[met]));
      for (size_t i = 0; i < parts_.size(); ++i) {
        AKIN_TRY_ASSIGN(const bool guessed, IsUnknown(met, i));
        const double most = answers_[i].last;
        if (guessed) scores[i] = {.value = 0, .error = most, .low = 0, .high = most};
        candidates.guessed.push_back(guessed);
      }
      candidates.scores.insert(candidates.scores.end(), scores.begin(), scores.end());
    }
    candidates.work = answer_.work;
    candidates.vertices = std::move(vertices_);
    return candidates;
  }

 private:
  // Those of a hit.
  Result<std::vector<Score>> ScoresOf(VertexId vertex) {
    const size_t met = places_.at(vertex);
    std::vector<Score> scores;
    for (size_t i = 0; i < parts_.size(); ++i) {
      const Known& known = KnownOf(met)[i];
      scores.push_back(known.score);
      if (known.found || !answers_[i].covers) continue;
      AKIN_TRY_ASSIGN(const bool has, parts_[i].index.Has(vertex));
      if (has) scores.back() = answers_[i].nothing;
    }
    return scores;
  }

  // What a part has answered.
  struct PartAnswer {
    bool complete = false;  // true: vertices not in it score 0
    double last = 0;        // otherwise they score at most this
    bool covers = true;     // the vertex of the query
    Score nothing;          // of a vertex that is not in a complete answer, but covered
  };
  struct Known {
    Score score;
    bool known = false;
    bool found = false;  // false: a score of 0, because no answer has the vertex
  };

  Status Find(unsigned each) {
    AKIN_TRY_ASSIGN(const std::vector<bool> about, PartsCovering(parts_, vertex_));
    for (size_t i = 0; i < parts_.size(); ++i) {
      answers_[i].complete = !about[i];
      answers_[i].covers = about[i];
      AKIN_TRY_ASSIGN(answers_[i].nothing, NothingIn(parts_[i], vertex_, options_));
    }
    unsigned asked = options_.k == 0 ? 0 : std::max(each, kFirstAsked);
    for (;;) {
      AKIN_TRY(Ask(asked));
      AKIN_TRY(LookUp());
      if (NobodyElse()) break;
      asked = asked >= kMostAsked ? 0 : 2 * asked;
    }
    answer_.work.candidates = vertices_.size();
    return {};
  }

  // Whether a part could give the vertex a score that is not known yet.
  Result<bool> IsUnknown(size_t met, size_t part) {
    if (KnownOf(met)[part].known) return false;
    return parts_[part].index.Has(vertices_[met]);
  }

  std::span<Known> KnownOf(size_t met) {
    return std::span(known_).subspan(met * parts_.size(), parts_.size());
  }

  // The position of a vertex among those met.
  size_t Meet(VertexId vertex) {
    const auto [at, fresh] = places_.try_emplace(vertex, vertices_.size());
    if (fresh) {
      vertices_.push_back(vertex);
      known_.resize(known_.size() + parts_.size());
    }
    return at->second;
  }

  Status Ask(unsigned k) {
    for (size_t i = 0; i < parts_.size(); ++i) {
      if (answers_[i].complete) continue;
      RelatedOptions options = options_;
      options.k = parts_[i].bounded ? 0 : k;
      options.min_score = 0;
      AKIN_TRY_ASSIGN(const Answer answer, parts_[i].index.Related(vertex_, options, control_));
      AddWork(answer_.work, answer.work);
      for (const Hit& hit : answer.hits) {
        const size_t met = Meet(hit.vertex);
        KnownOf(met)[i] = {.score = hit.score, .known = true, .found = true};
      }
      answers_[i].complete = options.k == 0 || answer.hits.size() < options.k;
      answers_[i].last = answers_[i].complete ? 0 : answer.hits.back().score.value;
    }
    // Vertices that are missing in a complete answer score 0 in it.
    for (size_t met = 0; met < vertices_.size(); ++met) {
      for (size_t i = 0; i < parts_.size(); ++i) {
        Known& score = KnownOf(met)[i];
        if (answers_[i].complete) score.known = true;
      }
    }
    return {};
  }

  // The highest possible score of a vertex that was met, or of one that was not. Computed like
  // MixedValue, so that rounding cannot make it smaller.
  double MostOf(size_t met) {
    std::vector<Score> most(parts_.size());
    for (size_t i = 0; i < parts_.size(); ++i) {
      const Known& score = KnownOf(met)[i];
      most[i].value = score.known ? score.score.value : answers_[i].last;
    }
    return MixedValue(parts_, most);
  }
  double MostOfOthers() const {
    std::vector<Score> most(parts_.size());
    for (size_t i = 0; i < parts_.size(); ++i) most[i].value = answers_[i].last;
    return MixedValue(parts_, most);
  }

  bool IsWanted(double value) const {
    return value > 0 && value + kScoreRounding >= options_.min_score;
  }

  // Whether the k-th best of the fully known scores exceeds the value, and is not tied with it;
  // false if there are fewer than k.
  bool Exceeds(double value) const {
    return options_.k > 0 && best_.size() == options_.k && LeastTied(best_.top()) > value;
  }
  void Offer(double value) {
    best_.push(value);
    if (best_.size() > options_.k) best_.pop();
  }

  // Looks up from the most promising on, until the next one cannot be in the answer.
  Status LookUp() {
    answer_.hits.clear();
    best_ = {};
    std::vector<std::pair<double, size_t>> promising;
    for (size_t met = 0; met < vertices_.size(); ++met) {
      const double most = MostOf(met);
      if (IsWanted(most)) promising.emplace_back(-most, met);
    }
    std::sort(promising.begin(), promising.end());
    for (size_t begin = 0; begin < promising.size(); begin += kLookedUpAtOnce) {
      const auto some =
          std::span(promising).subspan(begin, std::min(kLookedUpAtOnce, promising.size() - begin));
      if (Exceeds(-some.front().first)) break;
      for (size_t i = 0; i < parts_.size(); ++i) AKIN_TRY(LookUp(some, i));
      for (const auto& [most, met] : some) AKIN_TRY(Add(met));
    }
    return {};
  }

  Status LookUp(std::span<const std::pair<double, size_t>> some, size_t part) {
    std::vector<VertexId> asked;
    std::vector<size_t> places;
    for (const auto& [most, met] : some) {
      Known& score = KnownOf(met)[part];
      if (score.known) continue;
      score.known = true;
      AKIN_TRY_ASSIGN(const bool has, parts_[part].index.Has(vertices_[met]));
      if (!has) continue;
      asked.push_back(vertices_[met]);
      places.push_back(met);
    }
    if (asked.empty()) return {};
    answer_.work.resolved += asked.size();
    AKIN_TRY_ASSIGN(const std::vector<Score> scores,
                    parts_[part].index.Sims(vertex_, asked, options_));
    for (size_t i = 0; i < asked.size(); ++i) {
      KnownOf(places[i])[part] = {.score = scores[i], .known = true, .found = true};
    }
    return {};
  }

  Status Add(size_t met) {
    std::vector<Score> scores;
    for (const Known& score : KnownOf(met)) scores.push_back(score.score);
    const double value = MixedValue(parts_, scores);
    if (!IsWanted(value)) return {};
    Offer(value);
    AKIN_TRY_ASSIGN(scores, ScoresOf(vertices_[met]));
    answer_.hits.push_back({.vertex = vertices_[met], .score = ScoreOfParts(parts_, scores)});
    return {};
  }

  // The answer of a single index is in order already: what it leaves out ranks behind all of it.
  bool NobodyElse() const {
    if (parts_.size() == 1 && parts_.front().weight == 1) return true;
    const double most = MostOfOthers();
    return !IsWanted(most) || Exceeds(most);
  }

  std::span<const MixPart> parts_;
  VertexId vertex_;
  const RelatedOptions& options_;
  const Control& control_;
  std::vector<PartAnswer> answers_;
  std::vector<VertexId> vertices_;  // met
  std::unordered_map<VertexId, size_t> places_;
  std::vector<Known> known_;  // for every vertex met, one entry per part
  std::priority_queue<double, std::vector<double>, std::greater<>> best_;
  Answer answer_;
};

// The best of the sums, which have no error.
void KeepSums(const std::unordered_map<VertexId, double>& sums, const RelatedOptions& options,
              Answer& answer) {
  for (const auto& [v, sum] : sums) {
    if (sum + kScoreRounding >= options.min_score) {
      answer.hits.push_back({.vertex = v, .score = ExactScore(sum)});
    }
  }
  answer.work.candidates = sums.size();
  KeepBest(answer.hits, options.k);
}

// Whose ranks count, in the answer of one part.
RelatedOptions OptionsOfRanks(const RelatedOptions& options) {
  RelatedOptions each = options;
  each.k = kFusionDepth;
  each.min_score = 0;
  each.refine = 0;
  return each;
}

Answer FuseRanks(std::span<const MixPart> parts, std::span<const Answer> answers,
                 const RelatedOptions& options) {
  std::unordered_map<VertexId, double> sums;
  Answer fused;
  for (size_t i = 0; i < parts.size(); ++i) {
    AddWork(fused.work, answers[i].work);
    for (size_t rank = 1; rank <= answers[i].hits.size(); ++rank) {
      sums[answers[i].hits[rank - 1].vertex] +=
          parts[i].weight / static_cast<double>(kFusionOffset + rank);
    }
  }
  KeepSums(sums, options, fused);
  return fused;
}

Result<std::vector<Answer>> AnswersToWords(std::span<const MixPart> parts, const TextWords& words,
                                           const RelatedOptions& options, const Control& control) {
  std::vector<Answer> answers;
  for (const MixPart& part : parts) {
    AKIN_TRY_ASSIGN(Answer answer, part.index.RelatedToWords(words, options, control));
    answers.push_back(std::move(answer));
  }
  return answers;
}

}  // namespace

Result<Answer> MixedRelated(std::span<const MixPart> parts, VertexId vertex,
                            const RelatedOptions& options, const Control& control) {
  return MixedQuery(parts, vertex, options, control).Run();
}

Result<MixedCandidates> CandidatesOfParts(std::span<const MixPart> parts, VertexId vertex,
                                          const RelatedOptions& options, unsigned each,
                                          const Control& control) {
  return MixedQuery(parts, vertex, options, control).Candidates(each);
}

Result<Score> MixedSim(std::span<const MixPart> parts, VertexId a, VertexId b,
                       const RelatedOptions& options) {
  AKIN_TRY_ASSIGN(const std::vector<bool> about_a, PartsCovering(parts, a));
  AKIN_TRY_ASSIGN(const std::vector<bool> about_b, PartsCovering(parts, b));
  std::vector<Score> scores;
  for (size_t i = 0; i < parts.size(); ++i) {
    Score& score = scores.emplace_back();
    if (!about_a[i] || !about_b[i]) continue;
    AKIN_TRY_ASSIGN(score, parts[i].index.Sim(a, b, options));
  }
  return ScoreOfParts(parts, scores);
}

Result<Answer> FusedRelated(std::span<const MixPart> parts, VertexId vertex,
                            const RelatedOptions& options, const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<bool> about, PartsCovering(parts, vertex));
  std::vector<Answer> answers(parts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!about[i]) continue;
    AKIN_TRY_ASSIGN(answers[i], parts[i].index.Related(vertex, OptionsOfRanks(options), control));
  }
  return FuseRanks(parts, answers, options);
}

Result<Answer> FusedToWords(std::span<const MixPart> parts, const TextWords& words,
                            const RelatedOptions& options, const Control& control) {
  AKIN_TRY_ASSIGN(const std::vector<Answer> answers,
                  AnswersToWords(parts, words, OptionsOfRanks(options), control));
  return FuseRanks(parts, answers, options);
}

Result<Answer> MixedToWords(std::span<const MixPart> parts, const TextWords& words,
                            const RelatedOptions& options, const Control& control) {
  RelatedOptions all = options;
  all.k = 0;
  all.min_score = 0;
  AKIN_TRY_ASSIGN(const std::vector<Answer> answers, AnswersToWords(parts, words, all, control));
  std::unordered_map<VertexId, double> sums;
  Answer mixed;
  for (size_t i = 0; i < parts.size(); ++i) {
    AddWork(mixed.work, answers[i].work);
    for (const Hit& hit : answers[i].hits) {
      sums[hit.vertex] += parts[i].weight * hit.score.value;
    }
  }
  KeepSums(sums, options, mixed);
  return mixed;
}

}  // namespace akin
