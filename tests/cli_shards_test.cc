// akin build --shards and --finish: an index that several processes build together.
#include "cli_fixture.h"
#include "test_bags.h"

namespace akin {
namespace {

class CliShards : public CliTest {
 protected:
  void SetUp() override { Ingest("g.akin", EdgeList(TestGraph::Random(300, 1500, 11))); }

  // Builds the index at once in a copy, and in these steps in the corpus itself.
  void ExpectSameAsAtOnce(const std::string& flags, const Words& steps) const {
    SCOPED_TRACE(flags);
    fs::remove_all(At("once.akin"));
    fs::remove_all(At("steps.akin"));
    CopyCorpus("g.akin", "once.akin");
    CopyCorpus("g.akin", "steps.akin");
    Get("build once.akin " + flags);
    for (const auto& step : steps) Get(fmt::format("build steps.akin {} --shards {}", flags, step));
    Get(fmt::format("build steps.akin {} --finish", flags));
    ExpectSameFiles("once.akin", "steps.akin");
  }
};

TEST_F(CliShards, AnyOrderGivesTheBytesOfOneBuild) {
  for (const std::string measure : {"simrank", "psimrank", "simrank-lazy", "xjaccard"}) {
    const std::string flags = "--seed 7 --fingerprints 45 --measure " + measure;
    ExpectSameAsAtOnce(flags, {"0-4"});
    ExpectSameAsAtOnce(flags, {"3-4", "0", "1-2"});
    ExpectSameAsAtOnce(flags, {"4", "2", "0,3", "1", "0-2"});  // some of them twice
  }
  for (const std::string builder : {"memory", "semi-external", "external"}) {
    ExpectSameAsAtOnce("--fingerprints 30 --memory 60M --builder " + builder, {"2", "0-1"});
  }
  Write("some.txt", "1\n2\n30\n31\n");
  ExpectSameAsAtOnce("--fingerprints 20 --only some.txt --name some", {"1", "0"});
}

TEST_F(CliShards, SignaturesOfTextHaveShardsToo) {
  fs::remove_all(At("g.akin"));
  Ingest("g.akin", kUniversity);
  const TestBag prof = {{0, .5F}, {1, .5F}};
  PutBags({prof, prof, {{1, 1.F}}, {}, {{2, 1.F}}}, 3, At("g.akin"), "words");
  ExpectSameAsAtOnce("--measure text --bags words --signatures 33", {"3", "0-2"});
}

TEST_F(CliShards, TwoProcessesAtOnceGiveTheBytesOfOneBuild) {
  CopyCorpus("g.akin", "once.akin");
  const std::string flags = "--measure psimrank --fingerprints 400 --threads 1";
  Get("build once.akin " + flags);
  // Some shards are built by both.
  Process one(directory_.path(), Split("build g.akin --shards 0-24 " + flags), {});
  Process other(directory_.path(), Split("build g.akin --shards 20-39 " + flags), {});
  EXPECT_EQ(one.Wait().code, kFound);
  EXPECT_EQ(other.Wait().code, kFound);
  Get("build g.akin --finish " + flags);
  ExpectSameFiles("once.akin", "g.akin");
}

TEST_F(CliShards, AProcessThatIsKilledLeavesNothingThatHarms) {
  CopyCorpus("g.akin", "once.akin");
  // So many that it is not done before it is stopped, however fast the machine is.
  const std::string flags = "--fingerprints 2000 --threads 1 --memory 40M --builder external";
  Get("build once.akin " + flags);
  Process killed(directory_.path(), Split("build g.akin --shards 0-199 " + flags), {});
  killed.WaitUntilItWorks();
  killed.Send(SIGSTOP);
  const auto early = Run("build g.akin --finish " + flags);
  EXPECT_EQ(early.code, kError);
  EXPECT_THAT(early.err, HasSubstr("another process is building here"));
  killed.Send(SIGKILL);
  EXPECT_EQ(killed.Wait().code, 128 + SIGKILL);
  EXPECT_EQ(Run("build g.akin --finish " + flags).code, kError);
  Get("build g.akin --shards 0-199 " + flags);
  Get("build g.akin --finish " + flags);
  ExpectSameFiles("once.akin", "g.akin");
}

TEST_F(CliShards, FilesFromCopiesOfTheCorpusAreOneIndex) {
  CopyCorpus("g.akin", "once.akin");
  CopyCorpus("g.akin", "far.akin");
  Get("build once.akin --fingerprints 40");
  Get("build g.akin --fingerprints 40 --shards 0-1");
  Get("build far.akin --fingerprints 40 --shards 2-3");
  for (const auto& file : fs::directory_iterator(At("far.akin/indexes/simrank"))) {
    fs::copy(file.path(), At("g.akin/indexes/simrank"));
  }
  Get("build g.akin --fingerprints 40 --finish");
  ExpectSameFiles("once.akin", "g.akin");
}

TEST_F(CliShards, AnIndexIsExtendedWhileItAnswers) {
  CopyCorpus("g.akin", "once.akin");
  Get("build once.akin --fingerprints 60");
  Get("build g.akin --fingerprints 25");
  const auto before = Get("related g.akin 1 --refine 0");
  Get("build g.akin --fingerprints 60 --shards 4-5");
  EXPECT_EQ(Get("related g.akin 1 --refine 0"), before);
  const auto checked = Run("check g.akin");
  EXPECT_EQ(checked.code, kError);
  EXPECT_THAT(checked.out,
              HasSubstr("UNFINISHED\tg.akin/indexes/simrank/simrank-l10-s1-0040-0049.akin"));
  EXPECT_THAT(checked.err, HasSubstr("more shards than its manifest"));
  // The third shard had five fingerprints only.
  ExpectRefused("build g.akin --fingerprints 60 --finish",
                {"2 of 6 shards are missing", "2-3", "--shards"});
  Get("build g.akin --fingerprints 60 --shards 2-3");
  Get("build g.akin --fingerprints 60 --finish");
  ExpectSameFiles("once.akin", "g.akin");
}

TEST_F(CliShards, EachStepSaysWhatIsMissing) {
  const auto first = Run("build g.akin --fingerprints 40 --shards 1");
  EXPECT_THAT(first.err, HasSubstr("shard 1 built"));
  EXPECT_THAT(first.err, HasSubstr("still missing: 0,2-3"));
  EXPECT_THAT(Get("info g.akin"), HasSubstr("unfinished"));
  EXPECT_THAT(Run("check g.akin").out, HasSubstr("UNFINISHED\tg.akin/indexes/simrank"));
  ExpectRefused("build g.akin --fingerprints 40 --finish",
                {"3 of 4 shards are missing", "0,2-3", "--shards"});
  EXPECT_THAT(Run("build g.akin --fingerprints 40 --shards 1").err, HasSubstr("exist already"));
  const auto last = Run("build g.akin --fingerprints 40 --shards 0,2-3");
  EXPECT_THAT(last.err, HasSubstr("--finish"));
  EXPECT_THAT(Run("build g.akin --fingerprints 40 --finish").err,
              HasSubstr("finished, with 40 fingerprints"));
  EXPECT_THAT(Run("build g.akin --fingerprints 40 --finish").err, HasSubstr("nothing to do"));
}

TEST_F(CliShards, WhatIsNoShardIsRefused) {
  ExpectRefused("build g.akin --fingerprints 40 --shards 4", {"no shard 4", "0-3", "--shards"});
  ExpectRefused("build g.akin --fingerprints 40 --shards 2-1", {"'2-1' for shards", "--shards"});
  ExpectRefused("build g.akin --fingerprints 40 --shards 0 --finish", {"--shards", "--finish"});
  ExpectRefused("build g.akin --fingerprints 40 --finish --dry-run", {"--finish", "--dry-run"});
  ExpectRefused("build g.akin --method push --shards 0", {"push", "without shards", "--shards"});
  ExpectRefused("build g.akin --method push --finish", {"without shards", "--finish"});
  ExpectRefused("build g.akin --measure cosine-simrank --shards 0", {"norms", "without shards"});
  ExpectRefused("build g.akin --fingerprints 40 --finish", {"4 of 4 shards are missing", "0-3"});
  ExpectRefused("build g.akin --shards 0 --builder external --memory 1M", {"external builder"});
}

TEST_F(CliShards, OtherParametersThanThoseOfTheShardsThereAreRefused) {
  Get("build g.akin --fingerprints 40 --shards 0-1");
  for (const std::string step : {"--shards 2", "--finish"}) {
    for (const std::string other :
         {"--seed 2", "--length 5", "--measure psimrank --name simrank"}) {
      ExpectRefused(fmt::format("build g.akin --fingerprints 40 {} {}", other, step),
                    {"simrank-l10-s1-0000-0009.akin", "other parameters", "--force"});
    }
  }
  // Fewer fingerprints would throw away what others have built.
  ExpectRefused("build g.akin --fingerprints 10 --finish", {"simrank-l10-s1-0010-0019.akin"});
  CopyCorpus("g.akin", "once.akin");
  Get("build once.akin --fingerprints 20 --seed 2 --force");
  Get("build g.akin --fingerprints 20 --seed 2 --shards 0-1 --force");
  Get("build g.akin --fingerprints 20 --seed 2 --finish --force");
  ExpectSameFiles("once.akin", "g.akin");
  ExpectRefused("build g.akin --fingerprints 20 --shards 0", {"an index of this name has other"});
}

TEST_F(CliShards, DamagedShardsAndThoseOfOtherGraphsAreNotTaken) {
  Ingest("h.akin", EdgeList(TestGraph::Random(300, 1500, 12)));
  Get("build h.akin --fingerprints 20 --shards 1");
  Get("build g.akin --fingerprints 20 --shards 0");
  const std::string one = At("g.akin/indexes/simrank/simrank-l10-s1-0010-0019.akin");
  fs::copy(At("h.akin/indexes/simrank/simrank-l10-s1-0010-0019.akin"), one);
  ExpectRefused("build g.akin --fingerprints 20 --finish", {one.substr(At("").size()), "another"});
  Get("build g.akin --fingerprints 20 --shards 1");
  std::string bytes = ReadBytes(one);
  bytes[bytes.size() - 1] ^= 1;
  WriteBytes(one, bytes);
  ExpectRefused("build g.akin --fingerprints 20 --finish", {one.substr(At("").size())});
  Get("build g.akin --fingerprints 20 --shards 1");
  Get("build g.akin --fingerprints 20 --finish");
}

}  // namespace
}  // namespace akin
