#include "query/forest_query.h"

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {

Result<SummedAnswer> ForestQuery::Run(const std::stop_token& stop) {
  AKIN_TRY(OpenCursors());
  scratch_.contenders.clear();
  scratch_.found.clear();
  SummedAnswer answer;
  bool finished = false;
  if (options_.stop_early) {
    AKIN_TRY_ASSIGN(finished, ReadUntilSure(answer.work, stop));
  }
  if (!finished) {
    AKIN_TRY(ReadToTheEnds(stop));
    AKIN_TRY(CollectAll());
  }
  KeepWanted(scratch_.found, wanted_, finished ? scratch_.best.threshold() : threshold_, scoring_,
             answer);
  answer.work.members = members_;
  answer.work.blocks = blocks_;
  answer.work.candidates = scratch_.candidates.size();
  scratch_.candidates.CountResident();
  answer.has_first = counts_first_;
  if (counts_first_) scratch_.last = QueryKey{vertex_, used_, scoring_};
  scratch_.open = open_;
  return answer;
}

Status ForestQuery::Sums(std::span<const VertexId> others,
                         std::span<ForestIndex::MeetingSums> sums) {
  open_ = scratch_.open;
  AKIN_TRY(PrepareCompleting());
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i] == vertex_) continue;
    Candidate other = scratch_.candidates.Of(others[i]);
    AKIN_TRY(AddLaterMeetings(other, 0).status());
    sums[i] = {.all = other.sums, .first = other.first};
  }
  return {};
}

Status ForestQuery::ReadToTheEnds(const std::stop_token& stop) {
  for (TreeCursor& cursor : cursors()) {
    if (stop.stop_requested()) return Interrupted();
    while (!cursor.done()) AKIN_TRY(TakeIn(cursor, cursor.next_label()));
  }
  return {};
}

// Chooses the tree in which to read further: the one that lowers the bound most per member read.
// Trees that are small around the query are read to their ends. In huge trees hardly more than the
// nearest members are read: a vertex that was not met in the other trees cannot make up for it
// there.
Result<bool> ForestQuery::ReadUntilSure(QueryWork& work, const std::stop_token& stop) {
  const auto dearer = [](const Offer& a, const Offer& b) { return a.price > b.price; };
  std::vector<Offer>& offers = scratch_.offers;
  offers.clear();
  unseen_ = 0;
  for (TreeCursor& cursor : cursors()) {
    if (!cursor.done()) AKIN_TRY(MakeOffer(cursor));
  }
  std::make_heap(offers.begin(), offers.end(), dearer);
  uint64_t next_pass = 0;
  while (!offers.empty()) {
    if (stop.stop_requested()) return Interrupted();
    std::pop_heap(offers.begin(), offers.end(), dearer);
    const Offer offer = offers.back();
    offers.pop_back();
    unseen_ -= scoring_.Weight(offer.cursor->next_label());
    AKIN_TRY(TakeIn(*offer.cursor, offer.cursor->next_label()));
    if (!offer.cursor->done()) {
      AKIN_TRY(MakeOffer(*offer.cursor));
      std::push_heap(offers.begin(), offers.end(), dearer);
    }
    // The threshold only rises, so an old value is safe. A new one costs a pass over the
    // contenders. So does an attempt to finish, and only the first attempt should not wait.
    const bool first_try = unseen_ < threshold_ && sure_since_ == 0;
    if (members_ < next_pass && !first_try) continue;
    AKIN_TRY(RaiseThreshold());
    if (unseen_ < threshold_) {
      AKIN_TRY_ASSIGN(const bool complete, WantsCompleteSums());
      if (complete) return false;
      AKIN_TRY_ASSIGN(const bool finished, TryToFinish(work));
      if (finished) return true;
    } else if (options_.filter != nullptr && members_ >= CostOfPassing()) {
      AKIN_TRY(CompletePassing(work));
      return true;
    }
    next_pass = members_ + MembersBetweenPasses();
  }
  return false;
}

Status ForestQuery::MakeOffer(TreeCursor& cursor) {
  AKIN_TRY_ASSIGN(const uint64_t blocks, BlocksToTakeIn(cursor, cursor.next_label()));
  const uint64_t block = ShardOf(cursor).block_members();
  const uint64_t members = blocks * block + block / 2;
  const uint64_t weight = scoring_.Weight(cursor.next_label());
  unseen_ += weight;
  scratch_.offers.push_back({.price = static_cast<double>(members) / static_cast<double>(weight),
                             .members = members,
                             .cursor = &cursor});
  return {};
}

// The number of whole blocks on both sides that would be added.
Result<uint64_t> ForestQuery::BlocksToTakeIn(const TreeCursor& cursor, uint8_t time) const {
  AKIN_TRY_ASSIGN(const auto reach, ReachOf(cursor));
  uint64_t blocks = 0;
  if (cursor.left_label == time) {
    for (uint32_t b = cursor.left.block; b > 0 && reach[b - 1] <= time; --b) ++blocks;
  }
  if (cursor.right_label == time) {
    for (uint32_t b = cursor.right.block + 1; b < reach.size() && reach[b] <= time; ++b) ++blocks;
  }
  return blocks;
}

