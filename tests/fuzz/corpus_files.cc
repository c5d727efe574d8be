// The files of a corpus that are containers: each reader goes through all that a file has.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "fuzz/scratch_folder.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "graph/pages_file.h"
#include "index/forest_shard.h"
#include "text/bags_file.h"

namespace akin {
namespace {

constexpr uint64_t kMostLookedAt = 2000;  // a few bytes may stand for billions of names

std::string FileOfSections(FileKind kind, std::string_view input) {
  static const ScratchFolder folder;
  return folder.Write("x.akin", ContainerOf(kind, SectionsOf(input)));
}

void LookAtList(const Adjacency& lists) {
  for (VertexId v = 0; v < lists.vertices(); ++v) {
    const std::span<const VertexId> list = lists[v];
    for (size_t i = 0; i < list.size(); ++i) {
      Require(list[i] < lists.vertices(), "neighbours are vertices");
      Require(i == 0 || list[i] > list[i - 1], "neighbours ascend");
    }
  }
}

void LookAtBlock(const ForestShard& shard, uint32_t forest, uint32_t number, ForestBlock& block) {
  const Status status = shard.Block(forest, number, block);
  if (!status.ok()) return RequireDamage(status);
  Require(block.count > 0, "no block is empty");
  for (size_t i = 0; i < block.count; ++i) {
    Require(block.members[i] < shard.parameters().vertices, "members are vertices");
  }
  std::array<VertexId, kMostBlockMembers> room;
  const auto members = shard.Members(forest, number, room);
  Require(members.ok() && members->size() == block.count, "members alone are the same");
  const auto reach = shard.Reach(forest, number, number + 1);
  if (!reach.ok()) RequireDamage(reach.status());
}

}  // namespace

void FuzzKeys(std::string_view input) {
  const auto keys = Keys::Open(FileOfSections(FileKind::kKeys, input));
  if (!keys.ok()) return RequireDamage(keys.status());
  const uint64_t most = std::min<uint64_t>(keys->size(), kMostLookedAt);
  for (uint64_t i = 0; i < most; ++i) {
    // From both ends.
    const auto id = static_cast<VertexId>(i % 2 == 0 ? i / 2 : keys->size() - 1 - i / 2);
    const auto name = keys->Name(id);
    const auto title = keys->Title(id);
    if (!name.ok()) return RequireDamage(name.status());
    if (!title.ok()) return RequireDamage(title.status());
    const auto found = keys->Find(*name);
    if (!found.ok()) return RequireDamage(found.status());
    const auto titled = keys->FindTitle(*title);
    if (!titled.ok()) return RequireDamage(titled.status());
  }
  const Status stop(Code::kCancelled, "enough");
  const Status each = keys->ForEach(
      [&](VertexId id, std::string_view) { return id < kMostLookedAt ? Status() : stop; });
  if (!each.ok() && each.code() != stop.code()) RequireDamage(each);
}

void FuzzGraph(std::string_view input) {
  const auto graph = Graph::Open(FileOfSections(FileKind::kGraph, input));
  if (!graph.ok()) return RequireDamage(graph.status());
  for (VertexId v = 0; v < std::min<uint64_t>((*graph)->vertices(), kMostLookedAt); ++v) {
    const auto degree = (*graph)->InDegree(v);
    if (!degree.ok()) RequireDamage(degree.status());
  }
  for (const auto& lists : {(*graph)->In(), (*graph)->Out()}) {
    if (!lists.ok()) {
      RequireDamage(lists.status());
    } else {
      LookAtList(*lists);
    }
  }
  const Status check = (*graph)->Check({.threads = 1});
  if (!check.ok()) RequireDamage(check);
}

void FuzzPages(std::string_view input) {
  const auto pages = PagesFile::Open(FileOfSections(FileKind::kPages, input));
  if (!pages.ok()) return RequireDamage(pages.status());
  StoredPage page;
  for (uint64_t i = 0; i < std::min((*pages)->pages(), kMostLookedAt); ++i) {
    const auto bytes = (*pages)->Bytes(i);
    if (!bytes.ok()) RequireDamage(bytes.status());
    const Status status = (*pages)->Read(i, page);
    if (!status.ok()) {
      RequireDamage(status);
      continue;
    }
    Require(page.vertex < (*pages)->vertices(), "pages are vertices");
    for (const PageAnchor& anchor : page.text.anchors) {
      Require(anchor.link < page.targets.size(), "anchors are of links");
      Require(anchor.begin <= anchor.end && anchor.end <= page.text.word_count,
              "anchors are of words");
    }
  }
  const Status check = (*pages)->Check({.threads = 1});
  if (!check.ok()) RequireDamage(check);
}

void FuzzBags(std::string_view input) {
  const auto bags = BagsFile::Open(FileOfSections(FileKind::kBags, input));
  if (!bags.ok()) return RequireDamage(bags.status());
  std::vector<BagTerm> bag;
  for (VertexId v = 0; v < std::min<uint64_t>((*bags)->vertices(), kMostLookedAt); ++v) {
    const Status status = (*bags)->Read(v, bag);
    if (!status.ok()) {
      RequireDamage(status);
      continue;
    }
    for (const BagTerm& term : bag) Require(term.term < (*bags)->terms(), "terms are terms");
  }
  for (TermId term = 0; term < std::min<uint64_t>((*bags)->terms(), kMostLookedAt); ++term) {
    const auto frequency = (*bags)->Frequency(term);
    if (!frequency.ok()) RequireDamage(frequency.status());
    if (term >= (*bags)->words()) continue;
    const auto word = (*bags)->Word(term);
    if (!word.ok()) RequireDamage(word.status());
  }
  const Status check = (*bags)->Check({.threads = 1});
  if (!check.ok()) RequireDamage(check);
}

void FuzzShard(std::string_view input) {
  const auto shard = ForestShard::Open(FileOfSections(FileKind::kForestShard, input));
  if (!shard.ok()) return RequireDamage(shard.status());
  const uint32_t forests = (*shard)->parameters().forests();
  std::vector<uint32_t> row(forests);
  for (VertexId v = 0; v < std::min<uint64_t>((*shard)->parameters().vertices, kMostLookedAt);
       ++v) {
    const auto has = (*shard)->Has(v);
    if (!has.ok()) RequireDamage(has.status());
    const Status status = (*shard)->Row(v, row);
    if (!status.ok()) {
      RequireDamage(status);
      continue;
    }
    for (uint32_t forest = 0; forest < forests; ++forest) {
      Require(row[forest] <= (*shard)->blocks(forest), "rows are of blocks");
    }
  }
  ForestBlock block;
  for (uint32_t forest = 0; forest < forests; ++forest) {
    const auto blocks = std::min<uint64_t>((*shard)->blocks(forest), kMostLookedAt);
    for (uint32_t number = 0; number < blocks; ++number) {
      LookAtBlock(**shard, forest, number, block);
    }
  }
}

}  // namespace akin
