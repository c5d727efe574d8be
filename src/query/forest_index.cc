#include "query/forest_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "query/class_query.h"
#include "query/explaining.h"
#include "query/forest_query.h"

namespace akin {

ForestIndex::ForestIndex() = default;
ForestIndex::~ForestIndex() = default;

Result<std::unique_ptr<OpenedIndex>> ForestIndex::Open(const std::string& directory,
                                                       const IndexManifest& manifest,
                                                       VertexId vertices) {
  std::vector<uint32_t> all(manifest.shards.size());
  std::iota(all.begin(), all.end(), 0U);
  AKIN_TRY_ASSIGN(auto index, OpenSome(directory, manifest, vertices, all));
  return std::unique_ptr<OpenedIndex>(std::move(index));
}

Result<std::unique_ptr<ForestIndex>> ForestIndex::OpenSome(const std::string& directory,
                                                           const IndexManifest& manifest,
                                                           VertexId vertices,
                                                           std::span<const uint32_t> shards) {
  auto index = std::unique_ptr<ForestIndex>(new ForestIndex());
  index->manifest_ = manifest;
  index->walk_ = WalksOf(manifest.parameters);
  index->vertices_ = vertices;
  const uint64_t all = manifest.fingerprints().fingerprints;
  if ((all + kShardFingerprints - 1) / kShardFingerprints != manifest.shards.size()) {
    return Damaged(directory,
                   fmt::format("{} shards for {} fingerprints", manifest.shards.size(), all));
  }
  const auto plan = PlanShards(manifest, vertices);
  index->shards_.resize(plan.size());
  for (const uint32_t i : shards) {
    AKIN_TRY_ASSIGN(auto shard, ForestShard::Open(Join(directory, manifest.shards[i].file)));
    if (shard->container().identity() != manifest.shards[i].identity ||
        shard->container().bytes() != manifest.shards[i].bytes ||
        !(shard->parameters() == plan[i])) {
      return Damaged(shard->container().path(), "not the file that the manifest names");
    }
    index->shards_[i] = std::move(shard);
  }
  return index;
}

std::vector<const Container*> ForestIndex::files() const {
  std::vector<const Container*> files;
  for (const auto& shard : shards_) {
    if (shard != nullptr) files.push_back(&shard->container());
  }
  return files;
}

ForestIndex::Used ForestIndex::UsedFor(VertexId vertex, const RelatedOptions& options) const {
  const unsigned all = fingerprints().fingerprints;
  return {.fingerprints = std::min(options.fingerprints.value_or(all), all),
          .shards = ShardChoice(vertex, options.share, shards_.size())};
}

unsigned ForestIndex::CountOf(const Used& used) const {
  unsigned count = 0;
  for (size_t i = 0; i * kShardFingerprints < used.fingerprints; ++i) {
    const auto begin = static_cast<unsigned>(i * kShardFingerprints);
    if (used.shards.Has(i)) count += std::min(kShardFingerprints, used.fingerprints - begin);
  }
  return count;
}

Result<unsigned> ForestIndex::FingerprintsUsed(VertexId vertex,
                                               const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringFor(options, UsedFor(vertex, options)));
  return scoring.fingerprints();
}

Status ForestIndex::Rows(VertexId vertex, const Used& used, std::vector<uint32_t>& rows) const {
  const size_t forests = size_t{used.fingerprints} * walk_.layers();
  rows.clear();
  for (size_t i = 0; i < shards_.size() && rows.size() < forests; ++i) {
    const size_t begin = rows.size();
    const auto first = static_cast<unsigned>(i * kShardFingerprints);
    const unsigned in_shard = std::min(kShardFingerprints, fingerprints().fingerprints - first);
    rows.resize(begin + size_t{in_shard} * walk_.layers(), kAlone);
    if (used.shards.Has(i)) AKIN_TRY(shards_[i]->Row(vertex, std::span(rows).subspan(begin)));
  }
  rows.resize(forests);
  return {};
}

Status ForestIndex::DamagedRow(uint32_t fingerprint) const {
  return Damaged(ShardOf(fingerprint).container().path(),
                 fmt::format("a row of fingerprint {} names the wrong block; build the index again",
                             fingerprint));
}

