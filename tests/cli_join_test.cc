// akin join, and the flags that sim and related take with --exact.
#include "cli_fixture.h"

namespace akin {
namespace {

constexpr const char* kShop = "A\tsugar\nA\tfrosting\nA\teggs\nB\tfrosting\nB\teggs\nB\tflour\n";

class CliJoin : public CliTest {
 protected:
  void SetUp() override {
    Ingest("g.akin", EdgeList(TestGraph::Random(40, 120, 21)));
    Ingest("shop.akin", kShop);
    Write("left", "9\n3\n12\n");
    Write("right", "30\n3\n8\n5\n21\n");
  }
  using Scores = std::map<std::pair<std::string, std::string>, std::string>;
  // The scores in the JSON output of join or related.
  static Scores ScoresIn(const std::string& json, const char* left, const char* right) {
    Scores scores;
    for (const auto& row : ParseJsonLines(json)) {
      scores[{row.at(left), row.at(right)}] = row.at("score").dump() + ' ' + row.at("error").dump();
    }
    return scores;
  }
};

TEST_F(CliJoin, AllPairsAreWhatRelatedOfAllPrints) {
  Get("build g.akin --measure simrank --quiet");
  for (const std::string how :
       {"--exact simrank", "--exact psimrank", "--exact xjaccard", "--exact simrank-bipartite",
        "--exact simrank-minimax", "--exact simrank --radius 3", "--index simrank",
        "--no-index --measure psimrank", "--exact simrank --popularity 0.5"}) {
    const auto joined = ScoresIn(Get("join g.akin --all --json " + how), "left", "right");
    EXPECT_THAT(joined, Not(IsEmpty())) << how;
    EXPECT_EQ(joined, ScoresIn(Get("related g.akin --all -k 0 --json " + how), "query", "key"))
        << how;
  }
}

TEST_F(CliJoin, TwoSetsAreAPartOfAllPairs) {
  Get("build g.akin --measure simrank --quiet");
  for (const std::string how : {"--exact simrank --iterations 4", "--exact simrank-minimax",
                                "--exact xjaccard", "--index simrank", "--no-index"}) {
    Scores expected = ScoresIn(Get("join g.akin --all --json " + how), "left", "right");
    const std::set<std::string> left = {"9", "3", "12"};
    const std::set<std::string> right = {"30", "3", "8", "5", "21"};
    std::erase_if(expected, [&](const auto& entry) {
      return !left.contains(entry.first.first) || !right.contains(entry.first.second);
    });
    const auto some = Get("join g.akin --left left --right right --json " + how);
    EXPECT_EQ(ScoresIn(some, "left", "right"), expected) << how;
    EXPECT_THAT(expected, Not(IsEmpty())) << how;
  }
}

TEST_F(CliJoin, RowsComeInTheOrderOfTheFileBestFirst) {
  const auto out = Get("join g.akin --left left --exact simrank --top 2");
  EXPECT_EQ(Column(out, 0), (Words{"9", "9", "3", "3", "12", "12"}));
  const auto scores = Column(out, 2);
  for (size_t i = 0; i < scores.size(); i += 2) EXPECT_GE(scores[i], scores[i + 1]);
  EXPECT_EQ(Column(out, 1).at(0), Column(Get("related g.akin 9 --exact simrank -k 1"), 3).at(0));
}

TEST_F(CliJoin, MinScoreAndStandardInput) {
  const auto outcome = Feed("join g.akin --left - --exact simrank --min-score 0.05", "9\n3\n12\n");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_EQ(outcome.out, Get("join g.akin --left left --exact simrank --min-score 0.05"));
  for (const auto& score : Column(outcome.out, 2)) EXPECT_GE(std::stod(score), 0.05);
}

TEST_F(CliJoin, MatrixMarketHoldsTheSameScores) {
  const auto lines =
      Lines(Get("join g.akin --left left --right right --exact simrank --format mtx"));
  ASSERT_GE(lines.size(), 3U);
  EXPECT_EQ(lines[0], "%%MatrixMarket matrix coordinate real general");
  EXPECT_EQ(lines[1], fmt::format("3 5 {}", lines.size() - 2));
  const Words left = {"9", "3", "12"};
  const Words right = {"30", "3", "8", "5", "21"};
  std::map<std::pair<std::string, std::string>, double> scores;
  for (size_t i = 2; i < lines.size(); ++i) {
    const auto cells = Split(lines[i]);
    scores[{left.at(std::stoul(cells.at(0)) - 1), right.at(std::stoul(cells.at(1)) - 1)}] =
        std::stod(cells.at(2));
  }
  const auto rows =
      ParseJsonLines(Get("join g.akin --left left --right right --exact simrank --format json"));
  EXPECT_EQ(rows.size(), scores.size());
  for (const auto& row : rows) {
    EXPECT_EQ((scores[{row.at("left"), row.at("right")}]), row.at("score").get<double>());
  }
}

TEST_F(CliJoin, ThreadsChangeNoAnswer) {
  for (const std::string how : {"simrank-bipartite", "simrank-minimax", "simrank --radius 3"}) {
    const std::string ask = "join g.akin --all --json --exact " + how;
    EXPECT_EQ(Get(ask + " --threads 1"), Get(ask + " --threads 5"));
  }
}

TEST_F(CliJoin, NothingSimilarIsExitCodeOne) {
  Write("people", "A\nB\n");
  Write("items", "eggs\n");
  const auto outcome = Run("join shop.akin --left people --right items --exact simrank");
  EXPECT_EQ(outcome.code, kNothing);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("no similar pairs"));
}

TEST_F(CliJoin, BadNamesAreToldWithTheirLine) {
  Write("unknown", "A\nsuger\n");
  Write("empty", "A\n\nB\n");
  Write("twice", "A\nB\nA\n");
  Write("none", "");
  const std::string ask = "join shop.akin --exact simrank --left ";
  ExpectRefused(ask + "unknown", {"unknown:2: no vertex 'suger'", "sugar"});
  ExpectRefused(ask + "empty", {"empty:2: the name is empty"});
  ExpectRefused(ask + "twice", {"twice:3: 'A' is named twice"});
  ExpectRefused(ask + "none", {"none: no names"});
  ExpectRefused(ask + "nowhere", {"nowhere"});
  Write("fine", "A\n");
  ExpectRefused(ask + "fine --right unknown", {"unknown:2:"});
}

TEST_F(CliJoin, FlagsThatContradictAreRefused) {
  ExpectRefused("join shop.akin --exact simrank", {"--left FILE", "--all"});
  ExpectRefused("join shop.akin --all --left left --exact simrank", {"--left FILE", "--all"});
  ExpectRefused("join shop.akin --all --right left --exact simrank", {"--left FILE", "--all"});
  ExpectRefused("join shop.akin --left - --right - --exact simrank", {"standard input"});
  ExpectRefused("join shop.akin --all --exact simrank --format xml", {"no format 'xml'", "mtx"});
  ExpectRefused("join shop.akin --all --exact simrank --format mtx --json", {"--json"});
}

TEST_F(CliJoin, WhatAnExactMeasureCannotDoIsRefused) {
  const std::string ask = "sim shop.akin A B --exact ";
  ExpectRefused(ask + "simrank-minmax",
                {"no measure 'simrank-minmax'", "did you mean simrank-minimax"});
  ExpectRefused(ask + "simrank --decay 1", {"decay of simrank is 1"});
  ExpectRefused(ask + "simrank --decay -0.5", {"decay of simrank is -0.5"});
  ExpectRefused(ask + "simrank-bipartite --decay-out 1.5", {"decay", "1.5"});
  ExpectRefused(ask + "simrank --epsilon 0", {"epsilon of simrank is 0"});
  ExpectRefused(ask + "simrank --epsilon 0.1 --iterations 3", {"--epsilon", "--iterations"});
  ExpectRefused(ask + "simrank --radius -1", {"--radius", "'-1'"});
  ExpectRefused(ask + "simrank --radius 0", {"radius of simrank is 0", "1 to", "(--radius)"});
  ExpectRefused(ask + "simrank --popularity 2", {"popularity of simrank is 2"});
  ExpectRefused(ask + "simrank --side points-to", {"takes no side", "simrank-bipartite"});
  ExpectRefused(ask + "simrank-bipartite --side left", {"no side 'left'", "points-to"});
  ExpectRefused(ask + "psimrank --radius 2", {"takes no radius", "simrank"});
  Write("prior", "A\tB\t0.5\nA\teggs\t1.5\n");
  ExpectRefused(ask + "simrank --prior prior", {"prior:2:", "1.5"});
  ExpectRefused("sim shop.akin A B --no-index --radius 2", {"--exact"});
}

TEST_F(CliJoin, TooLittleMemorySuggestsWhatToDo) {
  Ingest("large.akin", EdgeList(TestGraph::Cycle(3000)));
  ExpectRefused("join large.akin --all --exact simrank --memory 8M",
                {"the limit is 8 MiB", "one source", "radius", "index", "(--memory)"});
  ExpectRefused("join large.akin --all --exact simrank-minimax --memory 8M",
                {"the limit is 8 MiB", "radius", "(--memory)"});
  // With a radius of 2 links, 5 of 3,000 are kept.
  const auto near = Run("join large.akin --all --exact simrank --memory 8M --radius 2");
  EXPECT_EQ(near.code, kNothing) << near.err;
}

TEST_F(CliJoin, PriorsStayFixedAndSpread) {
  Ingest("two.akin", "a\tc\nb\td\n");
  Write("prior", "a\tb\t0.5\n");
  const std::string how = " --exact simrank --decay 0.8 --prior prior";
  EXPECT_EQ(Column(Get("sim two.akin a b" + how), 0), Words{"0.500000"});
  EXPECT_EQ(Column(Get("sim two.akin c d" + how), 0), Words{"0.400000"});
  EXPECT_EQ(Column(Get("join two.akin --all" + how + " --radius 1"), 0), (Words{"a", "b"}));
}

TEST_F(CliJoin, HelpTeachesEveryMeasure) {
  for (const std::string verb : {"sim", "related", "join"}) {
    const auto help = Get(verb + " --help");
    for (const std::string measure :
         {"simrank", "psimrank", "xjaccard", "simrank-bipartite", "simrank-minimax"}) {
      EXPECT_THAT(help, HasSubstr("\n  " + measure + " ")) << verb;
    }
    EXPECT_THAT(help, HasSubstr("in- and out-links, alternating"));
    EXPECT_THAT(help, HasSubstr("8n^2 bytes"));
  }
}

TEST_F(CliJoin, InterruptedAllPairsEnd) {
  Ingest("dense.akin", EdgeList(TestGraph::Random(3000, 60'000, 3)));
  Process process(directory_.path(),
                  Split("join dense.akin --all --exact simrank --iterations 10000"), {});
  process.WaitUntilItWorks();
  process.Send(SIGINT);
  const auto outcome = process.Wait();
  EXPECT_EQ(outcome.code, kInterrupted);
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST_F(CliJoin, RadiusOnWikiVoteIsBelowTheFullScoresByTheErrorAtMost) {
  const std::string votes = DataFile("wiki-vote/wiki-Vote.txt");
  AKIN_SKIP_WITHOUT(votes);
  Get("ingest " + votes + " -o votes.akin");
  Write("some", "3\n30\n271\n4037\n");
  const std::string ask = "join votes.akin --left some --json --exact simrank --iterations 5";
  std::map<std::pair<std::string, std::string>, std::pair<double, double>> near;
  for (const auto& row : ParseJsonLines(Get(ask + " --radius 2 --memory 2G"))) {
    near[{row.at("left"), row.at("right")}] = {row.at("score"), row.at("error")};
  }
  EXPECT_THAT(near, Not(IsEmpty()));
  size_t compared = 0;
  for (const auto& row : ParseJsonLines(Get(ask))) {
    const auto found = near.find({row.at("left"), row.at("right")});
    if (found == near.end()) continue;
    ++compared;
    const double score = row.at("score");
    EXPECT_LE(found->second.first, score + 1e-12);
    EXPECT_GE(found->second.first + found->second.second, score);
  }
  EXPECT_EQ(compared, near.size());
}

}  // namespace
}  // namespace akin
