#include "query/forest_query.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

// The cost of completing one candidate, in members of a scan: its rows, and a look at each open
// tree. Both ways give the same answer; this only chooses the cheaper one.
constexpr uint64_t kRowsCost = 300;
constexpr uint64_t kTreeCost = 10;

uint64_t CostOfCompletion(size_t open_trees) { return kRowsCost + open_trees * kTreeCost; }

constexpr uint64_t kPatience = 16;

}  // namespace

Result<SummedAnswer> ForestQuery::Run(const std::stop_token& stop) {
  AKIN_TRY(OpenCursors());
  scratch_.contenders.clear();
  scratch_.found.clear();
  SummedAnswer answer;
  bool finished = false;
  if (options_.stop_early) {
    AKIN_TRY_ASSIGN(finished, ReadUntilSure(answer.work, stop));
  } else {
    for (TreeCursor& cursor : cursors()) {
      if (stop.stop_requested()) return Interrupted();
      while (!cursor.done()) AKIN_TRY(TakeIn(cursor, cursor.next_label()));
    }
  }
  if (!finished) AKIN_TRY(CollectAll());
  KeepWanted(scratch_.found, wanted_, scratch_.best.threshold(), scoring_, answer);
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
  AKIN_TRY(FindExtents());
  const std::vector<uint64_t> gains = Gains();
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i] == vertex_) continue;
    Candidate other = scratch_.candidates.Of(others[i]);
    AKIN_TRY(AddLaterMeetings(other, gains, 0).status());
    sums[i] = {.all = other.sums, .first = other.first};
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
    while (i > 0 && block.labels[i] <= time) {
      scratch_.candidates.Add(block.members[--i], contribution);
    }
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
    while (i < block.count && block.labels[i] <= time) {
      scratch_.candidates.Add(block.members[i++], contribution);
    }
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

// Sets the threshold to the k-th best sum so far, or to that of the minimum score. Candidates that
// are new since the last pass become contenders, unless they were met when no new vertex could be a
// hit any more.
Status ForestQuery::RaiseThreshold() {
  const auto met = scratch_.candidates.met();
  std::vector<VertexId>& contenders = scratch_.contenders;
  if (sure_since_ == 0) {
    const auto is_contender = [&](VertexId vertex) { return Passes(options_, vertex); };
    std::copy_if(met.begin() + judged_, met.end(), std::back_inserter(contenders), is_contender);
  }
  judged_ = met.size();
  TopSums& best = scratch_.best;
  best.Reset(wanted_);
  threshold_ = best.threshold();
  if (wanted_.k == 0) return {};
  for (const VertexId vertex : contenders) {
    const uint64_t sum = scratch_.candidates.SumOf(vertex);
    if (sum <= best.threshold()) continue;
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(vertex));
    if (allowed) best.Offer(sum);
  }
  threshold_ = best.threshold();
  return {};
}

uint64_t ForestQuery::KeepContenders(const std::vector<uint64_t>& gains) {
  std::vector<VertexId>& contenders = scratch_.contenders;
  uint64_t unsure = 0;
  size_t kept = 0;
  for (const VertexId vertex : contenders) {
    const Candidate candidate = scratch_.candidates.Of(vertex);
    const size_t open = std::min<size_t>(open_ - candidate.meetings, gains.size() - 1);
    const bool keep = candidate.sums.sum + gains[open] >= threshold_;
    contenders[kept] = vertex;
    kept += keep ? 1 : 0;
    unsure += keep && open > 0 ? 1 : 0;
  }
  contenders.resize(kept);
  return unsure;
}

// No unseen vertex can be a hit any more; this finds out which of the seen ones are. Their sums are
// completed one by one if that costs less than one more step in every tree, or less than what was
// read in the hope that it would get cheaper.
Result<bool> ForestQuery::TryToFinish(QueryWork& work) {
  const std::vector<uint64_t> gains = Gains();
  const uint64_t unsure = KeepContenders(gains);
  const uint64_t cost = unsure * CostOfCompletion(gains.size() - 1);
  if (sure_since_ == 0) sure_since_ = members_;
  const uint64_t next = scratch_.offers.empty() ? 0 : scratch_.offers.front().members;
  if (cost > kPatience * next && cost > members_ - sure_since_) return false;
  AKIN_TRY(FindExtents());
  AKIN_TRY(Resolve(gains, work));
  return true;
}

// If few vertices pass, the best k of them may be far away, and reading until they are met would
// mean reading nearly everything. So as soon as that has cost as much as completing the sums of all
// that pass, this is done instead: the whole is then at most twice as dear as the cheaper way.
uint64_t ForestQuery::CostOfPassing() const {
  return options_.filter->size() * CostOfCompletion(open_);
}

Status ForestQuery::CompletePassing(QueryWork& work) {
  scratch_.contenders = options_.filter->Members();
  std::erase_if(scratch_.contenders, [&](VertexId vertex) {
    return vertex == vertex_ || vertex >= index_.vertices() || !Passes(options_, vertex);
  });
  AKIN_TRY(FindExtents());
  return Resolve(Gains(), work);
}

// In a tree that is not read to its end, an unseen vertex gains at most as much as the next member.
std::vector<uint64_t> ForestQuery::Gains() const {
  std::vector<uint64_t> gains = {0};
  for (const TreeCursor& cursor : cursors()) {
    if (!cursor.done()) gains.push_back(scoring_.Weight(cursor.next_label()));
  }
  std::sort(gains.begin() + 1, gains.end(), std::greater<>());
  for (size_t i = 1; i < gains.size(); ++i) gains[i] += gains[i - 1];
  return gains;
}

