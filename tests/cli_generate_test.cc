// akin generate: graphs made up by a model.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliGenerate : public CliTest {
 protected:
  // All files but corpus.json, which says how the corpus was made.
  void ExpectSameGraph(const std::string& one, const std::string& other) const {
    for (const auto* name : {"/graph.akin", "/keys.akin"}) {
      EXPECT_TRUE(ReadBytes(At(one + name)) == ReadBytes(At(other + name))) << name;
    }
  }
};

TEST_F(CliGenerate, ACorpusThatTheOtherVerbsTake) {
  const auto outcome = Run("generate web --vertices 2K --degree 6 --seed 3 -o w.akin");
  EXPECT_EQ(outcome.code, kFound) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, MatchesRegex("w\\.akin: 2,000 vertices, 1[0-9],[0-9]+ arcs\n"));
  EXPECT_THAT(Lines(Get("check w.akin")), SizeIs(2));
  const auto info = Get("info w.akin");
  EXPECT_THAT(info, HasSubstr("vertices\t2000\n"));
  EXPECT_THAT(info, HasSubstr("made with\tgenerate web vertices=2000 degree=6 seed=3\n"));
  EXPECT_THAT(Lines(Get("export w.akin --names")), SizeIs(2000));
  EXPECT_THAT(Get("related w.akin 7 --no-index"), Not(IsEmpty()));
}

TEST_F(CliGenerate, TheSameGraphAsItsEdgeListIngested) {
  for (const std::string model :
       {"web --vertices 200 --degree 8", "web --vertices 200 --degree 8 --urls",
        "ba --vertices 200 --degree 3", "rmat --vertices 60 --degree 59"}) {
    SCOPED_TRACE(model);
    const std::string what = "generate --quiet --force --seed 3 " + model + " -o ";
    EXPECT_EQ(Get(what + "direct.akin"), "");
    EXPECT_EQ(Get(what + "links.tsv"), "");
    EXPECT_TRUE(Get(what + "-") == ReadBytes(At("links.tsv")));
    EXPECT_TRUE(Get("export direct.akin") == ReadBytes(At("links.tsv")));
    Get("ingest --quiet --force links.tsv -o ingested.akin");
    ExpectSameGraph("direct.akin", "ingested.akin");
  }
}

TEST_F(CliGenerate, ThreadsAndMemoryChangeNothing) {
  const std::string what = "generate rmat --vertices 9000 --degree 10 -o ";
  Get(what + "a.akin --threads 1");
  Get(what + "b.akin --threads 2 --memory 1M");
  Get(what + "c.akin --threads 7 --memory 16M");
  ExpectSameFiles("a.akin", "b.akin");
  ExpectSameFiles("a.akin", "c.akin");
}

TEST_F(CliGenerate, VerticesWithoutArcsAreThereToo) {
  Get("generate rmat --vertices 3000 --degree 1 -o r.akin");
  EXPECT_THAT(Lines(Get("export r.akin --names")), SizeIs(3000));
  const auto arcs = Get("export r.akin");
  std::set<std::string> with_arcs;
  for (const size_t column : {0, 1}) {
    for (const auto& name : Column(arcs, column)) with_arcs.insert(name);
  }
  EXPECT_LT(with_arcs.size(), 2000U);
}

TEST_F(CliGenerate, UrlsAreSortedAndKeepHostsTogether) {
  Get("generate web --vertices 1500 --degree 4 --urls -o u.akin");
  const auto names = Column(Get("export u.akin --names"), 1);
  ASSERT_THAT(names, SizeIs(1500));
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  std::set<std::string> hosts;
  std::string last;
  for (const auto& name : names) {
    ASSERT_THAT(name, MatchesRegex("https://www\\.h[0-9]{4}\\.example/d[0-9]/p[0-9]+\\.html"));
    const auto host = name.substr(0, name.find(".example"));
    if (host != last) {
      EXPECT_TRUE(hosts.insert(host).second) << host;
    }
    last = host;
  }
  EXPECT_GT(hosts.size(), 16U);
}

