#include "query/answer.h"

#include "akin/try.h"
#include "query/bounded_score.h"
#include "query/ranking.h"

namespace akin {

Result<Answer> AnswerFrom(std::span<const Entry> scores, VertexId source, double error,
                          const RelatedOptions& options, const HitFilter& filter) {
  BestHits best(options.k);
  Answer answer;
  for (const auto& [vertex, score] : scores) {
    if (vertex == source) continue;
    ++answer.work.candidates;
    if (!best.Wants(score) || score + kScoreRounding < options.min_score) continue;
    if (filter) {
      AKIN_TRY_ASSIGN(const bool allowed, filter(vertex));
      if (!allowed) continue;
    }
    best.Add({.vertex = vertex, .score = BoundedScore(score, error)});
  }
  answer.hits = best.Take();
  return answer;
}

}  // namespace akin
