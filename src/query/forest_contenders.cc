// Which candidates are hits: the threshold, and the sums that are completed by looking up meetings.
#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>

#include "akin/errors.h"
#include "akin/try.h"
#include "query/forest_query.h"

namespace akin {
namespace {

// The cost of completing one candidate, in members of a scan: its rows, and a look at each open
// tree. Both ways give the same answer; this only chooses the cheaper one.
constexpr uint64_t kRowsCost = 300;
constexpr uint64_t kTreeCost = 10;
constexpr uint64_t kPatience = 16;
constexpr uint64_t kPassCost = 16;  // of a pass, in members of a scan, per contender
// A part of an index lists its best, and is asked about those that another part has listed. Once
// all trees are read, all sums are complete: to list more of them costs little, and saves
// questions, each of which costs as much as reading tens of thousands of members. So trees are read
// to their ends if no more than this is left. If the list has room, it then has all that were met,
// and nobody has to ask about any vertex; otherwise those with this share of the least sum asked
// for. On cnr-2000 in two parts, queries with a closer look ask 1.2 times on average instead of 1.9
// times.
constexpr uint64_t kWorthReading = 16'000;
constexpr double kShareOfLeast = 0.6;

uint64_t CostOfCompletion(size_t open_trees) { return kRowsCost + open_trees * kTreeCost; }

}  // namespace

// A pass over the contenders should cost little compared to what was read since the last one.
uint64_t ForestQuery::MembersBetweenPasses() const {
  const uint64_t contenders = scratch_.contenders.size() + scratch_.candidates.size() - judged_;
  return kPassCost * contenders + 1000;
}

// Sets the threshold to the k-th best sum so far, or to that of the minimum score. Candidates that
// are new since the last pass become contenders, unless they were met when no new vertex could be a
// hit any more.
Status ForestQuery::RaiseThreshold() {
  const auto met = scratch_.candidates.met();
  std::vector<VertexId>& contenders = scratch_.contenders;
  if (sure_since_ == 0) {
    const auto fresh = met.subspan(judged_);
    if (options_.filter == nullptr && options_.exclude == nullptr) {
      contenders.insert(contenders.end(), fresh.begin(), fresh.end());
    } else {
      std::copy_if(fresh.begin(), fresh.end(), std::back_inserter(contenders),
                   [&](VertexId vertex) { return Passes(options_, vertex); });
    }
  }
  judged_ = met.size();
  TopSums& best = scratch_.best;
  best.Reset(wanted_);
  threshold_ = best.threshold();
  if (wanted_.k == 0) return {};
  const Candidates& candidates = scratch_.candidates;
  const auto next = [&](auto from) {
    return std::find_if(from, contenders.cend(), [&candidates, least = best.least()](VertexId v) {
      return candidates.SumOf(v) >= least;
    });
  };
  for (auto at = next(contenders.cbegin()); at != contenders.cend(); at = next(at + 1)) {
    const uint64_t sum = candidates.SumOf(*at);
    if (!best.Wants(sum, *at)) continue;
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(*at));
    if (allowed) best.Offer(sum, *at);
  }
  threshold_ = best.threshold();
  return {};
}

uint64_t ForestQuery::KeepContenders() {
  const std::span<const uint64_t> gains = scratch_.gains;
  const Candidates& candidates = scratch_.candidates;
  std::vector<VertexId>& contenders = scratch_.contenders;
  const uint64_t enough = scratch_.best.enough();
  uint64_t sure = 0;
  size_t kept = 0;
  for (const VertexId vertex : contenders) {
    const Candidate candidate = candidates.Of(vertex);
    const size_t open = std::min<size_t>(open_ - candidate.meetings, gains.size() - 1);
    const uint64_t most = candidate.sums.sum + gains[open];
    // Numbers, not branches: which of them stay cannot be predicted.
    uint64_t keep = most >= enough ? 1 : 0;
    if (most - threshold_ < enough - threshold_) [[unlikely]] {  // in between
      keep = most >= scratch_.best.Needed(vertex) ? 1 : 0;
    }
    contenders[kept] = vertex;
    kept += keep;
    sure += open == 0 ? keep : 0;
  }
  contenders.resize(kept);
  return kept - sure;
}