Result<uint8_t> ForestIndex::MeetingTime(uint32_t fingerprint, const ForestBlock& home,
                                         const ForestPlace& place, VertexId other,
                                         uint32_t other_block, ForestBlock& room) const {
  const ForestShard& shard = ShardOf(fingerprint);
  const uint32_t f = fingerprint % kShardFingerprints;
  const auto largest = [](const ForestBlock& block, size_t begin, size_t end) {
    return *std::max_element(block.labels.begin() + begin, block.labels.begin() + end);
  };
  if (other_block == place.block) {
    const size_t index = home.Find(other);
    if (index == home.count) return DamagedRow(fingerprint);
    return largest(home, std::min<size_t>(index, place.index) + 1,
                   std::max<size_t>(index, place.index) + 1);
  }
  // First use what is known without decoding: a tree that ends in between ends the search.
  uint8_t time = 0;
  const bool before = other_block < place.block;
  const uint32_t low = before ? other_block : place.block;
  const uint32_t high = before ? place.block : other_block;
  AKIN_TRY_ASSIGN(const auto between, shard.Reach(f, low + 1, high));
  if (!between.empty()) time = *std::max_element(between.begin(), between.end());
  if (before) {
    time = std::max(time, largest(home, 0, place.index + 1));
  } else if (place.index + 1 < home.count) {
    time = std::max(time, largest(home, place.index + 1, home.count));
  }
  if (time == kNewTree) return kNewTree;

  AKIN_TRY(shard.Block(f, other_block, room));
  const size_t index = room.Find(other);
  if (index == room.count) return DamagedRow(fingerprint);
  if (!before) return std::max(time, largest(room, 0, index + 1));
  if (index + 1 == room.count) return time;
  return std::max(time, largest(room, index + 1, room.count));
}

std::unique_ptr<ForestIndex::Scratch> ForestIndex::TakeScratch() const {
  const std::lock_guard lock(scratch_mutex_);
  if (scratch_.empty()) return std::make_unique<Scratch>();
  auto scratch = std::move(scratch_.back());
  scratch_.pop_back();
  return scratch;
}

std::unique_ptr<ForestIndex::Scratch> ForestIndex::TakeScratchOf(VertexId vertex, const Used& used,
                                                                 const Scoring& scoring) const {
  const std::lock_guard lock(scratch_mutex_);
  const auto found = std::find_if(scratch_.begin(), scratch_.end(), [&](const auto& scratch) {
    return scratch->last.has_value() && scratch->last->vertex == vertex &&
           scratch->last->used == used && scratch->last->scoring == scoring;
  });
  if (found == scratch_.end()) return nullptr;
  auto scratch = std::move(*found);
  scratch_.erase(found);
  return scratch;
}

void ForestIndex::ReturnScratch(std::unique_ptr<Scratch> scratch) const {
  const std::lock_guard lock(scratch_mutex_);
  scratch_.push_back(std::move(scratch));
}

Result<SummedAnswer> ForestIndex::RelatedSums(VertexId vertex, const RelatedOptions& options,
                                              const WantedSums& wanted, const Used& used,
                                              const Scoring& scoring, const HitFilter& filter,
                                              const std::stop_token& stop) const {
  auto scratch = TakeScratch();
  scratch->last.reset();
  const auto ask_classes = [&]() -> Result<SummedAnswer> {
    ClassQuery query(*this, vertex, used, scoring, scratch->candidates);
    AKIN_TRY_ASSIGN(SummedAnswer answer, query.Related(options, wanted, filter, stop));
    if (wanted.first) {
      scratch->classes = query.TakeClasses();
      scratch->last = QueryKey{vertex, used, scoring};
    }
    return answer;
  };
  Result<SummedAnswer> answer =
      walk_.classes()
          ? ask_classes()
          : ForestQuery(*this, vertex, options, wanted, used, scoring, filter, *scratch).Run(stop);
  ReturnScratch(std::move(scratch));
  return answer;
}

Result<Answer> ForestIndex::Related(VertexId vertex, const RelatedOptions& options,
                                    const HitFilter& filter, const std::stop_token& stop) const {
  const Used used = UsedFor(vertex, options);
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringFor(options, used));
  AKIN_TRY_ASSIGN(const SummedAnswer best,
                  RelatedSums(vertex, options,
                              {.k = options.k,
                               .least = scoring.LeastSum(options.min_score),
                               .first = !walk_.classes()},  // a closer look may follow
                              used, scoring, filter, stop));
  return Answer{.hits = HitsOf(best.hits, scoring), .work = best.work};
}

Result<Score> ForestIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const std::vector<Score> scores, Sims(a, {&b, 1}, options));
  return scores.front();
}

