// Answers of several indexes as one: what links say and what words say, each by its weight.
//
//   auto parts = akin::ParseMixture("psimrank=0.6,text=0.4");
//   auto mixture = akin::Mixture::Open(*corpus, *parts);
//   auto answer = mixture->Related(*key, {.k = 10});
#ifndef AKIN_MIX_H_
#define AKIN_MIX_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

struct MixturePart {
  std::string index;
  double weight = 1;  // above 0; weights need not sum to 1
};

// "NAME=WEIGHT,NAME=WEIGHT,..."; a weight that is left out is 1. kInvalidArgument says what is
// wrong with it.
Result<std::vector<MixturePart>> ParseMixture(std::string_view text);

// Whether a text names a mixture, and not one index: names have neither commas nor equals signs.
inline bool NamesMixture(std::string_view text) {
  return text.find_first_of(",=") != std::string_view::npos;
}

enum class Fusion {
  kWeighted,        // the sum of weight times score
  kReciprocalRank,  // the sum of weight / (60 + rank), for indexes whose scores cannot be compared
};
std::string_view FusionName(Fusion fusion);  // "weighted", "rrf"
Result<Fusion> FusionNamed(std::string_view name);

// Of kReciprocalRank: what is added to a rank, and how many ranks of an index count.
inline constexpr unsigned kFusionOffset = 60;
inline constexpr unsigned kFusionDepth = 1000;

// Cheap to copy, constant, and safe to use from any thread, as an index.
class Mixture {
 public:
  // kNoIndex for an index that is not there, with the names there are.
  static Result<Mixture> Open(const Corpus& corpus, const std::vector<MixturePart>& parts,
                              Fusion fusion = Fusion::kWeighted);

  // The best of all vertices by the mixture, exactly: options are those of an index, and decay and
  // fingerprints go to all of them, which may refuse. A vertex that an index is not about scores 0
  // in it; kUnknownKey if that is so of all. The error is one standard error of the estimates
  // together, and whatever bounds there are, added; ranks have no error, and 0 stands for that.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options = {},
                         const Control& control = {}) const;
  // kInvalidArgument of kReciprocalRank: a pair has no ranks.
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options = {}) const;

 private:
  struct Impl;
  explicit Mixture(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace akin

#endif  // AKIN_MIX_H_
