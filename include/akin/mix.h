// Answers of several indexes as one, for example of links and of text, each with a weight.
//
//   auto parts = akin::ParseMixture("psimrank=0.6,text=0.4");
//   auto mixture = akin::Mixture::Open(*corpus, *parts);
//   auto answer = mixture->Related(*key, {.k = 10});
#ifndef AKIN_MIX_H_
#define AKIN_MIX_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

struct ExplainOptions;  // akin/explain.h
struct Explanation;

struct MixturePart {
  std::string index;
  double weight = 1;  // above 0; the weights need not sum to 1
};

// "NAME=WEIGHT,NAME=WEIGHT,..."; the default weight is 1. kInvalidArgument says what is wrong with
// the text.
Result<std::vector<MixturePart>> ParseMixture(std::string_view text);

// Whether a text names a mixture and not a single index: names have no commas and no equals signs.
inline bool NamesMixture(std::string_view text) {
  return text.find_first_of(",=") != std::string_view::npos;
}

enum class Fusion {
  kWeighted,        // the sum of weight times score
  kReciprocalRank,  // the sum of weight / (60 + rank), for indexes whose scores cannot be compared
};
std::string_view FusionName(Fusion fusion);  // "weighted", "rrf"
Result<Fusion> FusionNamed(std::string_view name);

// For kReciprocalRank: the number added to a rank, and how many ranks of an index count.
inline constexpr unsigned kFusionOffset = 60;
inline constexpr unsigned kFusionDepth = 1000;

// Cheap to copy, immutable, and safe to use from any thread, like an index.
class Mixture {
 public:
  // kNoIndex, with the existing names, for an index that does not exist.
  static Result<Mixture> Open(const Corpus& corpus, const std::vector<MixturePart>& parts,
                              Fusion fusion = Fusion::kWeighted);
  // The same of indexes that are open already, and of no others.
  static Result<Mixture> Of(std::span<const Index> opened, const std::vector<MixturePart>& parts,
                            Fusion fusion = Fusion::kWeighted);

  // The best of all vertices by the mixture, exactly. The options are those of an index; decay and
  // fingerprints are passed to all indexes, which may reject them. A vertex that an index does not
  // cover scores 0 in it; kUnknownKey if no index covers it. The error is that of the
  // estimates together, plus all bounds, and so is each side of the interval. Ranks have no error,
  // so it is 0 for them.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options = {},
                         const Control& control = {}) const;
  // The pages most similar to a text (Index::RelatedToWords). A text has no links, so an index of
  // links does not cover it, and all vertices score 0 in it. kInvalidArgument if no index is of
  // text.
  Result<Answer> RelatedToWords(const TextWords& words, const RelatedOptions& options = {},
                                const Control& control = {}) const;
  // As Corpus::Intact, of all its indexes.
  Status Intact() const;
  // kInvalidArgument for kReciprocalRank: a pair has no ranks.
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options = {}) const;
  // Part by part; one that does not cover both vertices has no reasons. kInvalidArgument as Sim.
  Result<Explanation> Explain(VertexId a, VertexId b, const ExplainOptions& options,
                              const Control& control = {}) const;

 private:
  struct Impl;
  using OpenPart = std::function<Result<Index>(const std::string& name)>;
  static Result<Mixture> Make(const OpenPart& open, const std::vector<MixturePart>& parts,
                              Fusion fusion);
  explicit Mixture(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace akin

#endif  // AKIN_MIX_H_
