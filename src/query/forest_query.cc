#include "query/forest_query.h"

#include <algorithm>
#include <cstring>
#include <functional>

#include "base/try.h"
#include "query/ranking.h"

namespace akin {
namespace {

// What completing one candidate in one fingerprint costs, in members of a scan. Both ways give the
// same answer; this only chooses the cheaper one.
constexpr uint64_t kResolveCost = 12;

}  // namespace

Result<Answer> ForestQuery::Run() {
  AKIN_TRY(OpenCursors());
  Answer answer;
  const unsigned length = index_.manifest().walk.length;
  bool finished = false;
  for (unsigned t = 1; t <= length && !finished; ++t) {
    const auto time = static_cast<uint8_t>(t);
    bool any_left = false;
    for (TreeCursor& cursor : scratch_.cursors) {
      AKIN_TRY(TakeIn(cursor, time));
      any_left = any_left || !cursor.done();
    }
    if (!any_left) break;
    if (options_.stop_early) {
      AKIN_TRY_ASSIGN(finished, TryToFinish(time, answer));
    }
  }
  if (!finished) AKIN_TRY(CollectAll(answer));
  KeepBest(answer.hits, options_.k);
  answer.work.members = members_;
  answer.work.blocks = blocks_;
  answer.work.candidates = scratch_.candidates.list().size();
  return answer;
}

Status ForestQuery::OpenCursors() {
  scratch_.candidates.Clear();
  AKIN_TRY(index_.Rows(vertex_, scoring_.fingerprints(), scratch_.rows));
  size_t open = 0;
  scratch_.cursors.resize(std::max<size_t>(scratch_.cursors.size(), scratch_.rows.size()));
  for (uint32_t f = 0; f < scratch_.rows.size(); ++f) {
    if (scratch_.rows[f] == kAlone) continue;
    TreeCursor& cursor = scratch_.cursors[open++];
    cursor.fingerprint = f;
    cursor.place.block = scratch_.rows[f] - 1;
    const ForestShard& shard = index_.ShardOf(f);
    AKIN_TRY(shard.Block(f % kShardFingerprints, cursor.place.block, cursor.home));
    ++blocks_;
    const size_t index = cursor.home.Find(vertex_);
    if (index == cursor.home.count) return index_.RowLies(f);
    cursor.place.index = static_cast<uint32_t>(index);
    cursor.left.block = cursor.right.block = cursor.place.block;
    cursor.left.index = cursor.right.index = cursor.place.index;
    cursor.left.away = cursor.right.away = false;
    cursor.left_label = cursor.home.labels[index];
    AKIN_TRY(StepRight(cursor));
  }
  scratch_.cursors.resize(open);
  return {};
}

// Takes in all members that met the query at `time`; those of earlier times are in already.
Status ForestQuery::TakeIn(TreeCursor& cursor, uint8_t time) {
  const ScoreSum& contribution = scoring_.At(time);
  Candidates& candidates = scratch_.candidates;
  while (cursor.left_label <= time) {
    AKIN_TRY(StepLeft(cursor));
    const ForestBlock& block = BlockAt(cursor, cursor.left);
    candidates.Add(block.members[cursor.left.index], contribution);
    ++members_;
  }
  while (cursor.right_label <= time) {
    const ForestBlock& block = BlockAt(cursor, cursor.right);
    candidates.Add(block.members[cursor.right.index], contribution);
    ++members_;
    AKIN_TRY(StepRight(cursor));
  }
  return {};
}

Status ForestQuery::StepLeft(TreeCursor& cursor) {
  TreeCursor::End& left = cursor.left;
  if (left.index > 0) {
    --left.index;
  } else {
    // A label other than kNewTree says that there is a member before this one.
    AKIN_TRY(index_.ShardOf(cursor.fingerprint)
                 .Block(cursor.fingerprint % kShardFingerprints, left.block - 1, left.copy));
    ++blocks_;
    --left.block;
    left.away = true;
    left.index = static_cast<uint32_t>(left.copy.count - 1);
  }
  cursor.left_label = BlockAt(cursor, left).labels[left.index];
  return {};
}

Status ForestQuery::StepRight(TreeCursor& cursor) {
  TreeCursor::End& right = cursor.right;
  ++right.index;
  if (right.index == BlockAt(cursor, right).count) {
    const ForestShard& shard = index_.ShardOf(cursor.fingerprint);
    const uint32_t f = cursor.fingerprint % kShardFingerprints;
    if (right.block + 1 == shard.blocks(f)) {
      cursor.right_label = kNewTree;
      return {};
    }
    AKIN_TRY(shard.Block(f, right.block + 1, right.copy));
    ++blocks_;
    ++right.block;
    right.away = true;
    right.index = 0;
  }
  cursor.right_label = BlockAt(cursor, right).labels[right.index];
  return {};
}

uint64_t ForestQuery::UnseenBound() const {
  uint64_t bound = 0;
  for (const TreeCursor& cursor : scratch_.cursors) bound += scoring_.Weight(cursor.next_label());
  return bound;
}

// The sum that a vertex needs to be a hit as far as is known: that of the k-th best so far, or of
// the least score wanted.
Result<uint64_t> ForestQuery::Threshold() {
  const uint64_t least = std::max<uint64_t>(1, scoring_.SumFor(options_.min_score));
  if (options_.k == 0) return least;
  std::vector<uint64_t>& best = scratch_.best;
  best.clear();
  for (const Candidate& candidate : scratch_.candidates.list()) {
    const uint64_t sum = candidate.sums.sum;
    if (best.size() == options_.k && sum <= best.front()) continue;
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(candidate.vertex));
    if (!allowed) continue;
    if (best.size() == options_.k) {
      std::pop_heap(best.begin(), best.end(), std::greater<>());
      best.pop_back();
    }
    best.push_back(sum);
    std::push_heap(best.begin(), best.end(), std::greater<>());
  }
  return best.size() == options_.k ? std::max(least, best.front()) : least;
}

