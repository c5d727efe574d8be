// akin::IndexPart: what a back end answers, from some shards of an index.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "akin/errors.h"
#include "akin/parts.h"
#include "akin/try.h"
#include "base/files.h"
#include "index/manifest.h"
#include "query/forest_index.h"

namespace akin {
namespace {

PartFacts FactsOf(const std::string& name, const IndexManifest& manifest) {
  return {.index = name,
          .identity = {.graph = manifest.graph_identity, .manifest = manifest.identity},
          .method = manifest.parameters.method,
          .fingerprints = manifest.fingerprints().fingerprints,
          .shards = static_cast<unsigned>(manifest.shards.size())};
}

Result<IndexManifest> ReadFingerprinted(const std::string& corpus, const std::string& name) {
  AKIN_TRY_ASSIGN(IndexManifest manifest, ReadIndexManifest(IndexPath(corpus, name)));
  if (!HasFingerprints(manifest.parameters.method)) {
    return InvalidArgument("index", fmt::format("index '{}' has no fingerprints, so it is not in "
                                                "shards; it is small and can be asked as a whole",
                                                name));
  }
  if (manifest.only_identity != 0) {
    return InvalidArgument(
        "index", fmt::format("index '{}' is about some vertices only, and such an index is not "
                             "served in parts; build one of all vertices",
                             name));
  }
  return manifest;
}

Result<std::vector<uint32_t>> ShardsThere(const std::string& directory,
                                          const IndexManifest& manifest) {
  std::vector<uint32_t> there;
  for (uint32_t i = 0; i < manifest.shards.size(); ++i) {
    AKIN_TRY_ASSIGN(const bool exists, Exists(Join(directory, manifest.shards[i].file)));
    if (exists) there.push_back(i);
  }
  if (!there.empty()) return there;
  return Status(Code::kNotFound, "no shard of this index is here").At({.file = directory});
}

Result<std::vector<uint32_t>> Ascending(std::span<const uint32_t> shards, size_t count) {
  std::vector<uint32_t> sorted(shards.begin(), shards.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    return InvalidArgument("shards", "a shard is named twice");
  }
  if (!sorted.empty() && sorted.back() >= count) {
    return InvalidArgument("shards", fmt::format("no shard {}; the index has {}, counted from 0",
                                                 sorted.back(), count));
  }
  return sorted;
}

// As for one whole index, the sums of which others have the rest.
Result<Scoring> ScoringOf(const PartQuestion& question, const IndexManifest& manifest) {
  const unsigned all = manifest.fingerprints().fingerprints;
  if (question.scale == 0 || question.scale > all) {
    return InvalidArgument(
        "scale", fmt::format("{} fingerprints in the whole query, of {}", question.scale, all));
  }
  return MakeScoring({.fingerprints = question.fingerprints,
                      .length = question.length,
                      .decay = question.decay,
                      .function = question.function},
                     manifest.parameters, question.scale);
}

}  // namespace

Result<PartFacts> FactsOfIndex(const std::string& corpus, const std::string& name) {
  AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadFingerprinted(corpus, name));
  return FactsOf(name, manifest);
}

struct IndexPart::Impl {
  PartFacts facts;
  std::unique_ptr<ForestIndex> index;

  Status CheckQuestion(const PartQuestion& question) const;
  Result<PartAnswer> Ask(const PartQuestion& question, const std::stop_token& stop) const;
  Status List(const PartQuestion& question, const ForestIndex::Used& used, const Scoring& scoring,
              const std::stop_token& stop, PartAnswer& answer) const;
};

Result<IndexPart> IndexPart::Open(const std::string& corpus, const std::string& name,
                                  std::span<const uint32_t> shards) {
  AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadFingerprinted(corpus, name));
  const std::string directory = IndexPath(corpus, name);
  std::vector<uint32_t> held;
  if (shards.empty()) {
    AKIN_TRY_ASSIGN(held, ShardsThere(directory, manifest));
  } else {
    AKIN_TRY_ASSIGN(held, Ascending(shards, manifest.shards.size()));
  }
  // The graph is not here; every shard knows how many vertices it has.
  AKIN_TRY_ASSIGN(const auto first,
                  ForestShard::Open(Join(directory, manifest.shards[held.front()].file)));
  auto impl = std::make_shared<Impl>();
  impl->facts = FactsOf(name, manifest);
  impl->facts.vertices = first->parameters().vertices;
  impl->facts.held = held;
  AKIN_TRY_ASSIGN(impl->index,
                  ForestIndex::OpenSome(directory, manifest, impl->facts.vertices, held));
  return IndexPart(std::move(impl));
}

