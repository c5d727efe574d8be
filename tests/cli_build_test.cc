// akin build.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliBuild : public CliTest {
 protected:
  void SetUp() override { Ingest("g.akin", EdgeList(TestGraph::Random(300, 1500, 11))); }
};

TEST_F(CliBuild, ThreadsDoNotChangeAByte) {
  const std::string votes = DataFile("wiki-vote/wiki-Vote.txt");
  AKIN_SKIP_WITHOUT(votes);
  for (const std::string threads : {"1", "2", "7"}) {
    const std::string corpus = threads + ".akin";
    Get(fmt::format("ingest {} -o {} --threads {}", votes, corpus, threads));
    Get(fmt::format("build {} --threads {}", corpus, threads));
    Get(fmt::format("build {} --measure psimrank --threads {}", corpus, threads));
  }
  ExpectSameFiles("1.akin", "2.akin");
  ExpectSameFiles("1.akin", "7.akin");
}

TEST_F(CliBuild, MemoryDoesNotChangeAByte) {
  CopyCorpus("g.akin", "little.akin");
  for (const std::string measure : {"simrank", "psimrank"}) {
    Get("build g.akin --measure " + measure);
    Get("build little.akin --memory 1M --measure " + measure);
  }
  ExpectSameFiles("g.akin", "little.akin");
}

TEST_F(CliBuild, AnIndexOfSomeVerticesSaysWhichItDoesNotKnow) {
  Write("some.txt", "1\n2\n30\n31\n");
  Get("build g.akin --only some.txt --name some");
  EXPECT_THAT(Get("info g.akin"), HasSubstr("complete, of 4 vertices"));
  Get("build g.akin --measure simrank");
  EXPECT_EQ(Run("sim g.akin 1 30 --index some").out, Run("sim g.akin 1 30 --index simrank").out);
  const Outcome outside = Run("related g.akin 5 --index some");
  EXPECT_EQ(outside.code, 2);
  EXPECT_THAT(outside.err, HasSubstr("'5' is not among the 4 vertices"));

  Write("some.txt", "1\n1000\n");
  const Outcome unknown = Run("build g.akin --only some.txt --name other");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("some.txt:2: no vertex '1000'"));
  Write("some.txt", "");
  EXPECT_THAT(Run("build g.akin --only some.txt --name other").err, HasSubstr("no names"));
}

TEST_F(CliBuild, GrownIndexEqualsOneBuiltAtOnce) {
  CopyCorpus("g.akin", "once.akin");
  for (const std::string measure : {"simrank", "psimrank", "xjaccard"}) {
    Get("build once.akin --fingerprints 40 --measure " + measure);
    for (const std::string count : {"10", "25", "40"}) {
      Get(fmt::format("build g.akin --fingerprints {} --measure {}", count, measure));
    }
  }
  ExpectSameFiles("once.akin", "g.akin");
}

TEST_F(CliBuild, FewerFingerprintsThanThereAreChangeNothing) {
  Get("build g.akin --fingerprints 40");
  CopyCorpus("g.akin", "before.akin");
  Get("build g.akin --fingerprints 10");
  ExpectSameFiles("before.akin", "g.akin");
}

TEST_F(CliBuild, OtherSeedsGiveOtherWalks) {
  Get("build g.akin --measure simrank");
  Get("build g.akin --seed 2 --name second");
  EXPECT_NE(Get("related g.akin --all --index simrank"),
            Get("related g.akin --all --index second"));
}

TEST_F(CliBuild, OtherParametersUnderTheSameNameAreRefused) {
  Get("build g.akin --fingerprints 20");
  for (const std::string other :
       {"--decay 0.8", "--length 5", "--seed 2", "--measure psimrank --name simrank"}) {
    ExpectRefused("build g.akin --fingerprints 20 " + other,
                  {"simrank", "other parameters", "another name", "--force"});
  }
}

TEST_F(CliBuild, ForceReplacesAndNameKeepsBoth) {
  CopyCorpus("g.akin", "fresh.akin");
  Get("build g.akin --fingerprints 20");
  Get("build g.akin --fingerprints 20 --length 5 --name short");
  const auto names = Column(Get("info g.akin"), 0);
  EXPECT_THAT(names, IsSupersetOf({"short", "simrank"}));
  Get("build g.akin --fingerprints 20 --length 5 --force");
  Get("build fresh.akin --fingerprints 20 --length 5");
  ExpectSameFiles("fresh.akin/indexes/simrank", "g.akin/indexes/simrank");
}