Result<bool> ForestQuery::TryToFinish(uint8_t time, Answer& answer) {
  const uint64_t unseen = UnseenBound();
  AKIN_TRY_ASSIGN(const uint64_t threshold, Threshold());
  // At equality an unseen vertex could tie with the k-th and come before it by name.
  if (unseen >= threshold) return false;

  const auto trees = static_cast<uint64_t>(scratch_.cursors.size());
  const uint64_t later = scoring_.Weight(static_cast<uint8_t>(time + 1));
  std::vector<VertexId> contenders;
  for (const Candidate& candidate : scratch_.candidates.list()) {
    const uint64_t gain = std::min(unseen, (trees - candidate.meetings) * later);
    if (candidate.sums.sum + gain >= threshold) contenders.push_back(candidate.vertex);
  }
  if (contenders.size() * trees * kResolveCost > MembersLeft()) return false;
  AKIN_TRY(Resolve(contenders, answer));
  return true;
}

// Members of the trees that are not taken in yet, to within a block at both ends.
uint64_t ForestQuery::MembersLeft() const {
  uint64_t members = 0;
  for (const TreeCursor& cursor : scratch_.cursors) {
    const ForestShard& shard = index_.ShardOf(cursor.fingerprint);
    const uint32_t f = cursor.fingerprint % kShardFingerprints;
    const auto reach = shard.Reach(f, 0, shard.blocks(f));
    if (!reach.ok()) continue;  // whoever reads on will find out
    if (cursor.left_label != kNewTree) {
      const void* end = ::memrchr(reach->data(), kNewTree, cursor.left.block);
      const size_t begin = end == nullptr ? 0 : static_cast<const uint8_t*>(end) - reach->data();
      members += (cursor.left.block - begin) * kBlockMembers + cursor.left.index;
    }
    if (cursor.right_label != kNewTree) {
      const size_t first = cursor.right.block + size_t{1};
      const void* end = std::memchr(reach->data() + first, kNewTree, reach->size() - first);
      const size_t stop =
          end == nullptr ? reach->size() : static_cast<const uint8_t*>(end) - reach->data();
      members += (stop - first + 1) * kBlockMembers - cursor.right.index;
    }
  }
  return members;
}

Result<bool> ForestQuery::Allowed(VertexId vertex) const {
  if (!filter_) return true;
  return filter_(vertex);
}

void ForestQuery::AddHit(VertexId vertex, const ScoreSum& sums, Answer& answer) const {
  if (sums.sum < scoring_.SumFor(options_.min_score)) return;
  answer.hits.push_back({.vertex = vertex, .score = scoring_.From(sums)});
}

Status ForestQuery::CollectAll(Answer& answer) {
  AKIN_TRY_ASSIGN(const uint64_t threshold, Threshold());
  for (const Candidate& candidate : scratch_.candidates.list()) {
    if (candidate.sums.sum < threshold) continue;
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(candidate.vertex));
    if (allowed) AddHit(candidate.vertex, candidate.sums, answer);
  }
  return {};
}

Status ForestQuery::Resolve(const std::vector<VertexId>& contenders, Answer& answer) {
  for (const VertexId contender : contenders) {
    AKIN_TRY_ASSIGN(const bool allowed, Allowed(contender));
    if (!allowed) continue;
    AKIN_TRY(index_.Rows(contender, scoring_.fingerprints(), scratch_.other_rows));
    ScoreSum sums;
    for (const TreeCursor& cursor : scratch_.cursors) {
      const uint32_t row = scratch_.other_rows[cursor.fingerprint];
      if (row == kAlone) continue;
      AKIN_TRY_ASSIGN(const uint8_t time, index_.MeetingTime(cursor.fingerprint, cursor.home,
                                                             cursor.place, contender, row - 1));
      AddTo(sums, scoring_.At(time));
    }
    ++answer.work.resolved;
    AddHit(contender, sums, answer);
  }
  return {};
}

}  // namespace akin