// Finds the first and the last block of the open trees.
Status ForestQuery::FindExtents() {
  for (TreeCursor& cursor : cursors()) {
    if (cursor.done()) continue;
    const ForestShard& shard = ShardOf(cursor);
    const uint32_t f = cursor.fingerprint % kShardFingerprints;
    cursor.first_block = cursor.left.block;
    cursor.last_block = cursor.right.block;
    if (cursor.left_label != kNewTree) {
      AKIN_TRY_ASSIGN(const auto before, shard.Reach(f, 0, cursor.left.block));
      const void* start = ::memrchr(before.data(), kNewTree, before.size());
      const auto* at = static_cast<const uint8_t*>(start);
      cursor.first_block = at == nullptr ? 0 : static_cast<uint32_t>(at - before.data());
    }
    if (cursor.right_label != kNewTree) {
      AKIN_TRY_ASSIGN(const auto after, shard.Reach(f, cursor.right.block + 1, shard.blocks(f)));
      const void* end = std::memchr(after.data(), kNewTree, after.size());
      const auto* at = static_cast<const uint8_t*>(end);
      const size_t more = at == nullptr ? after.size() : static_cast<size_t>(at - after.data()) + 1;
      cursor.last_block = cursor.right.block + static_cast<uint32_t>(more);
    }
  }
  return {};
}

Result<bool> ForestQuery::Allowed(VertexId vertex) const {
  if (!filter_) return true;
  return filter_(vertex);
}

void ForestQuery::AddHit(const Candidate& candidate) {
  if (candidate.sums.sum < wanted_.least) return;
  scratch_.found.push_back(
      {.vertex = candidate.vertex, .sums = candidate.sums, .first = candidate.first});
}

Status ForestQuery::CollectAll() {
  AKIN_TRY(RaiseThreshold());
  for (const VertexId vertex : scratch_.contenders) {
    const Candidate candidate = scratch_.candidates.Of(vertex);
    if (candidate.sums.sum < threshold_) continue;
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(candidate.vertex));
    if (allowed) AddHit(candidate);
  }
  return {};
}

// The most promising contenders come first: their full sums raise the threshold, and most others
// then fall short without a look-up in every tree.
Status ForestQuery::Resolve(const std::vector<uint64_t>& gains, QueryWork& work) {
  std::vector<Candidate>& contenders = scratch_.resolving;
  contenders.clear();
  for (const VertexId v : scratch_.contenders) contenders.push_back(scratch_.candidates.Of(v));
  std::sort(contenders.begin(), contenders.end(), [](const Candidate& a, const Candidate& b) {
    return a.sums.sum != b.sums.sum ? a.sums.sum > b.sums.sum : a.vertex < b.vertex;
  });
  TopSums& best = scratch_.best;
  best.Reset(wanted_);
  for (size_t i = 0; i < contenders.size(); ++i) {
    PrefetchRows(contenders, i);
    Candidate& contender = contenders[i];
    const size_t open = std::min<size_t>(open_ - contender.meetings, gains.size() - 1);
    if (contender.sums.sum + gains[open] < best.threshold()) continue;
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(contender.vertex));
    if (!allowed) continue;
    if (open > 0) {
      ++work.resolved;
      AKIN_TRY_ASSIGN(const bool reached, AddLaterMeetings(contender, gains, best.threshold()));
      if (!reached) continue;
    }
    best.Offer(contender.sums.sum);
    AddHit(contender);
  }
  return {};
}

// The numbers of contenders are seldom close, so rows are prefetched one or two contenders ahead.
void ForestQuery::PrefetchRows(std::span<const Candidate> contenders, size_t i) const {
  for (const auto& shard : index_.shards()) {
    if (shard == nullptr) continue;
    if (i + 2 < contenders.size()) shard->PrefetchPresence(contenders[i + 2].vertex);
    if (i + 1 < contenders.size()) shard->PrefetchRow(contenders[i + 1].vertex);
  }
}

// Adds what a candidate gains from trees that are still open. Meetings up to `time` are already
// counted. Returns false as soon as it is clear that the candidate will not reach the threshold.
Result<bool> ForestQuery::AddLaterMeetings(Candidate& contender, const std::vector<uint64_t>& gains,
                                           uint64_t threshold) {
  std::array<uint32_t, kShardFingerprints> rows;
  const ForestShard* rows_from = nullptr;
  size_t trees_left = gains.size() - 1;
  for (const TreeCursor& cursor : cursors()) {
    if (cursor.done()) continue;
    const size_t open = std::min<size_t>(open_ - contender.meetings, trees_left--);
    if (contender.sums.sum + gains[open] < threshold) return false;
    const ForestShard& shard = ShardOf(cursor);
    if (rows_from != &shard) {
      rows_from = &shard;
      AKIN_TRY(shard.Row(contender.vertex, std::span(rows).first(shard.parameters().forests())));
    }
    const uint32_t row = rows[cursor.fingerprint % kShardFingerprints];
    if (row == kAlone) continue;
    const uint32_t block = row - 1;
    if (block < cursor.first_block || block > cursor.last_block) continue;  // another tree
    if (block > cursor.left.block && block < cursor.right.block) continue;  // already added
    AKIN_TRY_ASSIGN(const uint8_t met,
                    index_.MeetingTime(cursor.fingerprint, cursor.home, cursor.place,
                                       contender.vertex, block, scratch_.other));
    if (met <= cursor.time || met == kNewTree) continue;
    AddTo(contender.sums, scoring_.At(met));
    ++contender.meetings;
    if (met == 1) ++contender.first;
  }
  return true;
}

}  // namespace akin
