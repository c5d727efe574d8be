// akin::Index: passes queries on to the opened index.
#include <fmt/format.h>

#include "akin/errors.h"
#include "akin/try.h"
#include "graph/graph.h"
#include "query/forest_index.h"
#include "query/index_impl.h"
#include "query/index_statistics.h"
#include "query/meetings.h"
#include "query/mixed_query.h"
#include "query/refine.h"
#include "query/walking.h"
#include "query/word_query.h"
#include "text/bags_file.h"

namespace akin {

Status CheckVertex(const Corpus& corpus, VertexId vertex) {
  return vertex < corpus.vertices() ? Status() : NoVertex(vertex);
}

Result<HitFilter> FilterFor(const Corpus& corpus, const RelatedOptions& options) {
  const bool limited = options.filter != nullptr || options.exclude != nullptr;
  if (options.min_inlinks == 0 && !limited) return HitFilter();
  const Graph* graph = nullptr;
  if (options.min_inlinks > 0) {
    AKIN_TRY_ASSIGN(graph, corpus.graph());
  }
  const RelatedOptions sets{.filter = options.filter, .exclude = options.exclude};
  return HitFilter([graph, sets, least = options.min_inlinks](VertexId vertex) -> Result<bool> {
    if (!Passes(sets, vertex)) return false;
    if (graph == nullptr) return true;
    AKIN_TRY_ASSIGN(const uint64_t degree, graph->InDegree(vertex));
    return degree >= least;
  });
}

Status Index::Impl::CheckCovered(VertexId vertex) const {
  AKIN_TRY(CheckVertex(corpus, vertex));
  if (info.only == 0) return {};
  AKIN_TRY_ASSIGN(const bool about, opened->Has(vertex));
  if (about) return {};
  AKIN_TRY_ASSIGN(const std::string name, corpus.Name(vertex));
  return Status(
             Code::kUnknownKey,
             fmt::format("'{}' is not among the {} vertices that index {} is about; ask an index "
                         "of all vertices",
                         name, info.only, info.name))
      .WithParameter("index");
}

Result<Bags> Index::Impl::OpenItsBags() const {
  if (info.bags.empty()) {
    return InvalidArgument(
        "index", fmt::format("index '{}' is of links, and a text has none; ask an index of text",
                             info.name));
  }
  const std::lock_guard lock(once->mutex);
  if (!once->bags) {
    AKIN_TRY_ASSIGN(Bags opened_bags, corpus.OpenBags(info.bags));
    if (opened_bags.file().container().identity() != opened->fingerprinted()->bags_identity) {
      return InvalidArgument("index", fmt::format("bags '{}' have changed since index '{}' was "
                                                  "built from them; build it again",
                                                  info.bags, info.name));
    }
    once->bags = std::move(opened_bags);
    once->any = true;
  }
  return *once->bags;
}

Status Index::Impl::CheckFingerprint(unsigned fingerprint) const {
  if (opened->fingerprinted() != nullptr && opened->forests() == nullptr) {
    return InvalidArgument("index", fmt::format("the shards of index '{}' are elsewhere, so its "
                                                "fingerprints cannot be shown one by one here",
                                                info.name));
  }
  if (opened->forests() != nullptr && fingerprint < info.fingerprints) return {};
  return InvalidArgument("fingerprint",
                         fmt::format("no fingerprint number {} in index '{}', which has {}",
                                     fingerprint, info.name, info.fingerprints));
}

Status Index::Impl::Intact() const {
  for (const Container* file : opened->files()) AKIN_TRY(file->Intact());
  AKIN_TRY(corpus.Intact());
  if (!once->any) return {};
  const std::lock_guard lock(once->mutex);
  if (once->bags) AKIN_TRY(once->bags->file().container().Intact());
  return once->push ? once->push->Intact() : Status();
}

Status Index::Intact() const { return impl_->Intact(); }

const IndexInfo& Index::info() const { return impl_->info; }
const Corpus& Index::corpus() const { return impl_->corpus; }

Result<Answer> Index::Related(VertexId vertex, const RelatedOptions& options,
                              const Control& control) const {
  AKIN_TRY(impl_->CheckCovered(vertex));
  AKIN_TRY_ASSIGN(const bool refine, WantsRefinement(options));
  if (refine && impl_->opened->fingerprinted() != nullptr) {
    const MixPart itself{.index = *this};
    return impl_->IfIntact(RefinedRelated({&itself, 1}, vertex, options, control));
  }
  AKIN_TRY_ASSIGN(const HitFilter filter, FilterFor(impl_->corpus, options));
  return impl_->IfIntact(impl_->opened->Related(vertex, options, filter, control.stop));
}

Result<Answer> Index::RelatedToWords(const TextWords& words, const RelatedOptions& options,
                                     const Control& control) const {
  AKIN_TRY_ASSIGN(const Bags bags, impl_->OpenItsBags());
  AKIN_TRY_ASSIGN(const HitFilter linked, FilterFor(impl_->corpus, options));
  if (impl_->info.only == 0) {
    return impl_->IfIntact(WordsRelated(bags, words, options, linked, control));
  }
  const HitFilter covered = [&](VertexId vertex) -> Result<bool> {
    AKIN_TRY_ASSIGN(const bool has, impl_->opened->Has(vertex));
    if (!has || !linked) return has;
    return linked(vertex);
  };
  return impl_->IfIntact(WordsRelated(bags, words, options, covered, control));
}

Result<Score> Index::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  for (const VertexId vertex : {a, b}) AKIN_TRY(impl_->CheckCovered(vertex));
  return impl_->IfIntact(impl_->opened->Sim(a, b, options));
}

