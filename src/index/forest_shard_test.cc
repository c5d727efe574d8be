#include "index/forest_shard.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "file_tree.h"
#include "index/forest_shard_writer.h"
#include "measure_lists.h"
#include "temp_dir.h"

namespace akin {
namespace {

struct OwnForest {
  std::vector<VertexId> members;
  std::vector<uint8_t> labels;
};

// Some of the vertices in random order, cut into trees.
OwnForest RandomForest(VertexId vertices, double share, unsigned length, uint32_t seed) {
  std::mt19937 random(seed);
  OwnForest forest;
  forest.members.resize(vertices);
  std::iota(forest.members.begin(), forest.members.end(), 0U);
  std::shuffle(forest.members.begin(), forest.members.end(), random);
  forest.members.resize(static_cast<size_t>(share * vertices));
  for (size_t i = 0; i < forest.members.size(); ++i) {
    const bool starts = i == 0 || random() % 50 == 0;
    forest.labels.push_back(starts ? kNewTree : static_cast<uint8_t>(1 + random() % length));
  }
  return forest;
}

class ForestShardTest : public testing::Test {
 protected:
  // Reuses a writer: nothing of the previous shard may remain. In memory or spooled.
  void Write(const ShardParameters& parameters, const std::vector<OwnForest>& forests,
             const std::string& spool = {}) {
    ForestShardWriter writer(spool);
    writer.Begin(parameters);
    for (uint32_t f = 0; f < parameters.fingerprints; ++f) {
      Add(writer, f, RandomForest(parameters.vertices, 0.9, parameters.walk.length, 99 + f),
          parameters.vertices);
    }
    writer.Begin(parameters);
    for (uint32_t f = 0; f < forests.size(); ++f) Add(writer, f, forests[f], parameters.vertices);
    const auto identity = writer.Write(path_);
    ASSERT_TRUE(identity.ok()) << identity.status().message();
    ASSERT_EQ((*ForestShard::Open(path_))->container().identity(), *identity);
  }

  static void Add(ForestShardWriter& writer, uint32_t fingerprint, const OwnForest& forest,
                  VertexId vertices) {
    std::vector<uint32_t> places(vertices, kNoPlace);
    for (uint32_t i = 0; i < forest.members.size(); ++i) places[forest.members[i]] = i;
    const Status status = writer.AddForest(
        fingerprint, {.members = forest.members, .labels = forest.labels, .places = places});
    ASSERT_TRUE(status.ok()) << status.message();
  }

  void ExpectHolds(const ShardParameters& parameters, const std::vector<OwnForest>& forests);