TEST_F(CliGenerate, CountsHaveSuffixes) {
  Get("generate ba --vertices 1.5K --degree 2 -o a.akin");
  Get("generate ba --vertices 1500 --degree 2 -o b.akin");
  ExpectSameFiles("a.akin", "b.akin");
}

TEST_F(CliGenerate, WrongValuesAreExplained) {
  ExpectRefused("generate web --vertices 0 -o x.akin", {"0 vertices", "2 to 4,294,967,294"});
  ExpectRefused("generate web --vertices 4294967295 -o x.akin", {"2 to 4,294,967,294"});
  ExpectRefused("generate web --vertices 5G -o x.akin", {"5000000000 vertices"});
  ExpectRefused("generate web --vertices 100 --degree 0 -o x.akin", {"degree of 0"});
  ExpectRefused("generate web --vertices 100 --degree 100 -o x.tsv", {"too much for 100 vertices"});
  ExpectRefused("generate ba --vertices 1M --degree 20K -o x.akin", {"1 to 10000"});
  ExpectRefused("generate ba --vertices 100 --urls -o x.akin", {"web"});
  ExpectRefused("generate tree --vertices 100 -o x.akin", {"'tree'", "web, rmat and ba"});
  for (const auto* bad : {"many", "-5", "1.5", "10X", "1e99", ""}) {
    const std::string text = bad;
    ExpectRefused(Words{"generate", "web", "--vertices=" + text, "-o", "x.akin"}, {"--vertices"});
  }
  ExpectRefused("generate web -o x.akin", {"--vertices", "required"});
  ExpectRefused("generate web --vertices 100", {"--output", "required"});
  ExpectRefused("generate --vertices 100 -o x.akin", {"MODEL", "required"});
  ExpectRefused("generate web --vertices 100 -o nowhere/x.akin", {"nowhere"});
  ExpectRefused("generate web --vertices 100 -o nowhere/x.tsv", {"nowhere"});
}

TEST_F(CliGenerate, WhatIsThereIsKeptWithoutForce) {
  Write("links.tsv", "mine");
  Write("notes.akin", "mine");
  for (const auto* target : {"links.tsv", "notes.akin"}) {
    ExpectRefused("generate web --vertices 100 -o " + std::string(target), {"--force"});
  }
  ExpectRefused("generate web --vertices 100 --force -o notes.akin", {"notes.akin"});
  ExpectRefused("generate web --vertices 100 --force -o /dev/null", {"/dev/null", "regular"});
  EXPECT_EQ(ReadBytes(At("notes.akin")), "mine");
  Get("generate web --vertices 100 --force -o links.tsv");
  EXPECT_NE(ReadBytes(At("links.tsv")), "mine");
}

TEST_F(CliGenerate, InterruptedItLeavesNothing) {
  for (const std::string target : {"x.akin", "x.tsv"}) {
    Process process(directory_.path(),
                    Split("generate web --vertices 2G --degree 50 --memory 16M -o " + target), {});
    for (int i = 0; i < 5000 && !fs::exists(At(target + ".partial")); ++i) ::usleep(2000);
    EXPECT_TRUE(fs::exists(At(target + ".partial")));
    process.Send(SIGINT);
    const auto outcome = process.Wait();
    EXPECT_EQ(outcome.code, kInterrupted);
    EXPECT_EQ(outcome.err, "akin: interrupted\n");
    EXPECT_THAT(Listing(), IsEmpty());
  }
}

TEST_F(CliGenerate, AFullDiskBehindStandardOutputIsAnError) {
  const auto outcome = Run("generate web --vertices 50K -o -", {.output_file = "/dev/full"});
  EXPECT_EQ(outcome.code, kError);
  EXPECT_THAT(outcome.err, HasSubstr("standard output: cannot write"));
}

}  // namespace
}  // namespace akin