Status Index::Meetings(VertexId vertex, unsigned fingerprint, std::vector<Meeting>& met) const {
  AKIN_TRY(impl_->CheckCovered(vertex));
  AKIN_TRY(impl_->CheckFingerprint(fingerprint));
  met.clear();
  const auto& shard = impl_->opened->forests()->shards()[fingerprint / kShardFingerprints];
  AKIN_TRY(AppendMeetings(*shard, fingerprint % kShardFingerprints, vertex, met));
  return Intact();
}

Result<std::vector<VertexId>> Index::Walk(VertexId vertex, unsigned fingerprint) const {
  const IndexInfo& info = impl_->info;
  AKIN_TRY(impl_->CheckCovered(vertex));
  AKIN_TRY(impl_->CheckFingerprint(fingerprint));
  if (info.method != Method::kWalks) {
    return InvalidArgument("index", fmt::format("index '{}' is of {}, which does not walk",
                                                info.name, MeasureName(info.measure)));
  }
  AKIN_TRY_ASSIGN(const Adjacency in, impl_->corpus.InLinks(impl_->info.boilerplate));
  auto walk = WalkOf(in, impl_->opened->forests()->walk(), fingerprint, vertex);
  AKIN_TRY(Intact());
  return walk;
}

Result<std::vector<Score>> Index::Sims(VertexId a, std::span<const VertexId> others,
                                       const RelatedOptions& options) const {
  AKIN_TRY(impl_->CheckCovered(a));
  for (const VertexId vertex : others) AKIN_TRY(impl_->CheckCovered(vertex));
  return impl_->IfIntact(impl_->opened->Sims(a, others, options));
}

Result<unsigned> Index::FingerprintsUsed(VertexId vertex, const RelatedOptions& options) const {
  return impl_->opened->FingerprintsUsed(vertex, options);
}

Result<bool> Index::Has(VertexId vertex) const {
  AKIN_TRY(CheckVertex(impl_->corpus, vertex));
  return impl_->IfIntact(impl_->opened->Has(vertex));
}

Result<IndexStatistics> Index::Statistics(const Control& control) const {
  const ForestIndex* const forests = impl_->opened->forests();
  if (forests == nullptr) {
    return InvalidArgument(
        "index", fmt::format("index '{}' has no fingerprints here to count", impl_->info.name));
  }
  return impl_->IfIntact(StatisticsOf(*forests, control));
}

}  // namespace akin