// Also where nothing has changed: whoever says so may not trust what is there.
TEST_F(CliBuild, ForceBuildsAlsoWithEqualParameters) {
  Get("build g.akin --fingerprints 20");
  const auto before = ReadTree(At("g.akin/indexes/simrank"));
  EXPECT_THAT(Run("build g.akin --fingerprints 20").err, HasSubstr("nothing to do"));
  EXPECT_THAT(Run("build g.akin --fingerprints 20 --force").err,
              HasSubstr("20 fingerprints built"));
  EXPECT_TRUE(ReadTree(At("g.akin/indexes/simrank")) == before);
  Get("build g.akin --method push");
  EXPECT_THAT(Run("build g.akin --method push").err, HasSubstr("nothing to do"));
  EXPECT_THAT(Run("build g.akin --method push --force").err, HasSubstr("built in"));
}

TEST_F(CliBuild, ForceTakesOverAnotherDecay) {
  Get("build g.akin --fingerprints 20");
  Get("build g.akin --fingerprints 20 --decay 0.8 --force");
  EXPECT_EQ(GetHits("related g.akin 1 --json --refine 0"),
            GetHits("related g.akin 1 --json --no-index --fingerprints 20 --decay 0.8"));
}

TEST_F(CliBuild, WalksOnTheSpotCanBeMoreThanTheUsualHundred) {
  Get("build g.akin --fingerprints 130");
  EXPECT_EQ(Get("related g.akin 1 --refine 0"),
            Get("related g.akin 1 --no-index --fingerprints 130"));
}

TEST_F(CliBuild, PrecisionSaysHowManyFingerprints) {
  const auto before = ReadTree(At("g.akin"));
  const auto dry = Get("build g.akin --measure psimrank --precision 0.9 --dry-run");
  EXPECT_THAT(dry, HasSubstr("fingerprints; of the true ten best, "));
  EXPECT_EQ(ReadTree(At("g.akin")), before);
  const auto built = Run("build g.akin --measure psimrank --precision 0.9");
  EXPECT_EQ(built.code, kFound);
  EXPECT_THAT(built.err, HasSubstr("are then among the candidates"));
  ExpectRefused("build g.akin --measure psimrank --precision 2", {"--precision"});
  ExpectRefused("build g.akin --measure xjaccard --precision 0.9", {"--precision", "xjaccard"});
}

TEST_F(CliBuild, DryRunPrintsAndBuildsNothing) {
  const auto before = ReadTree(At("g.akin"));
  const auto outcome = Run("build g.akin --measure simrank --dry-run");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(Column(outcome.out, 0), ElementsAre("disk", "memory", "time"));
  EXPECT_TRUE(ReadTree(At("g.akin")) == before);
  EXPECT_FALSE(fs::exists(At("g.akin/indexes")));
}

TEST_F(CliBuild, ParametersOutOfRangeAreRefused) {
  ExpectRefused("build g.akin --decay 0", {"decay of simrank is 0", "--decay"});
  ExpectRefused("build g.akin --decay 1", {"decay of simrank is 1"});
  ExpectRefused("build g.akin --decay nan", {"--decay: 'nan' is no number"});
  ExpectRefused("build g.akin --length 0", {"length of simrank is 0", "254"});
  ExpectRefused("build g.akin --length 255", {"length of simrank is 255", "254"});
  ExpectRefused("build g.akin --measure xjaccard --length 17", {"length of xjaccard is 17", "16"});
  ExpectRefused("build g.akin --measure xjaccard --fingerprints 300000", {"300000", "4 distances"});
  ExpectRefused("build g.akin --builder magic", {"magic", "semi-external"});
  ExpectRefused("build g.akin --builder external --memory 1M", {"external builder", "--memory"});
  ExpectRefused("build g.akin --fingerprints 0", {"fingerprints of simrank is 0"});
  ExpectRefused("build g.akin --measure simrnk", {"'simrnk'", "psimrank"});
  for (const std::string name : {"../up", "a/b", "..", ".", "a\nb", "--quiet", "-x"}) {
    ExpectRefused({"build", "g.akin", "--name", name}, {"cannot name an index"});
  }
}

