// akin::SplitCorpus: what is in front and parts, and what the library says about them.
#include "akin/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "akin/bags.h"
#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/recipe.h"
#include "base/files.h"
#include "file_tree.h"
#include "leftovers.h"
#include "random_graph.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class SplitTest : public testing::Test {
 protected:
  void SetUp() override {
    MakeCorpus(TestGraph::Random(60, 240, 3), whole_);
    Build({.fingerprints = 45});
    Build({.measure = Measure::kXJaccard, .fingerprints = 30});
    Build({.method = Method::kPush});
    ASSERT_TRUE(BuildBags(whole_, {.content = false, .anchor = false, .links = true}).ok());
  }
  void Build(const BuildOptions& options) const {
    const auto report = BuildIndex(whole_, options);
    ASSERT_TRUE(report.ok()) << report.status().message();
  }
  SplitReport Split(const SplitOptions& options) const {
    const auto report = SplitCorpus(whole_, target_, options);
    EXPECT_TRUE(report.ok()) << report.status().message();
    return report.ok() ? *report : SplitReport();
  }
  Status Refusal(const SplitOptions& options) const {
    const Status status = SplitCorpus(whole_, target_, options).status();
    EXPECT_FALSE(fs::exists(target_));
    EXPECT_TRUE(HasNoLeftovers(directory_.path()));
    return status;
  }
  // How often each verdict is reported, and the verdict of all.
  static std::map<Code, int> Check(const std::string& corpus, Status& all) {
    std::map<Code, int> counts;
    all = Corpus::Open(corpus)->Check(
        {}, [&](const std::string&, const Status& status) { ++counts[status.code()]; });
    return counts;
  }

  TempDir directory_;
  std::string whole_ = directory_ / "whole.akin";
  std::string target_ = directory_ / "cluster";
  std::string front_ = target_ + "/front";
};

TEST_F(SplitTest, FrontAndPartsHaveTogetherWhatTheCorpusHas) {
  const SplitReport report = Split({.parts = 3});
  FileTree all = ReadTree(front_);
  EXPECT_EQ(all.erase("indexes/simrank/elsewhere.json"), 1U);
  EXPECT_EQ(all.erase("indexes/xjaccard/elsewhere.json"), 1U);
  size_t shards = 0;
  for (const char* part : {"/part-0", "/part-1", "/part-2"}) {
    for (const auto& [name, bytes] : ReadTree(target_ + part)) {
      if (name.ends_with("manifest.json")) {
        EXPECT_EQ(all.at(name), bytes);
        continue;
      }
      EXPECT_THAT(name, HasSubstr(".akin"));
      EXPECT_TRUE(all.emplace(name, bytes).second) << name << " is there twice";
      ++shards;
    }
  }
  EXPECT_EQ(shards, 8U);
  EXPECT_TRUE(all == ReadTree(whole_)) << testing::PrintToString(NamesIn(all));
  ASSERT_EQ(report.ranges.size(), 6U);
  EXPECT_EQ(report.ranges[0].index, "simrank");
  EXPECT_EQ(report.ranges[0].first, 0U);
  EXPECT_EQ(report.ranges[0].last, 0U);
  EXPECT_EQ(report.ranges[2].first, 1U);
  EXPECT_EQ(report.ranges[2].last, 2U);
  EXPECT_EQ(report.ranges[4].last, 4U);
  EXPECT_EQ(report.ranges[5].index, "xjaccard");
  const std::string backends = ReadBytes(target_ + "/backends");
  EXPECT_THAT(backends, HasSubstr("\nsimrank 1-2 127.0.0.1:"));
  EXPECT_THAT(backends, HasSubstr("\nxjaccard 2-2 127.0.0.1:"));
  EXPECT_TRUE(HasNoLeftovers(directory_.path()));
}

TEST_F(SplitTest, OnlyTheIndexesThatAreNamed) {
  const SplitReport report = Split({.indexes = {"xjaccard"}, .parts = 2});
  EXPECT_EQ(report.ranges.size(), 2U);
  EXPECT_FALSE(fs::exists(target_ + "/part-0/indexes/simrank"));
  EXPECT_TRUE(Corpus::Open(front_)->OpenIndex("simrank").ok());
  EXPECT_EQ(Corpus::Open(front_)->OpenIndex("xjaccard").status().code(), Code::kUnavailable);
  // What is whole in a front can be split again, and keeps what is said about the other.
  const std::string again = directory_ / "again";
  const auto second = SplitCorpus(front_, again, {.indexes = {"simrank"}, .parts = 2});
  ASSERT_TRUE(second.ok()) << second.status().message();
  Status all;
  EXPECT_EQ(Check(again + "/front", all)[Code::kUnavailable], 8);
  EXPECT_TRUE(all.ok()) << all.message();
}

TEST_F(SplitTest, SecondNamesOrCopies) {
  const SplitReport linked = Split({.parts = 2});
  EXPECT_GT(linked.linked, 0U);
  EXPECT_EQ(linked.copied, 0U);
  EXPECT_EQ(fs::hard_link_count(whole_ + "/graph.akin"), 2U);
  fs::remove_all(target_);
  const SplitReport copied = Split({.parts = 2, .copy = true});
  EXPECT_EQ(copied.linked, 0U);
  EXPECT_EQ(copied.copied, linked.linked);
  EXPECT_EQ(fs::hard_link_count(whole_ + "/graph.akin"), 1U);
}

