#include "query/explain_terms.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "query/bounded_score.h"
#include "query/explaining.h"
#include "query/signing.h"
#include "text/bag_jaccard.h"

namespace akin {
namespace {

double WeightIn(const std::vector<BagTerm>& bag, TermId term) {
  const auto at = std::lower_bound(bag.begin(), bag.end(), term,
                                   [](const BagTerm& entry, TermId t) { return entry.term < t; });
  return at != bag.end() && at->term == term ? at->weight : 0;
}

// A reason for a term; only those that are kept get words.
Reason ForTerm(TermId term, const SignedPair& pair) {
  return {.vertex = term,  // until Named
          .weight_a = WeightIn(pair.bag_a, term),
          .weight_b = WeightIn(pair.bag_b, term)};
}

Result<Reasons> Named(const BagsFile& bags, Reasons reasons) {
  for (Reason& reason : reasons.listed) {
    const TermId term = reason.vertex;
    if (term >= bags.words()) {
      reason.vertex = term - bags.words();
      continue;
    }
    AKIN_TRY_ASSIGN(reason.term, bags.Word(term));
    reason.vertex = kNoVertex;
  }
  return reasons;
}

Result<SecondLook> ExactTerms(const BagsFile& bags, const SignedPair& pair, unsigned k) {
  const double score = BagJaccard(pair.bag_a, pair.bag_b);
  std::vector<Reason> all;
  double common = 0;
  for (const BagTerm& entry : pair.bag_a) {
    Reason reason = ForTerm(entry.term, pair);
    reason.contribution = std::min(reason.weight_a, reason.weight_b);
    if (reason.contribution == 0) continue;
    reason.error = 0;
    common += reason.contribution;
    all.push_back(std::move(reason));
  }
  for (Reason& reason : all) reason.contribution *= score / common;
  AKIN_TRY_ASSIGN(Reasons reasons, Named(bags, KeepLargest(std::move(all), k)));
  return SecondLook{.score = ExactScore(score), .reasons = std::move(reasons)};
}

}  // namespace

Status ExplainTerms(const BagsFile& bags, uint64_t seed, const Scoring& scoring, VertexId a,
                    VertexId b, unsigned k, ExplainedPart& part) {
  AKIN_TRY_ASSIGN(const SignedPair pair, SignBoth(bags, seed, scoring.fingerprints(), a, b));
  std::map<TermId, unsigned> counts;
  for (const TermId term : pair.equal) ++counts[term];
  const auto sums_of = [&scoring](uint64_t count) {
    return ScoreSum{.sum = count * scoring.At(1).sum, .squares = count * scoring.At(1).squares};
  };
  part.met = static_cast<unsigned>(pair.equal.size());
  part.score = scoring.From(sums_of(pair.equal.size()));
  std::vector<Reason> all;
  for (const auto& [term, count] : counts) {
    Reason reason = ForTerm(term, pair);
    reason.count = count;
    reason.contribution = scoring.ValueOf(sums_of(count).sum);
    reason.error = scoring.From(sums_of(count)).error;
    all.push_back(std::move(reason));
  }
  AKIN_TRY_ASSIGN(part.reasons, Named(bags, KeepLargest(std::move(all), k)));
  AKIN_TRY_ASSIGN(part.second_look, ExactTerms(bags, pair, k));
  return {};
}

}  // namespace akin
