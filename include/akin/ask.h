// The same queries, whatever answers them: one index or several, walks without an index, or an
// exact measure. For callers that let their users choose.
//
//   auto asker = akin::Asker::Create(corpus, {.index = "psimrank=0.6,text=0.4"});
//   auto answer = asker->Related(vertex, {.k = 10});
#ifndef AKIN_ASK_H_
#define AKIN_ASK_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/exact.h"
#include "akin/explain.h"
#include "akin/mix.h"
#include "akin/recipe.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// Indexes of a corpus of at most so many arcs take seconds to build.
inline constexpr uint64_t kArcsAtOnce = 1'000'000;

// The least score of a hit that scores more than alpha, by more than rounding. With k = 0 and this
// as min_score, a query is FR's related query: all vertices with a score above alpha.
inline double ScoreAbove(double alpha) { return alpha + 2e-12; }

struct AskOptions {
  // A name, or a mixture (NamesMixture); a single name that is fused by ranks is a mixture too.
  // Empty: the recipe of the corpus (akin/recipe.h); without one, the index that Corpus::OpenIndex
  // chooses, or SimRank solved when asked: by what is less work, a push or all pairs, or else by
  // walks; kNoIndex if that takes more than some minutes.
  std::string index;
  Fusion fusion = Fusion::kWeighted;
  // For SimRank solved when asked. With another function than SimRank's, walks answer.
  std::optional<double> decay;
  std::optional<MeetingFunction> function;
  std::optional<ExactOptions> exact;  // instead of an index
  std::optional<BuildOptions> walks;  // instead: walks without an index, those of such an index
};

// Cheap to copy, immutable, and safe to use from any thread.
class Asker {
 public:
  static Result<Asker> Create(const Corpus& corpus, const AskOptions& options,
                              const Control& control = {});
  // The same of indexes that are open already, and of no others: the answers cannot change when
  // files are replaced. `index` is a name or a mixture, or empty (IndexNamed).
  static Result<Asker> Of(std::span<const Index> opened, const std::string& index,
                          Fusion fusion = Fusion::kWeighted);

  bool solved_on_the_spot() const;
  // For users: which way was taken then, and why; else empty.
  const std::string& how_solved() const;
  // Who answers: the name of an index, a mixture, or a measure without an index; for example
  // "psimrank=0.5,text=0.5" or "exact simrank".
  const std::string& name() const;
  // The recipe that was taken because no index was named.
  const std::optional<Recipe>& recipe() const;

  Result<Answer> Related(VertexId vertex, const RelatedOptions& options = {},
                         const Control& control = {}) const;
  // The pages most similar to a text that is not in the corpus, which is given as words
  // (WordsOf in akin/ingest.h). An index of text, a mixture with one, or walks or
  // an exact measure of text can answer this, each with exact scores from its bags
  // (Corpus::RelatedToWords); in a mixture, indexes of links score 0. Otherwise kInvalidArgument.
  Result<Answer> RelatedToWords(const TextWords& words, const RelatedOptions& options = {},
                                const Control& control = {}) const;
  // Receives the answer to the i-th of many queries, or the reason why there is none. Called from
  // one thread at a time, in the order of the queries. If it returns an error, the call ends.
  using AnswerSink = std::function<Status(size_t i, Result<Answer> answer)>;
  // Answers many queries, in batches on all threads; an exact measure is solved once for all of
  // them. Only the answers of one batch, and of vertices that occur again, are in memory.
  Status RelatedEach(std::span<const VertexId> vertices, const RelatedOptions& options,
                     const AnswerSink& sink, const Control& control = {}) const;
  // The same, all answers at once; the first error ends it.
  Result<std::vector<Answer>> RelatedMany(std::span<const VertexId> vertices,
                                          const RelatedOptions& options = {},
                                          const Control& control = {}) const;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options = {},
                    const Control& control = {}) const;
  // Why they are similar: the score of Sim as a sum. kInvalidArgument for an exact measure, which
  // keeps nothing to explain, and for a fusion of ranks.
  Result<Explanation> Explain(VertexId a, VertexId b, const ExplainOptions& options = {},
                              const Control& control = {}) const;
  // Like ExactJoin, whatever answers. What does not pass the sets of the options has no hits
  // either.
  Status Join(std::span<const VertexId> left, std::span<const VertexId> right,
              const RelatedOptions& options, const JoinSink& sink,
              const Control& control = {}) const;

 private:
  struct Impl;
  explicit Asker(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace akin

#endif  // AKIN_ASK_H_