const PartFacts& IndexPart::facts() const { return impl_->facts; }

Status IndexPart::Impl::CheckQuestion(const PartQuestion& question) const {
  const auto there = [&](VertexId vertex) { return vertex < facts.vertices; };
  if (!there(question.vertex) ||
      !std::all_of(question.others.begin(), question.others.end(), there)) {
    return InvalidArgument("vertex", fmt::format("no such vertex; there are {}", facts.vertices));
  }
  if (question.shards.empty() ||
      std::adjacent_find(question.shards.begin(), question.shards.end(), std::greater_equal<>()) !=
          question.shards.end() ||
      !std::includes(facts.held.begin(), facts.held.end(), question.shards.begin(),
                     question.shards.end())) {
    return InvalidArgument("shards", "shards are asked for that are not here, or in no order");
  }
  if (!(question.depth > 0 && question.depth <= 1)) {
    return InvalidArgument("depth", "a depth is above 0, up to 1");
  }
  return {};
}

Status IndexPart::Impl::List(const PartQuestion& question, const ForestIndex::Used& used,
                             const Scoring& scoring, const std::stop_token& stop,
                             PartAnswer& answer) const {
  const RelatedOptions options{.filter = question.filter, .exclude = question.exclude};
  HitFilter filter;
  if (options.filter != nullptr || options.exclude != nullptr) {
    filter = [&](VertexId vertex) -> Result<bool> { return Passes(options, vertex); };
  }
  const WantedSums wanted{.k = question.k == PartQuestion::kAll ? 0 : question.k,
                          .least = std::max<uint64_t>(1, question.least),
                          .depth = question.depth,
                          .squares = false,
                          .first = true};
  AKIN_TRY_ASSIGN(const SummedAnswer best, index->RelatedSums(question.vertex, options, wanted,
                                                              used, scoring, filter, stop));
  for (const SummedHit& hit : best.hits) {
    answer.list.push_back({.vertex = hit.vertex,
                           .sum = hit.sums.sum,
                           .squares = hit.sums.squares,
                           .first = question.first ? hit.first : 0});
  }
  if (question.first && facts.method == Method::kWalks && !best.has_first) {  // too many to count
    std::vector<VertexId> listed;
    for (const PartSum& one : answer.list) listed.push_back(one.vertex);
    AKIN_TRY_ASSIGN(const auto sums, index->SumsOf(question.vertex, listed, used, scoring));
    for (size_t i = 0; i < listed.size(); ++i) answer.list[i].first = sums[i].first;
  }
  answer.unlisted = best.unlisted;
  answer.work = best.work;
  return {};
}

Result<PartAnswer> IndexPart::Impl::Ask(const PartQuestion& question,
                                        const std::stop_token& stop) const {
  AKIN_TRY(CheckQuestion(question));
  const IndexManifest& manifest = *index->fingerprinted();
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringOf(question, manifest));
  const unsigned all = manifest.fingerprints().fingerprints;
  const ForestIndex::Used used{.fingerprints = question.fingerprints.value_or(all),
                               .shards = ShardChoice(question.shards, facts.shards)};
  PartAnswer answer;
  if (question.k > 0) AKIN_TRY(List(question, used, scoring, stop, answer));
  if (question.others.empty()) return answer;
  if (stop.stop_requested()) return Interrupted();
  AKIN_TRY_ASSIGN(const auto sums, index->SumsOf(question.vertex, question.others, used, scoring));
  for (size_t i = 0; i < sums.size(); ++i) {
    answer.sums.push_back({.vertex = question.others[i],
                           .sum = sums[i].all.sum,
                           .squares = sums[i].all.squares,
                           .first = sums[i].first});
  }
  return answer;
}

Result<PartAnswer> IndexPart::Ask(const PartQuestion& question, const std::stop_token& stop) const {
  auto answer = impl_->Ask(question, stop);
  AKIN_TRY(Intact());
  return answer;
}

Status IndexPart::Check(const Control& control) const {
  for (const auto& shard : impl_->index->shards()) {
    if (shard != nullptr) AKIN_TRY(shard->Check(impl_->index->about(), control));
  }
  return {};
}

Status IndexPart::Intact() const {
  for (const Container* file : impl_->index->files()) AKIN_TRY(file->Intact());
  return {};
}

}  // namespace akin