// Nothing that the machine cannot hold becomes another number.
TEST_F(CliBuild, NumbersThatAreTooLargeOrNegativeAreRefused) {
  const std::string build = "build g.akin --measure simrank ";
  for (const char* size : {"17179869184G", "16777216T", "1e300", "18446744073709551616", "inf"}) {
    ExpectRefused(build + "--memory " + size, {"--memory", size});
  }
  ExpectRefused(build + "--memory -1G", {"--memory", "'-1G' is no size"});
  for (const char* seed :
       {"-1", "18446744073709551616", "99999999999999999999999", "1.5", "0x10"}) {
    ExpectRefused(build + "--seed " + seed, {"--seed", seed, "from 0 to 18446744073709551615"});
  }
  for (const char* flag : {"--threads", "--fingerprints", "--length"}) {
    for (const char* number : {"-1", "4294967296", "18446744073709551617"}) {
      ExpectRefused(fmt::format("{} {} {}", build, flag, number), {flag, "from 0 to 4294967295"});
    }
  }
  ExpectRefused(build + "--decay 1e999", {"--decay"});
  for (const char* count : {"-1", "18446744073709551616", "18446744073709552K"}) {
    ExpectRefused(fmt::format("generate web --vertices {} -o x.akin", count), {"--vertices"});
  }
  EXPECT_EQ(Run(build + "--seed 010 --fingerprints 10 --name ten").code, kFound);
  EXPECT_THAT(Get("info g.akin --json"), HasSubstr("\"seed\":10")) << "not octal";
}

TEST_F(CliBuild, ParametersThatAreNoNumbersAreRefused) {
  ExpectRefused("build g.akin --decay x", {"--decay"});
  ExpectRefused("build g.akin --length ten", {"--length"});
  ExpectRefused("build g.akin --fingerprints -3", {"--fingerprints"});
  ExpectRefused("build g.akin --fingerprints 1.5", {"--fingerprints"});
  ExpectRefused("build g.akin --fingerprints 99999999999", {"fingerprints"});
  ExpectRefused("build g.akin --measure simrank --threads -1", {"--threads"});
  ExpectRefused("build g.akin --measure simrank --memory 12Q", {"--memory"});
}

TEST_F(CliBuild, WhatIsNoCorpusIsRefused) {
  fs::create_directory(At("folder"));
  Write("file", "a\tb\n");
  ExpectRefused("build nowhere", {"nowhere: no such corpus", "akin ingest"});
  ExpectRefused("build folder", {"folder: not an akin corpus"});
  ExpectRefused("build file", {"file: not an akin corpus"});
}

class CliInterrupt : public CliTest {
 protected:
  void SetUp() override {
    const std::string graph = DataFile("cnr-2000/cnr-2000.graph");
    AKIN_SKIP_WITHOUT(graph);
    ASSERT_EQ(Run("ingest " + graph + " -o cnr.akin --quiet").code, kFound);
  }
  // Sends SIGINT as soon as done() holds and returns how the process ended.
  template <class Done>
  static Outcome InterruptOnce(Process& process, Done&& done) {
    for (int i = 0; i < 10'000 && !done(); ++i) ::usleep(2000);
    EXPECT_TRUE(done());
    process.Send(SIGINT);
    return process.Wait();
  }
};

TEST_F(CliInterrupt, BuildGoesOnWhereItStopped) {
  CopyCorpus("cnr.akin", "calm.akin");
  const std::string shard = At("cnr.akin/indexes/simrank/simrank-l10-s1-0000-0009.akin");
  Process build(directory_.path(), Split("build cnr.akin --fingerprints 60"), {});
  const auto stopped = InterruptOnce(build, [&] { return fs::exists(shard); });
  EXPECT_EQ(stopped.code, kInterrupted);
  EXPECT_THAT(stopped.err, HasSubstr("interrupted"));
  for (const auto& name : Listing()) EXPECT_THAT(name, Not(HasSubstr("partial")));
  ExpectRefused("related cnr.akin 3", {"'simrank'", "not finished"});
  const auto resumed = Run("build cnr.akin --fingerprints 60");
  EXPECT_EQ(resumed.code, kFound);
  EXPECT_THAT(resumed.err, HasSubstr("existed already"));
  Get("build calm.akin --fingerprints 60");
  ExpectSameFiles("calm.akin", "cnr.akin");
}

TEST_F(CliInterrupt, SecondBuildAtTheSameTimeIsRefused) {
  const std::string shard = At("cnr.akin/indexes/simrank/simrank-l10-s1-0000-0009.akin");
  Process build(directory_.path(), Split("build cnr.akin --measure simrank"), {});
  Outcome second;
  const auto stopped = InterruptOnce(build, [&] {
    if (!fs::exists(shard)) return false;
    if (second.code < 0) second = Run("build cnr.akin --measure simrank");
    return true;
  });
  EXPECT_EQ(stopped.code, kInterrupted);
  EXPECT_EQ(second.code, kError);
  EXPECT_THAT(second.err, HasSubstr("another process"));
}

TEST_F(CliInterrupt, QueryStops) {
  Process query(directory_.path(), Split("related cnr.akin --all --no-index"), {});
  const auto stopped = InterruptOnce(query, [&] { return !query.OutSoFar().empty(); });
  EXPECT_EQ(stopped.code, kInterrupted);
}

}  // namespace
}  // namespace akin
