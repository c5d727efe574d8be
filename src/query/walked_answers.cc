// Also akin::Corpus::RelatedByWalking and SimByWalking.
#include "query/walked_answers.h"

#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "graph/graph.h"
#include "index/index_parameters.h"
#include "query/hashing.h"
#include "query/index_impl.h"
#include "query/signing.h"
#include "query/walking.h"
#include "text/bags_file.h"

namespace akin {

Result<IndexParameters> FingerprintsOf(const BuildOptions& walks) {
  AKIN_TRY_ASSIGN(const IndexParameters index, ResolveParameters(walks));
  if (HasFingerprints(index.method)) return index;
  return InvalidArgument("method", "only fingerprints can be made on the spot");
}

Result<std::unique_ptr<WalkedAnswers>> WalkedAnswers::Create(const Corpus& corpus,
                                                             const BuildOptions& fingerprints,
                                                             const RelatedOptions& options,
                                                             uint64_t queries,
                                                             const Control& control) {
  AKIN_TRY_ASSIGN(const IndexParameters index, FingerprintsOf(fingerprints));
  AKIN_TRY_ASSIGN(HitFilter filter, FilterFor(corpus, options));
  AKIN_TRY_ASSIGN(const Scoring scoring, MakeScoring(options, index));
  auto made = std::unique_ptr<WalkedAnswers>(new WalkedAnswers(
      corpus, fingerprints, index, options, std::move(filter), scoring, queries, control));
  if (!ComparesBags(index)) {
    AKIN_TRY_ASSIGN(made->in_, corpus.InLinks(index.boilerplate));
  }
  if (index.method == Method::kWalks) {
    AKIN_TRY_ASSIGN(made->out_, corpus.OutLinks(index.boilerplate));
    const unsigned each = scoring.fingerprints();
    made->budget_.emplace(queries * each, LinksOfBuild(made->in_, WalksOf(index), each));
  }
  return made;
}

Result<Answer> WalkedAnswers::Related(VertexId vertex, const Control& control) {
  AKIN_TRY(CheckVertex(corpus_, vertex));
  QueryWork in_vain;
  uint64_t forests = 0;
  while (way_ != Way::kIndex) {
    AKIN_TRY_ASSIGN(std::optional<Answer> answer, Alone(vertex, control, in_vain));
    if (answer) return *std::move(answer);
    AKIN_TRY_ASSIGN(forests, BuildIndexOnce());
  }
  RelatedOptions options = options_;
  options.refine = 0;  // the answer of the fingerprints alone
  AKIN_TRY_ASSIGN(Answer answer, index_->Related(vertex, options, control));
  answer.work.members += in_vain.members;
  answer.work.forests = forests;
  return answer;
}

Result<std::optional<Answer>> WalkedAnswers::Alone(VertexId vertex, const Control& control,
                                                   QueryWork& work) {
  if (index_parameters_.method == Method::kWalks) return AloneByWalks(vertex, control, work);
  if (queries_ > 1 && way_ == Way::kOneByOne) return std::optional<Answer>();
  AKIN_TRY_ASSIGN(Answer answer, AloneByClasses(vertex, control));
  return std::optional(std::move(answer));
}

Result<std::optional<Answer>> WalkedAnswers::AloneByWalks(VertexId vertex, const Control& control,
                                                          QueryWork& work) {
  const auto table = tables_.Borrow(corpus_.vertices());
  Candidates& candidates = (*table).candidates;
  AKIN_TRY(candidates.Reset(corpus_.vertices()));
  AKIN_TRY_ASSIGN(const bool all, SearchBackwards(in_, out_, WalksOf(index_parameters_), scoring_,
                                                  vertex, *budget_, control, candidates, work));
  candidates.CountResident();
  if (!all) {
    candidates = {};  // the build may need its memory
    return std::optional<Answer>();
  }
  Answer answer{.work = work};
  std::vector<SummedHit> found;
  for (size_t i = 0; i < candidates.size(); ++i) {
    AKIN_TRY(AddHit({.vertex = candidates[i].vertex, .sums = candidates[i].sums}, found));
  }
  AKIN_TRY(corpus_.Intact());
  answer.work.candidates = candidates.size();
  answer.hits = BestOfSums(found, scoring_, options_.k);
  return std::optional(std::move(answer));
}

// One at a time, because each needs some memory for every vertex, and signatures take all threads.
Result<Answer> WalkedAnswers::AloneByClasses(VertexId vertex, const Control& control) {
  const std::lock_guard lock(building_);
  const WalkParameters walk = WalksOf(index_parameters_);
  std::vector<ScoreSum> sums;
  if (ComparesBags(index_parameters_)) {
    AKIN_TRY_ASSIGN(const Bags bags, corpus_.OpenBags(fingerprints_.bags));
    Control all_threads = control;
    all_threads.threads = control_.threads;
    AKIN_TRY_ASSIGN(sums, SignRelated(bags.file(), walk.seed, scoring_, vertex, all_threads));
    AKIN_TRY(bags.file().container().Intact());
  } else {
    AKIN_TRY_ASSIGN(sums, HashRelated(in_, walk, scoring_, vertex, control));
  }
  AKIN_TRY(corpus_.Intact());
  Answer answer{.work = {.forests = uint64_t{scoring_.fingerprints()} * walk.layers()}};
  std::vector<SummedHit> found;
  for (VertexId v = 0; v < corpus_.vertices(); ++v) {
    if (v == vertex || sums[v].sum == 0) continue;
    ++answer.work.candidates;
    AKIN_TRY(AddHit({.vertex = v, .sums = sums[v]}, found));
  }
  answer.hits = BestOfSums(found, scoring_, options_.k);
  return answer;
}

Status WalkedAnswers::AddHit(const SummedHit& hit, std::vector<SummedHit>& found) const {
  if (hit.sums.sum < scoring_.LeastSum(options_.min_score)) return {};
  if (filter_) {
    AKIN_TRY_ASSIGN(const bool allowed, filter_(hit.vertex));
    if (!allowed) return {};
  }
  found.push_back(hit);
  return {};
}

Result<uint64_t> WalkedAnswers::BuildIndexOnce() {
  const std::lock_guard lock(building_);
  AKIN_TRY(failure_);
  if (way_ != Way::kOneByOne) return uint64_t{0};
  BuildOptions options = fingerprints_;
  options.fingerprints = scoring_.fingerprints();
  options.name.clear();
  options.only.clear();
  auto index = corpus_.TemporaryIndex(options, control_);
  const Code code = index.status().code();
  const bool no_files = code == Code::kIo || code == Code::kNotFound;
  if (code == Code::kOutOfBudget || (no_files && queries_ == 1)) {
    if (budget_) budget_->RemoveLimit();
    way_ = Way::kWithoutIndex;
    return uint64_t{0};
  }
  if (!index.ok()) return failure_ = index.status();
  index_ = *std::move(index);
  way_ = Way::kIndex;
  return uint64_t{scoring_.fingerprints()} * WalksOf(index_parameters_).layers();
}

Result<Answer> Corpus::RelatedByWalking(VertexId vertex, const BuildOptions& walks,
                                        const RelatedOptions& options,
                                        const Control& control) const {
  AKIN_TRY(CheckVertex(*this, vertex));
  AKIN_TRY_ASSIGN(const auto one, WalkedAnswers::Create(*this, walks, options, 1, control));
  return one->Related(vertex, control);
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
