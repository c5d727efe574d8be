#include "query/forest_index.h"

#include <fmt/format.h>

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "query/class_query.h"
#include "query/forest_query.h"

namespace akin {

ForestIndex::ForestIndex() = default;
ForestIndex::~ForestIndex() = default;

Result<std::unique_ptr<OpenedIndex>> ForestIndex::Open(const std::string& directory,
                                                       const IndexManifest& manifest,
                                                       VertexId vertices) {
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
  for (size_t i = 0; i < plan.size(); ++i) {
    AKIN_TRY_ASSIGN(auto shard, ForestShard::Open(Join(directory, manifest.shards[i].file)));
    if (shard->container().identity() != manifest.shards[i].identity ||
        shard->container().bytes() != manifest.shards[i].bytes ||
        !(shard->parameters() == plan[i])) {
      return Damaged(shard->container().path(), "not the file that the manifest names");
    }
    index->shards_.push_back(std::move(shard));
  }
  return std::unique_ptr<OpenedIndex>(std::move(index));
}

std::vector<const Container*> ForestIndex::files() const {
  std::vector<const Container*> files;
  for (const auto& shard : shards_) files.push_back(&shard->container());
  return files;
}

Status ForestIndex::Rows(VertexId vertex, unsigned fingerprints,
                         std::vector<uint32_t>& rows) const {
  const size_t forests = size_t{fingerprints} * walk_.layers();
  rows.clear();
  for (const auto& shard : shards_) {
    if (rows.size() >= forests) break;
    const size_t begin = rows.size();
    rows.resize(begin + shard->parameters().forests());
    AKIN_TRY(shard->Row(vertex, std::span(rows).subspan(begin)));
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

void ForestIndex::ReturnScratch(std::unique_ptr<Scratch> scratch) const {
  const std::lock_guard lock(scratch_mutex_);
  scratch_.push_back(std::move(scratch));
}

Result<Answer> ForestIndex::Related(VertexId vertex, const RelatedOptions& options,
                                    const HitFilter& filter, const std::stop_token& stop) const {
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringFor(options));
  auto scratch = TakeScratch();
  if (walk_.classes()) {
    Result<Answer> answer =
        ClassQuery(*this, vertex, scoring, scratch->candidates).Related(options, filter, stop);
    ReturnScratch(std::move(scratch));
    return answer;
  }
  Result<Answer> answer = ForestQuery(*this, vertex, options, scoring, filter, *scratch).Run(stop);
  ReturnScratch(std::move(scratch));
  return answer;
}

Result<Score> ForestIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const std::vector<Score> scores, Sims(a, {&b, 1}, options));
  return scores.front();
}

Result<std::vector<ForestIndex::Home>> ForestIndex::HomesOf(VertexId vertex,
                                                            unsigned fingerprints) const {
  std::vector<uint32_t> rows;
  AKIN_TRY(Rows(vertex, fingerprints, rows));
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

Result<std::vector<Score>> ForestIndex::Sims(VertexId a, std::span<const VertexId> others,
                                             const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringFor(options));
  const Score itself = scoring.OfItself(walk_);
  std::vector<Score> scores(others.size(), itself);
  if (walk_.classes()) {
    Candidates none;
    AKIN_TRY(ClassQuery(*this, a, scoring, none).Sims(others, scores));
    return scores;
  }
  std::vector<ScoreSum> sums(others.size());
  AKIN_TRY(EachMeeting(a, others, scoring.fingerprints(),
                       [&](size_t i, uint8_t time) { AddTo(sums[i], scoring.At(time)); }));
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i] != a) scores[i] = scoring.From(sums[i]);
  }
  return scores;
}

Status ForestIndex::EachMeeting(VertexId a, std::span<const VertexId> others, unsigned fingerprints,
                                const MeetingVisit& visit) const {
  AKIN_TRY_ASSIGN(const std::vector<Home> homes, HomesOf(a, fingerprints));
  std::vector<uint32_t> rows;
  ForestBlock room;
  for (size_t i = 0; i < others.size(); ++i) {
    if (others[i] == a) continue;
    AKIN_TRY(Rows(others[i], fingerprints, rows));
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