Result<std::vector<ForestIndex::Home>> ForestIndex::HomesOf(VertexId vertex,
                                                            const Used& used) const {
  std::vector<uint32_t> rows;
  AKIN_TRY(Rows(vertex, used, rows));
  std::vector<Home> homes;
  for (uint32_t f = 0; f < rows.size(); ++f) {
    if (rows[f] == kAlone) continue;
    Home& home = homes.emplace_back(Home{.fingerprint = f, .place = {.block = rows[f] - 1}});
    AKIN_TRY(ShardOf(f).Block(f % kShardFingerprints, home.place.block, home.block));
    home.place.index = static_cast<uint32_t>(home.block.Find(vertex));
    if (home.place.index == home.block.count) return DamagedRow(f);
  }
  return homes;
}

Result<std::vector<ForestIndex::MeetingSums>> ForestIndex::SumsOf(VertexId a,
                                                                  std::span<const VertexId> others,
                                                                  const Used& used,
                                                                  const Scoring& scoring) const {
  std::vector<MeetingSums> sums(others.size());
  auto scratch = TakeScratchOf(a, used, scoring);
  Status status;
  if (walk_.classes()) {
    Candidates none;
    ClassQuery query(*this, a, used, scoring, none);
    if (scratch != nullptr) query.PutClasses(std::move(scratch->classes));
    std::vector<ScoreSum> of_classes(others.size());
    status = query.Sums(others, of_classes);
    for (size_t i = 0; i < sums.size(); ++i) sums[i].all = of_classes[i];
    if (scratch != nullptr) scratch->classes = query.TakeClasses();
  } else if (scratch != nullptr) {
    const RelatedOptions options;
    const HitFilter all;
    status = ForestQuery(*this, a, options, {}, used, scoring, all, *scratch).Sums(others, sums);
  } else {
    status = EachMeeting(a, others, used, [&](size_t i, uint8_t time) {
      AddTo(sums[i].all, scoring.At(time));
      if (time == 1) ++sums[i].first;
    });
  }
  if (scratch != nullptr) ReturnScratch(std::move(scratch));
  AKIN_TRY(status);
  return sums;
}

Result<std::vector<Score>> ForestIndex::Sims(VertexId a, std::span<const VertexId> others,
                                             const RelatedOptions& options) const {
  const Used used = UsedFor(a, options);
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringFor(options, used));
  AKIN_TRY_ASSIGN(const std::vector<MeetingSums> found, SumsOf(a, others, used, scoring));
  std::vector<ScoreSum> sums;
  for (const MeetingSums& one : found) sums.push_back(one.all);
  return scoring.ScoresOf(a, others, sums, walk_);
}

Result<std::vector<Contributions>> ForestIndex::LaterMeetings(VertexId a,
                                                              std::span<const VertexId> others,
                                                              const RelatedOptions& options) const {
  const Used used = UsedFor(a, options);
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringFor(options, used));
  AKIN_TRY_ASSIGN(const std::vector<MeetingSums> sums, SumsOf(a, others, used, scoring));
  std::vector<Contributions> later;
  for (const MeetingSums& one : sums) later.push_back(scoring.Later(one.all, one.first));
  return later;
}

// The causes are computed from the links or bags. Should the index have other fingerprints than
// these give, it is not one of this corpus, whatever its checksums say. Which shard lies, a score
// does not tell.
Result<ExplainedPart> ForestIndex::Explain(VertexId a, VertexId b, const ExplainOptions& options,
                                           const ExplainSources& sources) const {
  AKIN_TRY_ASSIGN(ExplainedPart part,
                  ExplainFingerprints(manifest_.parameters, a, b, options, sources));
  AKIN_TRY_ASSIGN(const Score score, Sim(a, b, QueryOf(options)));
  if (part.score.value == score.value) return part;
  return Damaged(DirectoryOf(shards_.front()->container().path()),
                 "it has other fingerprints than the corpus gives; build the index again");
}

Status ForestIndex::EachMeeting(VertexId a, std::span<const VertexId> others, const Used& used,
                                const MeetingVisit& visit) const {
  AKIN_TRY_ASSIGN(const std::vector<Home> homes, HomesOf(a, used));
  std::vector<uint32_t> rows;
  ForestBlock room;
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i] == a) continue;
    AKIN_TRY(Rows(others[i], used, rows));
    for (const auto& [f, place, home] : homes) {
      if (rows[f] == kAlone) continue;
      AKIN_TRY_ASSIGN(const uint8_t time,
                      MeetingTime(f, home, place, others[i], rows[f] - 1, room));
      if (time != kNewTree) visit(i, time);
    }
  }
  return {};
}

}  // namespace akin
