#include "index/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "container/sealed_json.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

class ManifestTest : public testing::Test {
 protected:
  static IndexManifest Default() { return {.parameters = *ResolveParameters({})}; }

  TempDir directory_;
};

RC_GTEST_FIXTURE_PROP(ManifestTest, RoundTrips, ()) {
  const double decay = *rc::gen::element(0.1, 0.6, 1.0 / 3, 0.30000000000000004);
  const auto seed = *rc::gen::arbitrary<uint64_t>();
  const auto iterations = *rc::gen::inRange(2U, 1001U);
  const FingerprintParameters fingerprints{.decay = decay,
                                           .length = *rc::gen::inRange(1U, 255U),
                                           .fingerprints = *rc::gen::inRange(1U, 1'000'001U),
                                           .seed = seed};
  const auto leaving =
      *rc::gen::element(Boilerplate::kKeep, Boilerplate::kSite, Boilerplate::kDrop);
  const std::vector<IndexParameters> kinds = {
      {Measure::kSimRank, Method::kWalks, leaving, fingerprints},
      {Measure::kPSimRank, Method::kWalks, leaving, fingerprints},
      {Measure::kText, Method::kClasses, Boilerplate::kKeep,
       FingerprintParameters{.fingerprints = 80, .seed = seed}},
      {Measure::kSimRank, Method::kPush, leaving,
       PushParameters{.decay = decay, .epsilon = 0.01, .seed = seed}},
      {Measure::kSimRank, Method::kSeries, leaving,
       SeriesParameters{.decay = decay, .iterations = iterations - 1}},
      {Measure::kCosineSimRank, Method::kNorms, leaving,
       NormsParameters{.decay = decay, .iterations = iterations}}};
  IndexManifest manifest{.parameters = kinds[*rc::gen::inRange(size_t{0}, kinds.size())],
                         .graph_identity = *rc::gen::arbitrary<uint64_t>()};
  const bool many = HasFingerprints(manifest.parameters.method);
  const auto shards = many ? *rc::gen::inRange(0, 20) : 1;
  for (int i = 0; i < shards; ++i) {
    manifest.shards.push_back({.file = "shard-" + std::to_string(i),
                               .bytes = *rc::gen::arbitrary<uint64_t>(),
                               .identity = *rc::gen::arbitrary<uint64_t>()});
  }
  RC_ASSERT(WriteIndexManifest(directory_.path(), manifest).ok());
  RC_ASSERT(*HasManifest(directory_.path()));
  const auto read = ReadIndexManifest(directory_.path());
  RC_ASSERT(read.ok());
  RC_ASSERT(read->parameters == manifest.parameters);
  RC_ASSERT(read->graph_identity == manifest.graph_identity);
  RC_ASSERT(read->shards.size() == manifest.shards.size());
  for (size_t i = 0; i < manifest.shards.size(); ++i) {
    RC_ASSERT(read->shards[i].file == manifest.shards[i].file);
    RC_ASSERT(read->shards[i].bytes == manifest.shards[i].bytes);
    RC_ASSERT(read->shards[i].identity == manifest.shards[i].identity);
  }
}

TEST_F(ManifestTest, AMissingManifestIsNotFound) {
  EXPECT_FALSE(*HasManifest(directory_.path()));
  EXPECT_EQ(ReadIndexManifest(directory_.path()).status().code(), Code::kNotFound);
}

TEST_F(ManifestTest, AManifestWithoutAMemberIsDamaged) {
  ASSERT_TRUE(WriteIndexManifest(directory_.path(), Default()).ok());
  const std::string path = directory_ / "manifest.json";
  const Json whole = *ReadSealedJson(path, "index");
  for (const char* name : {"measure", "decay", "length", "fingerprints", "seed", "graph"}) {
    Json json = whole;
    json.erase("checksum");
    json.erase(name);
    ASSERT_TRUE(WriteSealedJson(path, "index", json).ok());
    const Status status = ReadIndexManifest(directory_.path()).status();
    EXPECT_EQ(status.code(), Code::kDamaged) << name;
    EXPECT_THAT(status.message(), testing::HasSubstr(name));
  }
}

