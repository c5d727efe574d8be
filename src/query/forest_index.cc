#include "query/forest_index.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/try.h"
#include "query/class_query.h"
#include "query/forest_query.h"

namespace akin {

ForestIndex::ForestIndex() = default;
ForestIndex::~ForestIndex() = default;

Result<std::unique_ptr<ForestIndex>> ForestIndex::Open(const std::string& directory,
                                                       VertexId vertices, uint64_t graph_identity) {
  auto index = std::unique_ptr<ForestIndex>(new ForestIndex());
  AKIN_TRY_ASSIGN(index->manifest_, ReadIndexManifest(directory));
  index->vertices_ = vertices;
  const IndexManifest& manifest = index->manifest_;
  if (manifest.graph_identity != graph_identity) {
    return Status(Code::kDamaged,
                  fmt::format("{}: built from another graph than this corpus has; build it again",
                              directory));
  }
  const auto plan = PlanShards(manifest, vertices);
  if (plan.size() != manifest.shards.size()) {
    return Status(Code::kDamaged,
                  fmt::format("{}: damaged: {} shards for {} fingerprints", directory,
                              manifest.shards.size(), manifest.fingerprints));
  }
  for (size_t i = 0; i < plan.size(); ++i) {
    AKIN_TRY_ASSIGN(auto shard, ForestShard::Open(Join(directory, manifest.shards[i].file)));
    if (shard->container().identity() != manifest.shards[i].identity ||
        !(shard->parameters() == plan[i])) {
      return Status(Code::kDamaged, fmt::format("{}: damaged: not the file that the manifest names",
                                                shard->container().path()));
    }
    index->shards_.push_back(std::move(shard));
  }
  return index;
}

Status ForestIndex::Rows(VertexId vertex, unsigned fingerprints,
                         std::vector<uint32_t>& rows) const {
  const size_t forests = size_t{fingerprints} * manifest_.walk.layers();
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

Status ForestIndex::RowLies(uint32_t fingerprint) const {
  return Status(Code::kDamaged,
                fmt::format("{}: damaged: a row of fingerprint {} names the wrong block; build the "
                            "index again",
                            ShardOf(fingerprint).container().path(), fingerprint));
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
    if (index == home.count) return RowLies(fingerprint);
    return largest(home, std::min<size_t>(index, place.index) + 1,
                   std::max<size_t>(index, place.index) + 1);
  }
  // First what is known without decoding: a tree that ends in between ends the search.
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
  if (index == room.count) return RowLies(fingerprint);
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
                                    const HitFilter& filter) const {
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringFor(options));
  auto scratch = TakeScratch();
  if (manifest_.walk.measure == Measure::kXJaccard) {
    Result<Answer> answer =
        ClassQuery(*this, vertex, scoring, scratch->candidates).Related(options, filter);
    ReturnScratch(std::move(scratch));
    return answer;
  }
  Result<Answer> answer = ForestQuery(*this, vertex, options, scoring, filter, *scratch).Run();
  ReturnScratch(std::move(scratch));
  return answer;
}

Result<Score> ForestIndex::Sim(VertexId a, VertexId b, const RelatedOptions& options) const {
  AKIN_TRY_ASSIGN(const Scoring scoring, ScoringFor(options));
  if (a == b) return scoring.OfItself(manifest_.walk.measure, manifest_.walk.length);
  if (manifest_.walk.measure == Measure::kXJaccard) {
    Candidates none;
    return ClassQuery(*this, a, scoring, none).Sim(b);
  }
  std::vector<uint32_t> rows_a;
  std::vector<uint32_t> rows_b;
  AKIN_TRY(Rows(a, scoring.fingerprints(), rows_a));
  AKIN_TRY(Rows(b, scoring.fingerprints(), rows_b));
  ScoreSum sums;
  ForestBlock home;
  ForestBlock other;
  for (uint32_t f = 0; f < rows_a.size(); ++f) {
    if (rows_a[f] == kAlone || rows_b[f] == kAlone) continue;
    ForestPlace place{.block = rows_a[f] - 1};
    AKIN_TRY(ShardOf(f).Block(f % kShardFingerprints, place.block, home));
    place.index = static_cast<uint32_t>(home.Find(a));
    if (place.index == home.count) return RowLies(f);
    AKIN_TRY_ASSIGN(const uint8_t time, MeetingTime(f, home, place, b, rows_b[f] - 1, other));
    AddTo(sums, scoring.At(time));
  }
  return scoring.From(sums);
}

}  // namespace akin