// No unseen vertex can be a hit any more; this finds out which of the seen ones are. Their sums are
// completed one by one if that costs less than one more step in every tree, or less than what was
// read in the hope that it would get cheaper.
Result<bool> ForestQuery::TryToFinish(QueryWork& work) {
  FindGains();
  const uint64_t unsure = KeepContenders();
  const uint64_t cost = unsure * CostOfCompletion(scratch_.gains.size() - 1);
  if (sure_since_ == 0) sure_since_ = members_;
  const uint64_t next = scratch_.offers.empty() ? 0 : scratch_.offers.front().members;
  if (cost > kPatience * next && cost > members_ - sure_since_) return false;
  AKIN_TRY(Resolve(work));
  return true;
}

// Whether it should read all trees to their ends, although it could finish: see kWorthReading.
Result<bool> ForestQuery::WantsCompleteSums() {
  if (wanted_.depth == 1) return false;
  AKIN_TRY(FindExtents());
  uint64_t left = 0;
  for (const TreeCursor& cursor : cursors()) {
    if (cursor.done()) continue;
    const uint64_t blocks =
        cursor.left.block - cursor.first_block + cursor.last_block - cursor.right.block + 1;
    left += blocks * ShardOf(cursor).block_members();
  }
  return left <= kWorthReading;
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
  return Resolve(work);
}

// In a tree that is not read to its end, an unseen vertex gains at most as much as the next member.
void ForestQuery::FindGains() {
  std::vector<uint64_t>& gains = scratch_.gains;
  gains.assign(1, 0);
  for (const TreeCursor& cursor : cursors()) {
    if (!cursor.done()) gains.push_back(scoring_.Weight(cursor.next_label()));
  }
  scratch_.gains_left.assign(gains.begin(), gains.end());
  std::vector<uint64_t>& left = scratch_.gains_left;
  for (size_t i = left.size() - 1; i > 0; --i) left[i - 1] += left[i];
  std::sort(gains.begin() + 1, gains.end(), std::greater<>());
  for (size_t i = 1; i < gains.size(); ++i) gains[i] += gains[i - 1];
}

Status ForestQuery::PrepareCompleting() {
  FindGains();
  return FindExtents();
}

// Finds the first and the last block of the open trees.
Status ForestQuery::FindExtents() {
  for (TreeCursor& cursor : cursors()) {
    if (cursor.done() || cursor.extent_known) continue;
    cursor.extent_known = true;
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
  const bool part = wanted_.depth < 1;  // it lists some that are no contenders, too
  // If the list has room for all, it makes no difference which of them are the best.
  const bool all = part && scratch_.candidates.size() <= PartQuestion::kMostBeyond;
  threshold_ = wanted_.least;
  if (!all) AKIN_TRY(RaiseThreshold());
  if (part && !all) {
    threshold_ = std::max(wanted_.least,
                          static_cast<uint64_t>(static_cast<double>(threshold_) * kShareOfLeast));
  }
  const std::span<const VertexId> contenders = scratch_.contenders;
  for (const VertexId vertex : part ? scratch_.candidates.met() : contenders) {
    if (scratch_.candidates.SumOf(vertex) < threshold_) continue;
    if (part && !Passes(options_, vertex)) continue;
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(vertex));
    if (allowed) AddHit(scratch_.candidates.Of(vertex));
  }
  return {};
}

// The most promising contenders come first: their full sums raise the threshold, and most others
// then fall short without a look-up in every tree.
Status ForestQuery::Resolve(QueryWork& work) {
  AKIN_TRY(PrepareCompleting());
  const std::vector<uint64_t>& gains = scratch_.gains;
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
    if (contender.sums.sum + gains[open] < best.Needed(contender.vertex)) continue;
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(contender.vertex));
    if (!allowed) continue;
    if (open > 0) {
      ++work.resolved;
      AKIN_TRY_ASSIGN(const bool reached,
                      AddLaterMeetings(contender, best.Needed(contender.vertex)));
      if (!reached) continue;
    }
    best.Offer(contender.sums.sum, contender.vertex);
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
Result<bool> ForestQuery::AddLaterMeetings(Candidate& contender, uint64_t threshold) {
  const std::vector<uint64_t>& gains = scratch_.gains;
  const std::vector<uint64_t>& gains_left = scratch_.gains_left;
  std::array<uint32_t, kShardFingerprints> rows;
  const ForestShard* rows_from = nullptr;
  size_t tree = 0;
  for (const TreeCursor& cursor : cursors()) {
    if (cursor.done()) continue;
    // It gains at most as much as the next members of the trees left, and not in those in which it
    // was met.
    const size_t open = std::min<size_t>(open_ - contender.meetings, gains.size() - 1);
    const uint64_t most = std::min(gains[open], gains_left[++tree]);
    if (contender.sums.sum + most < threshold) return false;
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
