// akin::Index::Explain, Index::Tree, Corpus::ExplainByWalking and the explanation of a mixture.
#include "akin/explain.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "index/index_parameters.h"
#include "query/explaining.h"
#include "query/forest_index.h"
#include "query/index_impl.h"
#include "query/meetings.h"
#include "query/mixed_query.h"

namespace akin {
namespace {

// The members of a tree that the vertex met soonest, at most k with itself, in the order of the
// tree. Those that it met by a given time are next to each other, so this takes them from both
// sides.
std::vector<WalkTree::Member> NearestMembers(const TreeAround& tree, VertexId vertex, size_t k) {
  size_t left = 0;
  size_t right = 0;
  uint8_t time_left = 0;
  uint8_t time_right = 0;
  while (left + right + 1 < k && (left < tree.left.size() || right < tree.right.size())) {
    const uint8_t next_left =
        left < tree.left.size() ? std::max(time_left, tree.left[left].met) : kNewTree;
    const uint8_t next_right =
        right < tree.right.size() ? std::max(time_right, tree.right[right].met) : kNewTree;
    if (next_left < next_right || (next_left == next_right && left <= right)) {
      time_left = next_left;
      ++left;
    } else {
      time_right = next_right;
      ++right;
    }
  }
  std::vector<WalkTree::Member> members;
  std::optional<unsigned> met;  // the label of a member on the left is that of the one after it
  for (size_t i = left; i-- > 0;) {
    members.push_back({.vertex = tree.left[i].vertex, .met = met});
    met = tree.left[i].met;
  }
  members.push_back({.vertex = vertex, .met = met});
  for (size_t i = 0; i < right; ++i) {
    members.push_back({.vertex = tree.right[i].vertex, .met = unsigned{tree.right[i].met}});
  }
  return members;
}

}  // namespace

Result<WalkTree> Index::Tree(VertexId vertex, unsigned fingerprint, unsigned k) const {
  AKIN_TRY_ASSIGN(std::vector<VertexId> path, Walk(vertex, fingerprint));
  const auto& shard = impl_->opened->forests()->shards()[fingerprint / kShardFingerprints];
  AKIN_TRY_ASSIGN(const TreeAround around,
                  ReadTree(*shard, fingerprint % kShardFingerprints, vertex));
  AKIN_TRY(Intact());
  WalkTree tree{.path = std::move(path),
                .members_of_tree = around.left.size() + around.right.size() + 1};
  tree.members = NearestMembers(around, vertex, k == 0 ? tree.members_of_tree : k);
  return tree;
}

Result<ExplainedPart> Index::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                     const Control& control) const {
  for (const VertexId vertex : {a, b}) AKIN_TRY(impl_->CheckCovered(vertex));
  const IndexInfo& info = impl_->info;
  const ExplainSources sources{
      .in_links = [this] { return corpus().InLinks(impl_->info.boilerplate); },
      .bags = [this] { return impl_->OpenItsBags(); },
      .control = control};
  AKIN_TRY_ASSIGN(ExplainedPart part, impl_->opened->Explain(a, b, options, sources));
  if (a == b && impl_->opened->fingerprinted() == nullptr) {
    AKIN_TRY_ASSIGN(part.score, Sim(a, b, QueryOf(options)));
    part.reasons = OfItself(a, part.score, part.fingerprints);
  }
  part.index = info.name;
  part.measure = info.measure;
  part.method = info.method;
  AKIN_TRY(NamePages(impl_->corpus, part));
  return impl_->IfIntact(Result<ExplainedPart>(std::move(part)));
}

Result<ExplainedPart> Corpus::ExplainByWalking(VertexId a, VertexId b, const BuildOptions& walks,
                                               const ExplainOptions& options,
                                               const Control& control) const {
  for (const VertexId vertex : {a, b}) AKIN_TRY(CheckVertex(*this, vertex));
  AKIN_TRY_ASSIGN(const IndexParameters index, FingerprintsOf(walks));
  const ExplainSources sources{.in_links = [&] { return InLinks(index.boilerplate); },
                               .bags = [&] { return OpenBags(walks.bags); },
                               .control = control};
  AKIN_TRY_ASSIGN(ExplainedPart part, ExplainFingerprints(index, a, b, options, sources));
  AKIN_TRY(NamePages(*this, part));
  AKIN_TRY(Intact());
  return part;
}

Result<Explanation> ExplainMixed(std::span<const MixPart> parts, VertexId a, VertexId b,
                                 const ExplainOptions& options, const Control& control) {
  Explanation why{.a = a, .b = b};
  AKIN_TRY_ASSIGN(why.score, MixedSim(parts, a, b, QueryOf(options)));
  for (const MixPart& part : parts) {
    const IndexInfo& info = part.index.info();
    ExplainedPart explained{.index = info.name, .measure = info.measure, .method = info.method};
    AKIN_TRY_ASSIGN(const bool has_a, part.index.Has(a));
    AKIN_TRY_ASSIGN(const bool has_b, part.index.Has(b));
    if (has_a && has_b) {
      AKIN_TRY_ASSIGN(explained, part.index.Explain(a, b, options, control));
    }
    explained.weight = part.weight;
    why.parts.push_back(std::move(explained));
  }
  return why;
}

}  // namespace akin
