#include "query/class_query.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

// The cost of looking up the rows of one candidate, in members read. Both ways give the same
// answer; this only chooses the cheaper one.
constexpr uint64_t kRowCost = 1000;

}  // namespace

uint64_t ClassQuery::Class::size() const {
  uint64_t members = (uint64_t{last_block} - first_block + 1 - parts.size()) * kClassBlockMembers;
  for (const Part& part : parts) members += part.members.size();
  return members;
}

Status ClassQuery::OpenClasses() {
  classes_.clear();
  AKIN_TRY(index_.Rows(vertex_, used_, rows_));
  for (uint32_t forest = 0; forest < rows_.size(); ++forest) {
    if (rows_[forest] != kAlone) AKIN_TRY(OpenClass(forest, rows_[forest] - 1));
  }
  return {};
}

// Classes are contiguous, so this one extends to the blocks before and behind, until a class
// begins.
Status ClassQuery::OpenClass(uint32_t forest, uint32_t home) {
  const ForestShard& shard = ShardOf(forest);
  const uint32_t f = InShard(forest);
  const unsigned k = forest % index_.walk().layers() + 1;
  if (scoring_.Weight(static_cast<uint8_t>(k)) == 0) return {};  // farther than requested
  Class& wanted = classes_.emplace_back();
  wanted.forest = forest;
  wanted.weight = scoring_.Weight(static_cast<uint8_t>(k));

  std::array<VertexId, kClassBlockMembers> room;
  AKIN_TRY_ASSIGN(auto members, shard.Members(f, home, room));
  AKIN_TRY_ASSIGN(auto starts, shard.ClassStarts(f, home));
  ++blocks_;
  const auto at =
      static_cast<size_t>(std::find(members.begin(), members.end(), vertex_) - members.begin());
  if (at == members.size()) return index_.DamagedRow(forest / index_.walk().layers());
  size_t begin = at;
  while (begin > 0 && !StartsClass(starts, begin)) --begin;
  const bool goes_back = !StartsClass(starts, begin);
  size_t end = at + 1;
  while (end < members.size() && !StartsClass(starts, end)) ++end;
  bool goes_on = end == members.size();
  wanted.parts.push_back({.block = home,
                          .members = {members.begin() + static_cast<ptrdiff_t>(begin),
                                      members.begin() + static_cast<ptrdiff_t>(end)}});

  AKIN_TRY_ASSIGN(const auto reach, shard.Reach(f, 0, shard.blocks(f)));
  wanted.first_block = home;
  if (goes_back) {
    uint32_t block = home;
    do {
      if (block == 0) return index_.DamagedRow(forest / index_.walk().layers());
      --block;
    } while (reach[block] != kNewTree);
    AKIN_TRY_ASSIGN(members, shard.Members(f, block, room));
    AKIN_TRY_ASSIGN(starts, shard.ClassStarts(f, block));
    ++blocks_;
    size_t last = members.size() - 1;
    while (last > 0 && !StartsClass(starts, last)) --last;
    wanted.first_block = block;
    wanted.parts.push_back(
        {.block = block,
         .members = {members.begin() + static_cast<ptrdiff_t>(last), members.end()}});
  }
  wanted.last_block = home;
  while (goes_on && wanted.last_block + 1 < reach.size()) {
    const uint32_t block = ++wanted.last_block;
    if (reach[block] != kNewTree) continue;
    goes_on = false;
    AKIN_TRY_ASSIGN(members, shard.Members(f, block, room));
    AKIN_TRY_ASSIGN(starts, shard.ClassStarts(f, block));
    ++blocks_;
    size_t first = 0;
    while (first < members.size() && !StartsClass(starts, first)) ++first;
    if (first == members.size()) return index_.DamagedRow(forest / index_.walk().layers());
    wanted.parts.push_back(
        {.block = block,
         .members = {members.begin(), members.begin() + static_cast<ptrdiff_t>(first)}});
  }
  return {};
}

Status ClassQuery::ReadClass(const Class& wanted) {
  const ScoreSum contribution{.sum = wanted.weight, .squares = 0};
  std::array<VertexId, kClassBlockMembers> room;
  for (uint32_t block = wanted.first_block; block <= wanted.last_block; ++block) {
    const auto part = std::find_if(wanted.parts.begin(), wanted.parts.end(),
                                   [&](const Part& p) { return p.block == block; });
    if (part != wanted.parts.end()) {
      candidates_.AddAll(part->members, contribution);
      members_ += part->members.size();
      continue;
    }
    AKIN_TRY_ASSIGN(const auto members,
                    ShardOf(wanted.forest).Members(InShard(wanted.forest), block, room));
    candidates_.AddAll(members, contribution);
    members_ += members.size();
    ++blocks_;
  }
  return {};
}

bool ClassQuery::Holds(const Class& wanted, VertexId other, uint32_t row) {
  if (row == kAlone) return false;
  const uint32_t block = row - 1;
  if (block < wanted.first_block || block > wanted.last_block) return false;
  for (const Part& part : wanted.parts) {
    if (part.block != block) continue;
    return std::binary_search(part.members.begin(), part.members.end(), other);
  }
  return true;
}

Result<ScoreSum> ClassQuery::SumsOf(VertexId other) {
  AKIN_TRY(index_.Rows(other, used_, rows_));
  const unsigned layers = index_.walk().layers();
  ScoreSum sums;
  uint64_t contribution = 0;  // of one fingerprint, whose classes come one after another
  for (size_t i = 0; i < classes_.size(); ++i) {
    const Class& wanted = classes_[i];
    if (Holds(wanted, other, rows_[wanted.forest])) contribution += wanted.weight;
    const bool last =
        i + 1 == classes_.size() || classes_[i + 1].forest / layers != wanted.forest / layers;
    if (!last || contribution == 0) continue;
    AddTo(sums, {.sum = contribution, .squares = scoring_.SquareOf(contribution)});
    contribution = 0;
  }
  return sums;
}

