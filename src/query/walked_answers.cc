// akin::Corpus::RelatedByWalking and SimByWalking: the answers of an index of fingerprints, to the
// last bit, from walks, min-hashes or signatures that are computed when asked.
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "graph/graph.h"
#include "index/index_parameters.h"
#include "query/candidates.h"
#include "query/hashing.h"
#include "query/index_impl.h"
#include "query/scoring.h"
#include "query/signing.h"
#include "query/summed_hits.h"
#include "query/walking.h"
#include "text/bags_file.h"

namespace akin {
namespace {

// The sums of all vertices, for a measure with classes.
Result<std::vector<ScoreSum>> RelatedByHashing(const Corpus& corpus, const IndexParameters& index,
                                               const std::string& bags_name, const Scoring& scoring,
                                               VertexId vertex, const Control& control) {
  const WalkParameters walks = WalksOf(index);
  if (ComparesBags(index)) {
    AKIN_TRY_ASSIGN(const Bags bags, corpus.OpenBags(bags_name));
    auto sums = SignRelated(bags.file(), walks.seed, scoring, vertex, control);
    return IfIntact(bags.file().container().Intact(), std::move(sums));
  }
  AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks(index.boilerplate));
  return HashRelated(in, walks, scoring, vertex, control);
}

}  // namespace

Result<IndexParameters> FingerprintsOf(const BuildOptions& walks) {
  AKIN_TRY_ASSIGN(const IndexParameters index, ResolveParameters(walks));
  if (HasFingerprints(index.method)) return index;
  return InvalidArgument("method", "only fingerprints can be made on the spot");
}

Result<Answer> Corpus::RelatedByWalking(VertexId vertex, const BuildOptions& walks,
                                        const RelatedOptions& options,
                                        const Control& control) const {
  AKIN_TRY(CheckVertex(*this, vertex));
  AKIN_TRY_ASSIGN(const IndexParameters index, FingerprintsOf(walks));
  AKIN_TRY_ASSIGN(const HitFilter filter, FilterFor(*this, options));
  AKIN_TRY_ASSIGN(const Scoring scoring, MakeScoring(options, index));
  Answer answer;
  std::vector<SummedHit> found;
  const auto add = [&](VertexId v, const ScoreSum& sums) -> Status {
    ++answer.work.candidates;
    if (sums.sum < scoring.LeastSum(options.min_score)) return {};
    if (filter) {
      AKIN_TRY_ASSIGN(const bool allowed, filter(v));
      if (!allowed) return {};
    }
    found.push_back({.vertex = v, .sums = sums});
    return {};
  };
  if (index.method == Method::kClasses) {
    AKIN_TRY_ASSIGN(const std::vector<ScoreSum> sums,
                    RelatedByHashing(*this, index, walks.bags, scoring, vertex, control));
    for (VertexId v = 0; v < vertices(); ++v) {
      if (v != vertex && sums[v].sum > 0) AKIN_TRY(add(v, sums[v]));
    }
  } else {
    AKIN_TRY_ASSIGN(const Adjacency in, InLinks(index.boilerplate));
    AKIN_TRY_ASSIGN(const Adjacency out, OutLinks(index.boilerplate));
    Candidates candidates;
    AKIN_TRY(candidates.Reset(vertices()));
    AKIN_TRY_ASSIGN(answer.work.members,
                    WalkRelated(in, out, WalksOf(index), scoring, vertex, control, candidates));
    for (size_t i = 0; i < candidates.size(); ++i) {
      AKIN_TRY(add(candidates[i].vertex, candidates[i].sums));
    }
  }
  AKIN_TRY(Intact());
  answer.hits = BestOfSums(found, scoring, options.k);
  return answer;
}

Result<Score> Corpus::SimByWalking(VertexId a, VertexId b, const BuildOptions& walks,
                                   const RelatedOptions& options) const {
  AKIN_TRY(CheckVertex(*this, a));
  AKIN_TRY(CheckVertex(*this, b));
  AKIN_TRY_ASSIGN(const IndexParameters index, FingerprintsOf(walks));
  AKIN_TRY_ASSIGN(const Scoring scoring, MakeScoring(options, index));
  const WalkParameters walk = WalksOf(index);
  if (a == b) return scoring.OfItself(walk);
  if (ComparesBags(index)) {
    AKIN_TRY_ASSIGN(const Bags bags, OpenBags(walks.bags));
    AKIN_TRY_ASSIGN(const ScoreSum sums, SignPair(bags.file(), walk.seed, scoring, a, b));
    AKIN_TRY(bags.file().container().Intact());
    return scoring.From(sums);
  }
  AKIN_TRY_ASSIGN(const Adjacency in, InLinks(index.boilerplate));
  const ScoreSum sums = index.method == Method::kClasses ? HashPair(in, walk, scoring, a, b)
                                                         : WalkPair(in, walk, scoring, a, b);
  AKIN_TRY(Intact());
  return scoring.From(sums);
}

}  // namespace akin
