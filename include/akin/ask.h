// The same questions, whoever answers them: an index or several, walks on the spot, or an exact
// measure. For callers that let their users choose.
//
//   auto asker = akin::Asker::Create(corpus, {.index = "psimrank=0.6,text=0.4"});
//   auto answer = asker->Related(vertex, {.k = 10});
#ifndef AKIN_ASK_H_
#define AKIN_ASK_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/exact.h"
#include "akin/mix.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// A corpus without any index answers by pushing, solved on the spot, if it has no more arcs.
inline constexpr uint64_t kArcsAtOnce = 1'000'000;

struct AskOptions {
  // A name, or a mixture (ParseMixture): with a comma or an equals sign, or if it is fused by rank.
  // Empty: what Corpus::OpenIndex takes, or SimRank solved on the spot.
  std::string index;
  Fusion fusion = Fusion::kWeighted;
  double decay = 0;                   // of SimRank solved on the spot; 0: the usual
  std::optional<ExactOptions> exact;  // instead of an index
  std::optional<BuildOptions> walks;  // instead: walks on the spot, those of such an index
};

// Cheap to copy, constant, and safe to use from any thread.
class Asker {
 public:
  static Result<Asker> Create(const Corpus& corpus, const AskOptions& options,
                              const Control& control = {});

  bool solved_on_the_spot() const;

  Result<Answer> Related(VertexId vertex, const RelatedOptions& options = {},
                         const Control& control = {}) const;
  // The answers to many, in their order, on many threads: of an exact measure solved at once.
  Result<std::vector<Answer>> RelatedMany(std::span<const VertexId> vertices,
                                          const RelatedOptions& options = {},
                                          const Control& control = {}) const;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options = {},
                    const Control& control = {}) const;
  // As ExactJoin, whoever answers.
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