TEST_F(SplitTest, TheFrontSaysWhatIsElsewhere) {
  (void)Split({.parts = 2});
  const auto front = Corpus::Open(front_);
  ASSERT_TRUE(front.ok());
  for (const IndexInfo& info : front->Indexes().value()) {
    const bool whole = info.method == Method::kPush;
    EXPECT_EQ(info.elsewhere, whole ? 0 : info.shards) << info.name;
    EXPECT_TRUE(info.complete);
  }
  const Status status = front->OpenIndex("simrank").status();
  EXPECT_EQ(status.code(), Code::kUnavailable);
  EXPECT_THAT(status.message(), HasSubstr("5 of 5 shards are elsewhere"));
  Status all;
  const auto counts = Check(front_, all);
  EXPECT_TRUE(all.ok()) << all.message();
  EXPECT_EQ(counts.at(Code::kUnavailable), 8);
  EXPECT_EQ(counts.size(), 2U);  // the others are ok
}

TEST_F(SplitTest, AShardThatCameBackIsCheckedLikeAnyOther) {
  (void)Split({.indexes = {"simrank"}, .parts = 2, .copy = true});
  const std::string shard = "/indexes/simrank/simrank-l10-s1-0010-0019.akin";
  fs::copy_file(target_ + "/part-0" + shard, front_ + shard);
  Status all;
  EXPECT_EQ(Check(front_, all)[Code::kUnavailable], 4);
  EXPECT_TRUE(all.ok()) << all.message();
  std::string bytes = ReadBytes(front_ + shard);
  bytes[bytes.size() / 2] ^= 1;
  WriteBytes(front_ + shard, bytes);
  EXPECT_EQ(Check(front_, all)[Code::kUnavailable], 4);
  EXPECT_EQ(all.code(), Code::kDamaged) << all.message();
  // Once all are back, it is an index like any other.
  for (const char* part : {"/part-0", "/part-1"}) {
    fs::copy(target_ + part, front_,
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  }
  EXPECT_TRUE(Corpus::Open(front_)->OpenIndex("simrank").ok());
  EXPECT_EQ(Check(front_, all).size(), 1U);
}

TEST_F(SplitTest, AShardThatIsLostIsDamageStill) {
  (void)Split({.indexes = {"simrank"}, .parts = 2, .copy = true});
  fs::remove(front_ + "/indexes/xjaccard/xjaccard-l4-s1-0010-0019.akin");
  Status all;
  (void)Check(front_, all);
  EXPECT_EQ(all.code(), Code::kNotFound) << all.message();
}

TEST_F(SplitTest, WhatAnInterruptedCommandLeftStaysBehind) {
  WriteBytes(whole_ + "/indexes/simrank/x.akin.0123456789abcdef.tmp", "left");
  WriteBytes(whole_ + "/recipe.unfinished", "left");
  fs::create_directory(whole_ + "/indexes/unfinished");
  fs::copy_file(whole_ + "/indexes/simrank/simrank-l10-s1-0000-0009.akin",
                whole_ + "/indexes/unfinished/simrank-l10-s1-0000-0009.akin");
  (void)Split({.parts = 2});
  for (const auto& [name, bytes] : ReadTree(target_)) {
    EXPECT_THAT(name, Not(HasSubstr("unfinished")));
    EXPECT_THAT(name, Not(HasSubstr(".tmp")));
  }
}

TEST_F(SplitTest, Refusals) {
  EXPECT_THAT(Refusal({.parts = 4}).message(),
              HasSubstr("4 parts of index 'xjaccard', which has 3 shards"));
  EXPECT_EQ(Refusal({.parts = 0}).parameter(), "parts");
  EXPECT_EQ(Refusal({.indexes = {"nothing"}}).code(), Code::kNoIndex);
  EXPECT_EQ(Refusal({.indexes = {"../x"}}).code(), Code::kInvalidArgument);
  EXPECT_THAT(Refusal({.indexes = {"simrank", "simrank"}}).message(), HasSubstr("named twice"));
  EXPECT_THAT(Refusal({.indexes = {"simrank-push"}}).message(), HasSubstr("no fingerprints"));
  Build({.fingerprints = 20, .name = "some", .only = std::vector<VertexId>{1, 2, 3}});
  EXPECT_THAT(Refusal({.indexes = {"some"}}).message(), HasSubstr("some vertices only"));
  const auto lock = DirectoryLock::Take(whole_ + "/indexes/xjaccard");
  ASSERT_TRUE(lock.ok());
  EXPECT_EQ(Refusal({.indexes = {"simrank"}}).code(), Code::kAlreadyExists);
}

TEST_F(SplitTest, DamagedOrMissingShardsAreNotHandedOut) {
  const std::string shard = whole_ + "/indexes/simrank/simrank-l10-s1-0010-0019.akin";
  const std::string bytes = ReadBytes(shard);
  WriteBytes(shard, bytes.substr(0, bytes.size() / 2));
  EXPECT_EQ(Refusal({}).code(), Code::kDamaged);
  fs::remove(shard);
  EXPECT_EQ(Refusal({}).code(), Code::kNotFound);
}

TEST_F(SplitTest, WhatExistsIsNotTouched) {
  fs::create_directory(target_);
  WriteBytes(target_ + "/mine", "mine");
  EXPECT_EQ(SplitCorpus(whole_, target_, {}).status().code(), Code::kAlreadyExists);
  EXPECT_EQ(NamesIn(ReadTree(target_)), std::vector<std::string>{"mine"});
}

TEST_F(SplitTest, AStopLeavesNothing) {
  std::stop_source stop;
  stop.request_stop();
  const auto report = SplitCorpus(whole_, target_, {}, {.stop = stop.get_token()});
  EXPECT_EQ(report.status().code(), Code::kCancelled);
  EXPECT_FALSE(fs::exists(target_));
  EXPECT_TRUE(HasNoLeftovers(directory_.path()));
}

}  // namespace
}  // namespace akin