  TempDir directory_;
  std::string path_ = directory_ / "shard.akin";
};

void ForestShardTest::ExpectHolds(const ShardParameters& parameters,
                                  const std::vector<OwnForest>& forests) {
  const auto shard = ForestShard::Open(path_);
  ASSERT_TRUE(shard.ok()) << shard.status().message();
  ASSERT_TRUE((*shard)->parameters() == parameters);
  const size_t block_members = (*shard)->block_members();
  std::vector<std::vector<uint32_t>> places(forests.size());  // by vertex, from 1; 0: alone
  for (uint32_t f = 0; f < forests.size(); ++f) {
    const OwnForest& forest = forests[f];
    const size_t members = forest.members.size();
    places[f].resize(parameters.vertices);
    for (uint32_t i = 0; i < members; ++i) places[f][forest.members[i]] = i + 1;
    ASSERT_EQ((*shard)->members(f), members);
    const auto blocks = static_cast<uint32_t>((members + block_members - 1) / block_members);
    ASSERT_EQ((*shard)->blocks(f), blocks);
    const auto reach = (*shard)->Reach(f, 0, blocks);
    ASSERT_TRUE(reach.ok());
    for (uint32_t b = 0; b < blocks; ++b) {
      ForestBlock block;
      ASSERT_TRUE((*shard)->Block(f, b, block).ok());
      const size_t begin = b * block_members;
      ASSERT_EQ(block.count, std::min(block_members, members - begin));
      for (size_t i = 0; i < block.count; ++i) {
        ASSERT_EQ(block.members[i], forest.members[begin + i]);
        ASSERT_EQ(block.labels[i], forest.labels[begin + i]);
      }
      const auto labels = forest.labels.begin() + static_cast<ptrdiff_t>(begin);
      ASSERT_EQ((*reach)[b], *std::max_element(labels, labels + block.count));
    }
    for (const uint32_t first : {0U, blocks / 3, blocks}) {
      std::vector<VertexId> visited;
      ASSERT_TRUE((*shard)
                      ->EachMembers(f, first, blocks,
                                    [&](std::span<const VertexId> some) {
                                      EXPECT_LE(some.size(), kMostBlockMembers);
                                      visited.insert(visited.end(), some.begin(), some.end());
                                    })
                      .ok());
      const size_t skipped = std::min(members, first * block_members);
      ASSERT_TRUE(std::ranges::equal(visited, std::span(forest.members).subspan(skipped)));
    }
  }
  std::vector<uint32_t> row(forests.size());
  for (VertexId v = 0; v < parameters.vertices; ++v) {
    ASSERT_TRUE((*shard)->Row(v, row).ok());
    for (uint32_t f = 0; f < forests.size(); ++f) {
      const uint32_t place = places[f][v];
      ASSERT_EQ(row[f], place == 0 ? kAlone : (place - 1) / block_members + 1) << v << ' ' << f;
    }
  }
}

RC_GTEST_FIXTURE_PROP(ForestShardTest, AnyForestsRoundTrip, ()) {
  const ShardParameters parameters{
      .walk = {.measure = *rc::gen::elementOf(WalkingMeasures()),
               .seed = *rc::gen::arbitrary<uint64_t>(),
               .length = *rc::gen::element(1U, 10U, 14U, 15U, 254U)},
      .first_fingerprint = *rc::gen::element(0U, 10U, 999'990U),
      .fingerprints = *rc::gen::inRange(1U, 11U),
      .vertices = *rc::gen::element(0U, 1U, 63U, 64U, 65U, 200U, 1000U),
      .graph_identity = *rc::gen::arbitrary<uint64_t>()};
  std::vector<OwnForest> forests;
  for (uint32_t f = 0; f < parameters.fingerprints; ++f) {
    forests.push_back(RandomForest(parameters.vertices, *rc::gen::element(0.0, 0.1, 0.9, 1.0),
                                   parameters.walk.length, f));
  }
  Write(parameters, forests);
  ExpectHolds(parameters, forests);
  RC_ASSERT(!testing::Test::HasFailure());
}

// Rows in several pieces, in memory and spooled: 150,000 vertices, of which the odd ones are alone.
TEST_F(ForestShardTest, ManyVerticesSpooledOrNot) {
  const ShardParameters parameters{.walk = {.length = 10}, .fingerprints = 3, .vertices = 150'000};
  std::vector<OwnForest> forests;
  for (uint32_t f = 0; f < 3; ++f) {
    forests.push_back(RandomForest(75'000, 1 - 0.3 * f, 10, f));
    for (VertexId& member : forests.back().members) member *= 2;
  }
  Write(parameters, forests);
  ExpectHolds(parameters, forests);
  const std::string bytes = ReadBytes(path_);
  Write(parameters, forests, directory_ / "spool");
  EXPECT_TRUE(ReadBytes(path_) == bytes);
}

TEST_F(ForestShardTest, BlocksOfALargeGraphAreLarger) {
  const ShardParameters parameters{
      .walk = {.length = 10}, .fingerprints = 2, .vertices = (64 << 16) + 1};
  std::vector<OwnForest> forests;
  for (uint32_t f = 0; f < 2; ++f) {
    forests.push_back(RandomForest(5000, 1, 10, f));
    for (VertexId& member : forests.back().members) member *= 800;
  }
  Write(parameters, forests);
  ExpectHolds(parameters, forests);
  EXPECT_EQ((*ForestShard::Open(path_))->block_members(), 128U);
}

TEST_F(ForestShardTest, ForestsWithoutMembersTakeNoRows) {
  const ShardParameters parameters{.walk = {.length = 10}, .fingerprints = 10, .vertices = 500};
  const std::vector<OwnForest> forests(10);
  Write(parameters, forests);
  ExpectHolds(parameters, forests);
}

TEST_F(ForestShardTest, WhatIsOutsideIsDamageAndNotACrash) {
  const ShardParameters parameters{.walk = {.length = 10}, .fingerprints = 2, .vertices = 100};
  Write(parameters, {RandomForest(100, 1, 10, 1), RandomForest(100, 0.5, 10, 2)});
  const auto shard = ForestShard::Open(path_);
  std::vector<uint32_t> row(2);
  EXPECT_EQ((*shard)->Row(128, row).code(), Code::kDamaged) << "beyond the last word of the bitmap";
  EXPECT_EQ((*shard)->Row(kNoVertex, row).code(), Code::kDamaged);
  ForestBlock block;
  EXPECT_EQ((*shard)->Block(1, 1'000'000, block).code(), Code::kDamaged);
  EXPECT_EQ((*shard)->Reach(1, 0, 1'000'000).status().code(), Code::kDamaged);
}

TEST_F(ForestShardTest, TheEstimateOfBytesIsNearTheFile) {
  const ShardParameters parameters{.walk = {.length = 10}, .fingerprints = 4, .vertices = 20'000};
  ForestShardWriter writer;
  writer.Begin(parameters);
  for (uint32_t f = 0; f < 4; ++f) Add(writer, f, RandomForest(20'000, 0.8, 10, f), 20'000);
  const auto estimate = static_cast<double>(writer.encoded_bytes());
  ASSERT_TRUE(writer.Write(path_).ok());
  EXPECT_NEAR(static_cast<double>(ReadBytes(path_).size()), estimate, 0.2 * estimate);
}

}  // namespace
}  // namespace akin
