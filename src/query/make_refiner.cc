// akin::Index::Refiner: which closer look an index has (query/pair_refiner.h).
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "akin/bags.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "query/bounded_score.h"
#include "query/forest_index.h"
#include "query/index_impl.h"
#include "query/refine_exactly.h"
#include "query/refine_walks.h"
#include "text/bags_file.h"

namespace akin {
namespace {

// The scores that an answer with all hits has for candidates.
std::vector<Score> ScoresIn(const Answer& answer, std::span<const VertexId> candidates,
                            const Score& nothing) {
  std::unordered_map<VertexId, Score> scores;
  for (const Hit& hit : answer.hits) scores.emplace(hit.vertex, hit.score);
  std::vector<Score> found;
  for (const VertexId v : candidates) {
    const auto at = scores.find(v);
    found.push_back(at == scores.end() ? nothing : at->second);
  }
  return found;
}

// All scores of an index with bounds: it computes them together.
Result<std::unique_ptr<PairRefiner>> RefinerWithBounds(const Index& index, VertexId vertex,
                                                       std::span<const VertexId> candidates,
                                                       RelatedOptions options,
                                                       const Control& control) {
  options.k = 0;
  options.min_inlinks = 0;
  AKIN_TRY_ASSIGN(const Answer answer, index.Related(vertex, options, control));
  auto scores = ScoresIn(answer, candidates, BoundedScore(0, index.info().epsilon));
  return std::unique_ptr<PairRefiner>(std::make_unique<FixedRefiner>(std::move(scores), true));
}

}  // namespace

Result<std::optional<Index>> Index::Impl::OpenItsPush(double decay) const {
  if (info.measure != Measure::kSimRank || info.method != Method::kWalks || info.only != 0) {
    return std::optional<Index>();
  }
  const std::lock_guard lock(once->mutex);
  if (!once->push_sought) {
    AKIN_TRY_ASSIGN(const std::vector<IndexInfo> infos, corpus.Indexes());
    for (const IndexInfo& other : infos) {
      if (other.method != Method::kPush || other.measure != info.measure || !other.complete ||
          other.decay != info.decay) {
        continue;
      }
      AKIN_TRY_ASSIGN(once->push, corpus.OpenIndex(other.name));
      break;
    }
    once->push_sought = true;
  }
  return once->push && once->push->info().decay == decay ? once->push : std::nullopt;
}

Result<std::optional<Index>> Index::PushFor(const RelatedOptions& options) const {
  // Walks that are cut short estimate something else.
  if (options.length != 0 && options.length < impl_->info.length) return std::optional<Index>();
  return impl_->OpenItsPush(options.decay == 0 ? impl_->info.decay : options.decay);
}

Result<std::unique_ptr<PairRefiner>> Index::Impl::RefinerOfClasses(
    VertexId vertex, const std::vector<VertexId>& candidates, const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(std::vector<Score> scores, opened->Sims(vertex, candidates, options));
  if (info.bags.empty()) {
    AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks());
    return NeighbourhoodRefiner::Make(in, options.decay == 0 ? info.decay : options.decay,
                                      options.length == 0 ? info.length : options.length, vertex,
                                      candidates, std::move(scores));
  }
  const Result<Bags> bags = OpenItsBags();
  if (bags.ok()) return BagRefiner::Make(*bags, vertex, candidates, std::move(scores));
  const Code code = bags.status().code();
  if (code == Code::kDamaged || code == Code::kIo) return bags.status();
  // Bags that were replaced or removed since do not matter to the signatures.
  return std::unique_ptr<PairRefiner>(std::make_unique<FixedRefiner>(std::move(scores), false));
}

// For an index that does not cover all vertices: those that it does not cover score 0 in it.
Result<std::unique_ptr<PairRefiner>> Index::Impl::RefinerOfSome(
    VertexId vertex, const std::vector<VertexId>& candidates, const RelatedOptions& options) const {
  std::vector<Score> scores(candidates.size());
  std::vector<size_t> places;
  std::vector<VertexId> covered;
  AKIN_TRY_ASSIGN(const bool covers, opened->Has(vertex));
  for (size_t i = 0; covers && i < candidates.size(); ++i) {
    AKIN_TRY_ASSIGN(const bool has, opened->Has(candidates[i]));
    if (!has) continue;
    places.push_back(i);
    covered.push_back(candidates[i]);
  }
  if (!covered.empty()) {
    AKIN_TRY_ASSIGN(const std::vector<Score> found, opened->Sims(vertex, covered, options));
    for (size_t i = 0; i < places.size(); ++i) scores[places[i]] = found[i];
  }
  return std::unique_ptr<PairRefiner>(
      std::make_unique<FixedRefiner>(std::move(scores), !HasFingerprints(info.method)));
}

Result<std::unique_ptr<PairRefiner>> Index::Refiner(VertexId vertex,
                                                    const std::vector<VertexId>& candidates,
                                                    const RelatedOptions& options,
                                                    const Control& control) const {
  const IndexInfo& own = info();
  if (own.only != 0) return impl_->RefinerOfSome(vertex, candidates, options);
  if (!HasFingerprints(own.method)) {
    return RefinerWithBounds(*this, vertex, candidates, options, control);
  }
  if (own.method == Method::kClasses) return impl_->RefinerOfClasses(vertex, candidates, options);
  AKIN_TRY_ASSIGN(const auto push, PushFor(options));
  if (push) return RefinerWithBounds(*push, vertex, candidates, options, control);
  AKIN_TRY_ASSIGN(const Adjacency in, impl_->corpus.InLinks());
  return WalkRefiner::Make(*impl_->opened->forests(), in, vertex, candidates, options);
}

}  // namespace akin