// A newer version may have more of them.
TEST_F(ManifestTest, AnUnknownMeasureOrMethodIsTooNew) {
  ASSERT_TRUE(WriteIndexManifest(directory_.path(), Default()).ok());
  const std::string path = directory_ / "manifest.json";
  const Json whole = *ReadSealedJson(path, "index");
  for (const char* name : {"measure", "method"}) {
    Json json = whole;
    json.erase("checksum");
    json[name] = "of-tomorrow";
    ASSERT_TRUE(WriteSealedJson(path, "index", json).ok());
    EXPECT_EQ(ReadIndexManifest(directory_.path()).status().code(), Code::kTooNew) << name;
  }
}

TEST_F(ManifestTest, ShardsOfTheWrongShapeAreDamage) {
  ASSERT_TRUE(WriteIndexManifest(directory_.path(), Default()).ok());
  const std::string path = directory_ / "manifest.json";
  const Json whole = *ReadSealedJson(path, "index");
  for (const Json& shards : {Json(5), Json("x"), Json::array({1}), Json::array({Json::object()}),
                             Json::array({nullptr}), Json({{"a", 1}})}) {
    Json json = whole;
    json.erase("checksum");
    json["shards"] = shards;
    ASSERT_TRUE(WriteSealedJson(path, "index", json).ok());
    EXPECT_EQ(ReadIndexManifest(directory_.path()).status().code(), Code::kDamaged)
        << shards.dump();
  }
}

RC_GTEST_PROP(ShardPlanTest, CoversEveryFingerprintOnceInTens, ()) {
  const auto fingerprints = *rc::gen::inRange(1U, 2000U);
  const IndexManifest manifest{
      .parameters = *ResolveParameters({.length = 7, .fingerprints = fingerprints, .seed = 5}),
      .graph_identity = 42};
  const auto plan = PlanShards(manifest, 100);
  uint32_t next = 0;
  std::set<std::string> files;
  for (size_t i = 0; i < plan.size(); ++i) {
    RC_ASSERT(plan[i].first_fingerprint == next);
    RC_ASSERT(plan[i].fingerprints >= 1U);
    RC_ASSERT(plan[i].fingerprints == kShardFingerprints || i + 1 == plan.size());
    RC_ASSERT(plan[i].vertices == 100U);
    RC_ASSERT(plan[i].graph_identity == 42U);
    next += plan[i].fingerprints;
    RC_ASSERT(files.insert(ShardFile(plan[i])).second);
  }
  RC_ASSERT(next == fingerprints);
}

TEST(ShardFileTest, NamesAllThatDeterminesTheBytes) {
  const ShardParameters shard{.walk = {.measure = Measure::kSimRank, .seed = 1, .length = 10},
                              .first_fingerprint = 0,
                              .fingerprints = 10};
  EXPECT_EQ(ShardFile(shard), "simrank-l10-s1-0000-0009.akin");
  std::set<std::string> names = {ShardFile(shard)};
  ShardParameters other = shard;
  other.walk.measure = Measure::kPSimRank;
  EXPECT_TRUE(names.insert(ShardFile(other)).second);
  other = shard;
  other.walk.seed = 10;
  EXPECT_TRUE(names.insert(ShardFile(other)).second);
  other = shard;
  other.walk.length = 11;
  EXPECT_TRUE(names.insert(ShardFile(other)).second);
  other = shard;
  other.only_identity = 7;
  EXPECT_TRUE(names.insert(ShardFile(other)).second);
  other = shard;
  other.fingerprints = 9;
  EXPECT_TRUE(names.insert(ShardFile(other)).second);
  other.first_fingerprint = 999'990;
  EXPECT_EQ(ShardFile(other), "simrank-l10-s1-999990-999998.akin");
}

}  // namespace
}  // namespace akin
