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

std::unique_ptr<PairRefiner> Unrefined(std::vector<Hit> candidates, bool bounded) {
  return std::make_unique<FixedRefiner>(std::move(candidates), bounded);
}

// All scores of an index for pushing: it computes them together.
Result<std::unique_ptr<PairRefiner>> RefinerByPush(const Index& index, VertexId vertex,
                                                   std::vector<Hit> candidates,
                                                   const Control& control) {
  AKIN_TRY_ASSIGN(const Answer answer, index.Related(vertex, {.k = 0}, control));
  std::unordered_map<VertexId, Score> scores;
  for (const Hit& hit : answer.hits) scores.emplace(hit.vertex, hit.score);
  for (Hit& candidate : candidates) {
    const auto at = scores.find(candidate.vertex);
    candidate.score = at == scores.end() ? BoundedScore(0, index.info().epsilon) : at->second;
  }
  return Unrefined(std::move(candidates), true);
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
          other.decay != info.decay || other.boilerplate != info.boilerplate) {
        continue;
      }
      AKIN_TRY_ASSIGN(once->push, corpus.OpenIndex(other.name));
      break;
    }
    once->push_sought = true;
    if (once->push) once->any = true;
  }
  return once->push && once->push->info().decay == decay ? once->push : std::nullopt;
}

Result<std::optional<Index>> Index::PushFor(const RelatedOptions& options) const {
  // A part of the walks is asked for, or what a push does not know: when they met.
  if (options.length || options.fingerprints || !CountsExponentially(options)) {
    return std::optional<Index>();
  }
  return impl_->OpenItsPush(options.decay.value_or(impl_->info.decay));
}

Result<std::unique_ptr<PairRefiner>> Index::Impl::RefinerOfClasses(
    VertexId vertex, std::vector<Hit> candidates, const RelatedOptions& options) const {
  if (info.bags.empty()) {
    AKIN_TRY_ASSIGN(const Adjacency in, corpus.InLinks(info.boilerplate));
    return NeighbourhoodRefiner::Make(in, options.decay.value_or(info.decay),
                                      options.length.value_or(info.length), vertex,
                                      std::move(candidates));
  }
  const Result<Bags> bags = OpenItsBags();
  if (bags.ok()) return BagRefiner::Make(*bags, vertex, std::move(candidates));
  // Bags that were removed or replaced since do not matter to the signatures. Any other failure
  // says nothing about whether they were.
  const Code code = bags.status().code();
  if (code != Code::kNoBags && code != Code::kInvalidArgument) return bags.status();
  return Unrefined(std::move(candidates), false);
}

// An index that does not cover all vertices does not know what to do about the others.
Result<std::unique_ptr<PairRefiner>> Index::Refiner(VertexId vertex, std::vector<Hit> candidates,
                                                    const RelatedOptions& options,
                                                    const Control& control) const {
  const IndexInfo& own = info();
  const bool bounded = !HasFingerprints(own.method);
  if (bounded || own.only != 0) return Unrefined(std::move(candidates), bounded);
  if (own.method == Method::kClasses) {
    return impl_->RefinerOfClasses(vertex, std::move(candidates), options);
  }
  AKIN_TRY_ASSIGN(const auto push, PushFor(options));
  if (push) return RefinerByPush(*push, vertex, std::move(candidates), control);
  AKIN_TRY_ASSIGN(const Adjacency in, impl_->corpus.InLinks(own.boilerplate));
  return WalkRefiner::Make(*impl_->opened, in, vertex, std::move(candidates), options);
}

}  // namespace akin