// The blocks are prefetched in two rounds, first their positions and then their contents: reading
// them one by one would wait for memory two hundred times.
Status ForestQuery::OpenCursors() {
  AKIN_TRY(index_.Rows(vertex_, used_, scratch_.rows));
  const std::vector<uint32_t>& rows = scratch_.rows;
  counts_first_ = wanted_.first && rows.size() < Candidates::kFewFingerprints;
  AKIN_TRY(scratch_.candidates.Reset(index_.vertices(), counts_first_));
  if (scratch_.cursors.size() < rows.size()) scratch_.cursors.resize(rows.size());
  for (uint32_t f = 0; f < rows.size(); ++f) {
    if (rows[f] == kAlone) continue;
    TreeCursor& cursor = scratch_.cursors[open_++];
    cursor.fingerprint = f;
    cursor.place.block = rows[f] - 1;
    cursor.extent_known = false;
    index_.ShardOf(f).PrefetchExtent(f % kShardFingerprints, cursor.place.block);
  }
  for (const TreeCursor& cursor : cursors()) {
    ShardOf(cursor).PrefetchBlock(cursor.fingerprint % kShardFingerprints, cursor.place.block);
  }
  for (TreeCursor& cursor : cursors()) {
    AKIN_TRY(ShardOf(cursor).Block(cursor.fingerprint % kShardFingerprints, cursor.place.block,
                                   cursor.home));
    ++blocks_;
    const size_t index = cursor.home.Find(vertex_);
    if (index == cursor.home.count) return index_.DamagedRow(cursor.fingerprint);
    cursor.place.index = static_cast<uint32_t>(index);
    for (TreeCursor::End* end : {&cursor.left, &cursor.right}) {
      end->block = cursor.place.block;
      end->index = cursor.place.index;
      end->away = false;
    }
    ++cursor.right.index;
    cursor.left_label = cursor.right_label = 0;
    AKIN_TRY(TakeIn(cursor, 0));  // adds no member, but sets the labels
  }
  return {};
}

// Adds all members that met the query at `time`; those of earlier times were added before.
Status ForestQuery::TakeIn(TreeCursor& cursor, uint8_t time) {
  cursor.time = time;
  AKIN_TRY(TakeInLeft(cursor, time));
  return TakeInRight(cursor, time);
}

Status ForestQuery::TakeInLeft(TreeCursor& cursor, uint8_t time) {
  TreeCursor::End& left = cursor.left;
  const ScoreSum contribution = ContributionAt(time);
  while (cursor.left_label <= time) {
    const ForestBlock& block = BlockAt(cursor, left);
    uint32_t i = left.index;
    while (i > 0 && block.labels[i] <= time) --i;
    scratch_.candidates.AddAll(std::span(block.members).subspan(i, left.index - i), contribution);
    members_ += left.index - i;
    left.index = i;
    cursor.left_label = block.labels[i];
    if (cursor.left_label > time) break;
    // The first member of the block met the one before it by now, so there is a block before.
    uint32_t before = left.block;
    AKIN_TRY_ASSIGN(const auto reach, ReachOf(cursor));
    while (before > 0 && reach[before - 1] <= time) --before;
    AKIN_TRY(TakeInBlocks(cursor, before, left.block, contribution));
    if (before == 0) return index_.DamagedRow(cursor.fingerprint);
    AKIN_TRY(LoadBlock(cursor, before - 1, left));
    left.index = static_cast<uint32_t>(left.copy.count - 1);
    scratch_.candidates.Add(left.copy.members[left.index], contribution);
    ++members_;
    cursor.left_label = left.copy.labels[left.index];
  }
  return {};
}

Status ForestQuery::TakeInRight(TreeCursor& cursor, uint8_t time) {
  TreeCursor::End& right = cursor.right;
  const ScoreSum contribution = ContributionAt(time);
  while (cursor.right_label <= time) {
    const ForestBlock& block = BlockAt(cursor, right);
    uint32_t i = right.index;
    while (i < block.count && block.labels[i] <= time) ++i;
    scratch_.candidates.AddAll(std::span(block.members).subspan(right.index, i - right.index),
                               contribution);
    members_ += i - right.index;
    right.index = i;
    if (i < block.count) {
      cursor.right_label = block.labels[i];
      break;
    }
    uint32_t next = right.block + 1;
    AKIN_TRY_ASSIGN(const auto reach, ReachOf(cursor));
    while (next < reach.size() && reach[next] <= time) ++next;
    AKIN_TRY(TakeInBlocks(cursor, right.block + 1, next, contribution));
    if (next == reach.size()) {
      cursor.right_label = kNewTree;
      right.block = next;
      break;
    }
    AKIN_TRY(LoadBlock(cursor, next, right));
    right.index = 0;
    cursor.right_label = right.copy.labels[0];
  }
  return {};
}

// If all members of a block are added, its labels need not be read.
Status ForestQuery::TakeInBlocks(const TreeCursor& cursor, uint32_t begin, uint32_t end,
                                 const ScoreSum& contribution) {
  blocks_ += end - begin;
  return ShardOf(cursor).EachMembers(cursor.fingerprint % kShardFingerprints, begin, end,
                                     [&](std::span<const VertexId> members) {
                                       scratch_.candidates.AddAll(members, contribution);
                                       members_ += members.size();
                                     });
}

Result<std::span<const uint8_t>> ForestQuery::ReachOf(const TreeCursor& cursor) const {
  const ForestShard& shard = ShardOf(cursor);
  const uint32_t f = cursor.fingerprint % kShardFingerprints;
  return shard.Reach(f, 0, shard.blocks(f));
}

Status ForestQuery::LoadBlock(const TreeCursor& cursor, uint32_t block, TreeCursor::End& end) {
  ++blocks_;
  end.block = block;
  end.away = true;
  return ShardOf(cursor).Block(cursor.fingerprint % kShardFingerprints, block, end.copy);
}

}  // namespace akin