Status ClassQuery::Sums(std::span<const VertexId> others, std::span<ScoreSum> sums) {
  if (!opened_) AKIN_TRY(OpenClasses());
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i] == vertex_) continue;
    AKIN_TRY_ASSIGN(sums[i], SumsOf(others[i]));
  }
  return {};
}

Result<uint64_t> ClassQuery::Threshold(const HitFilter& filter) {
  best_.Reset(wanted_);
  if (wanted_.k == 0) return best_.threshold();
  for (size_t i = 0; i < candidates_.size(); ++i) {
    const Candidate candidate = candidates_[i];
    if (candidate.vertex == vertex_ || candidate.sums.sum <= best_.threshold()) continue;
    if (filter) {
      AKIN_TRY_ASSIGN(const bool allowed, filter(candidate.vertex));
      if (!allowed) continue;
    }
    best_.Offer(candidate.sums.sum);
  }
  return best_.threshold();
}

Result<std::vector<Candidate>> ClassQuery::Contenders(const RelatedOptions& options,
                                                      const HitFilter& filter, uint64_t unread) {
  AKIN_TRY_ASSIGN(const uint64_t threshold, Threshold(filter));
  std::vector<Candidate> contenders;
  for (const VertexId v : candidates_.met()) {
    if (candidates_.SumOf(v) + unread >= threshold && Passes(options, v)) {
      contenders.push_back(candidates_.Of(v));
    }
  }
  return contenders;
}

// The most promising candidates come first: their full sums raise the threshold, and most others
// then fall short without a look-up.
Status ClassQuery::Resolve(std::vector<Candidate> contenders, const HitFilter& filter,
                           uint64_t unread, SummedAnswer& answer) {
  std::sort(contenders.begin(), contenders.end(), [](const Candidate& a, const Candidate& b) {
    return a.sums.sum != b.sums.sum ? a.sums.sum > b.sums.sum : a.vertex < b.vertex;
  });
  best_.Reset(wanted_);
  for (const Candidate& contender : contenders) {
    uint64_t sum = contender.sums.sum;
    if (contender.vertex == vertex_ || sum + unread < best_.threshold()) continue;
    if (filter) {
      AKIN_TRY_ASSIGN(const bool allowed, filter(contender.vertex));
      if (!allowed) continue;
    }
    if (unread > 0) {
      ++answer.work.resolved;
      AKIN_TRY_ASSIGN(const ScoreSum sums, SumsOf(contender.vertex));
      sum = sums.sum;
    }
    if (sum < wanted_.least) continue;
    best_.Offer(sum);
    answer.hits.push_back({.vertex = contender.vertex, .sums = {.sum = sum}});
  }
  return {};
}

Result<SummedAnswer> ClassQuery::Related(const RelatedOptions& options, const WantedSums& wanted,
                                         const HitFilter& filter, const std::stop_token& stop) {
  wanted_ = wanted;
  AKIN_TRY(candidates_.Reset(index_.vertices()));
  AKIN_TRY(OpenClasses());
  std::vector<uint32_t> order(classes_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return classes_[a].size() < classes_[b].size(); });
  uint64_t unread = 0;  // the most that all unread classes together can still add
  uint64_t members_unread = 0;
  for (const Class& c : classes_) {
    unread += c.weight;
    members_unread += c.size();
  }
  uint64_t next_pass = 0;
  bool far = false;  // the best of those that pass are too far away to be met
  for (const uint32_t number : order) {
    if (stop.stop_requested()) return Interrupted();
    AKIN_TRY(ReadClass(classes_[number]));
    unread -= classes_[number].weight;
    members_unread -= classes_[number].size();
    if (!options.stop_early || members_ < next_pass) continue;
    next_pass = members_ + 4 * candidates_.size() + 2000;
    AKIN_TRY_ASSIGN(const uint64_t threshold, Threshold(filter));
    if (unread >= threshold) {
      // Then looking up all that pass is at most twice as dear as the cheaper way.
      far = options.filter != nullptr && members_ >= options.filter->size() * kRowCost;
      if (far) break;
      continue;
    }
    uint64_t contenders = 0;
    for (const VertexId v : candidates_.met()) {
      contenders += candidates_.SumOf(v) + unread >= threshold && Passes(options, v) ? 1 : 0;
    }
    if (contenders * kRowCost <= members_unread) break;
  }
  SummedAnswer answer;
  std::vector<Candidate> contenders;
  if (far) {
    for (const VertexId v : options.filter->Members()) {
      if (v < index_.vertices()) contenders.push_back(candidates_.Of(v));
    }
  } else {
    AKIN_TRY_ASSIGN(contenders, Contenders(options, filter, unread));
  }
  AKIN_TRY(Resolve(std::move(contenders), filter, unread, answer));
  KeepWanted(std::move(answer.hits), wanted_, best_.threshold(), scoring_, answer);
  // Squares need the separate contributions, which are all equal if there is one distance.
  for (SummedHit& hit : answer.hits) {
    if (index_.walk().layers() == 1) {
      hit.sums = scoring_.SumsOfEqual(hit.sums.sum);
      continue;
    }
    if (wanted_.squares) {
      AKIN_TRY_ASSIGN(hit.sums, SumsOf(hit.vertex));
    }
  }
  answer.work.members = members_;
  answer.work.blocks = blocks_;
  answer.work.candidates = candidates_.size();
  candidates_.CountResident();
  return answer;
}

}  // namespace akin
