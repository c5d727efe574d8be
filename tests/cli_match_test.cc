// akin match.
#include "cli_fixture.h"

namespace akin {
namespace {

// Yu et al., figure 8.
constexpr const char* kFigureA = "a\tb\na\tc\nb\tc\n";
constexpr const char* kFigureB = "a'\tb'\na'\tc'\nb'\tc'\nb'\td'\nc'\td'\nc'\te'\nd'\te'\n";

class CliMatch : public CliTest {
 protected:
  void SetUp() override {
    Ingest("a.akin", kFigureA);
    Ingest("b.akin", kFigureB);
    Ingest("x.akin", EdgeList(TestGraph::Random(40, 120, 31)));
    Ingest("y.akin", EdgeList(TestGraph::Random(25, 60, 32)));
    Write("left", "9\n3\n12\n");
    Write("right", "20\n3\n8\n5\n");
  }
  using Scores = std::map<std::pair<std::string, std::string>, double>;
  static Scores ScoresIn(const std::string& json) {
    Scores scores;
    for (const auto& row : ParseJsonLines(json)) {
      scores[{row.at("left"), row.at("right")}] = row.at("score");
    }
    return scores;
  }
};

TEST_F(CliMatch, PrintsTheTableOfThePaper) {
  const std::vector<Words> printed = {{".334", ".284", ".284", ".195", ".1"},
                                      {".195", ".335", ".310", ".335", ".195"},
                                      {".1", ".195", ".284", ".284", ".334"}};
  for (const std::string how : {"", " --krylov 4", " --epsilon 1e-6"}) {
    auto scores = ScoresIn(Get("match a.akin b.akin --json --decay 0.8 --beta 0.5" + how));
    ASSERT_EQ(scores.size(), 15U);
    for (size_t a = 0; a < 3; ++a) {
      for (size_t b = 0; b < 5; ++b) {
        const std::string left(1, static_cast<char>('a' + a));
        const std::string right = std::string(1, static_cast<char>('a' + b)) + "'";
        const std::string& expected = printed[a][b];
        const int digits = static_cast<int>(expected.size()) - 1;
        EXPECT_EQ(Fixed(scores[{left, right}], digits), "0" + expected) << left << right << how;
      }
    }
  }
}

TEST_F(CliMatch, ColumnsAreLeftRightScoreAndTheErrorLeft) {
  const auto out = Get("match a.akin b.akin --decay 0.5 --iterations 3 --top 2");
  EXPECT_EQ(Column(out, 0), (Words{"a", "a", "b", "b", "c", "c"}));
  EXPECT_EQ(Column(out, 1).at(0), "a'");
  EXPECT_EQ(Column(out, 3), Words(6, "0.125000"));
  const auto shorter = Get("match a.akin b.akin --decay 0.5 --epsilon 0.01 --top 1");
  EXPECT_EQ(Column(shorter, 3), Words(3, "0.007813"));
  EXPECT_THAT(Get("match a.akin b.akin --table"), StartsWith("left  right"));
}

TEST_F(CliMatch, FilesKeysAndStandardInputAreAPartOfAllPairs) {
  auto all = ScoresIn(Get("match x.akin y.akin --json"));
  EXPECT_EQ(all.size(), 40U * 25U);
  const auto some = ScoresIn(Get("match x.akin y.akin --json --left left --right right"));
  EXPECT_EQ(some.size(), 12U);
  for (const auto& [pair, score] : some) EXPECT_NEAR(score, all.at(pair), 1e-13);
  const auto fed = Feed("match x.akin y.akin --json --left left --right -", "20\n3\n8\n5\n");
  EXPECT_EQ(ScoresIn(fed.out), some);
  const auto row = ScoresIn(Get("match x.akin y.akin 9 --json"));
  EXPECT_EQ(row.size(), 25U);
  const auto pair = ScoresIn(Get("match x.akin y.akin 9 20 --json"));
  ASSERT_EQ(pair.size(), 1U);
  EXPECT_NEAR((pair.at({"9", "20"})), (all.at({"9", "20"})), 1e-13);
  EXPECT_NEAR((row.at({"9", "20"})), (all.at({"9", "20"})), 1e-13);
}

TEST_F(CliMatch, BetaWeighsTheTwoDirections) {
  auto before = ScoresIn(Get("match x.akin y.akin --json --beta 1"));
  auto behind = ScoresIn(Get("match x.akin y.akin --json --beta 0"));
  EXPECT_NE(before, behind);
  for (const auto& [pair, score] : ScoresIn(Get("match x.akin y.akin --json --beta 0.25"))) {
    EXPECT_NEAR(score, 0.25 * before[pair] + 0.75 * behind[pair], 1e-13);
  }
}

TEST_F(CliMatch, MatrixMarketHoldsTheSameScores) {
  const std::string ask = "match x.akin y.akin --left left --right right ";
  const auto lines = Lines(Get(ask + "--format mtx"));
  ASSERT_EQ(lines.size(), 14U);
  EXPECT_EQ(lines[1], "3 4 12");
  const Words left = {"9", "3", "12"};
  const Words right = {"20", "3", "8", "5"};
  auto scores = ScoresIn(Get(ask + "--format json"));
  for (size_t i = 2; i < lines.size(); ++i) {
    const auto cells = Split(lines[i]);
    EXPECT_EQ(
        (scores[{left.at(std::stoul(cells.at(0)) - 1), right.at(std::stoul(cells.at(1)) - 1)}]),
        std::stod(cells.at(2)));
  }
}

TEST_F(CliMatch, AssignIsOneToOneAndSaysItsSum) {
  auto all = ScoresIn(Get("match x.akin y.akin --json"));
  const auto outcome = Run("match x.akin y.akin --assign --json");
  EXPECT_EQ(outcome.code, kFound);
  std::set<std::string> left;
  std::set<std::string> right;
  double sum = 0;
  for (const auto& [pair, score] : ScoresIn(outcome.out)) {
    EXPECT_TRUE(left.insert(pair.first).second);
    EXPECT_TRUE(right.insert(pair.second).second);
    EXPECT_EQ(score, all[pair]);
    sum += score;
  }
  EXPECT_EQ(right.size(), 25U);  // all vertices of the smaller side
  EXPECT_THAT(outcome.err, HasSubstr("25 pairs of 40 and 25 vertices"));
  EXPECT_THAT(outcome.err, HasSubstr(Fixed(sum)));
  // Swapping two partners never gives a larger sum.
  const auto assigned = ScoresIn(outcome.out);
  for (const auto& [one, score] : assigned) {
    for (const auto& [other, other_score] : assigned) {
      EXPECT_LE((all[{one.first, other.second}] + all[{other.first, one.second}]),
                score + other_score + 1e-12);
    }
  }
  const auto few = ScoresIn(Get("match x.akin y.akin --assign --top 1 --json --quiet"));
  EXPECT_LE(few.size(), 25U);
  const auto matrix = Lines(Get("match x.akin y.akin --assign --format mtx --quiet"));
  EXPECT_EQ(matrix.at(1), "40 25 25");
}

TEST_F(CliMatch, ThreadsChangeNoAnswer) {
  for (const std::string how : {"", " --krylov 3", " --assign --quiet"}) {
    const std::string ask = "match x.akin y.akin --json" + how;
    EXPECT_EQ(Get(ask + " --threads 1"), Get(ask + " --threads 5"));
  }
}

TEST_F(CliMatch, ACorpusWithItselfAndCorporaWithoutLinks) {
  for (const auto& [pair, score] : ScoresIn(Get("match a.akin a.akin --assign --json --quiet"))) {
    EXPECT_EQ(pair.first, pair.second);
    EXPECT_GT(score, 0.4);
  }
  Write("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 3 0\n");
  Get("ingest none.mtx -o none.akin");
  const auto scores = ScoresIn(Get("match none.akin none.akin --json"));
  EXPECT_EQ(scores.size(), 9U);
  for (const auto& [pair, score] : scores) EXPECT_NEAR(score, 0.4, 1e-15);
}

TEST_F(CliMatch, JudgePrintsWhatHasItsOwnName) {
  EXPECT_EQ(Get("match a.akin a.akin --assign --judge"), "3\t3\t1.000000\t1.000000\n");
  EXPECT_EQ(Get("match a.akin b.akin --assign --judge"), "3\t0\t0.000000\t0.000000\n");
  Ingest("part.akin", "a\tb\n");
  // The same computed from the pairs: a and b of the larger side are in the smaller one too.
  std::set<std::string> either = {"a", "b"};
  double found = 0;
  for (const auto& key : Column(Get("match a.akin part.akin --assign --quiet"), 0)) {
    found += either.insert(key).second ? 0 : 1;
  }
  const auto rows = ParseJsonLines(Get("match a.akin part.akin --assign --judge --json"));
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].at("pairs"), 2);
  EXPECT_EQ(rows[0].at("jaccard"), found / static_cast<double>(either.size()));
  const auto none = Run("match a.akin b.akin --assign --judge --min-score 0.99");
  EXPECT_EQ(none.code, kNothing);
  EXPECT_EQ(none.out, "0\t0\tundefined\tundefined\n");
  ExpectRefused("match a.akin b.akin --judge", {"--assign"});
  ExpectRefused("match a.akin b.akin --assign --judge --format mtx", {"no matrix"});
}

TEST_F(CliMatch, NothingAboveTheScoreAskedForIsNothingFound) {
  const auto outcome = Run("match a.akin b.akin --min-score 0.99");
  EXPECT_EQ(outcome.code, kNothing);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("no pairs"));
}

TEST_F(CliMatch, BadFlagsAreRefused) {
  const std::string ask = "match a.akin b.akin ";
  ExpectRefused(ask + "--beta 1.5", {"beta is 1.5", "between 0"});
  ExpectRefused(ask + "--beta -0.5", {"beta is -0.5"});
  ExpectRefused(ask + "--beta nan", {"beta"});
  ExpectRefused(ask + "--krylov 0", {"0 dimensions; take 1 to 1000 (--krylov)"});
  ExpectRefused(ask + "--krylov -3", {"--krylov", "'-3'"});
  ExpectRefused(ask + "--krylov 3 --krylov-right 0", {"take 1 to 1000 (--krylov-right)"});
  ExpectRefused(ask + "--krylov 1.5", {"--krylov"});
  ExpectRefused(ask + "--iterations 0", {"0 iterations"});
  ExpectRefused(ask + "--decay 1", {"decay of matching is 1"});
  ExpectRefused(ask + "--epsilon 2", {"epsilon is 2"});
  ExpectRefused(ask + "--epsilon 0.1 --iterations 4", {"--epsilon", "--iterations"});
  ExpectRefused(ask + "--format xml", {"no format 'xml'", "mtx"});
  ExpectRefused(ask + "--format mtx --json", {"--json"});
  ExpectRefused(ask + "--left - --right -", {"standard input"});
  ExpectRefused(ask + "a --left left", {"--left"});
  ExpectRefused("match a.akin", {"Y"});
}

TEST_F(CliMatch, BadNamesAreToldWithTheirLine) {
  Write("unknown", "9\n300\n");
  Write("empty", "9\n\n3\n");
  Write("twice", "9\n3\n9\n");
  Write("none", "");
  const std::string ask = "match x.akin y.akin ";
  ExpectRefused(ask + "--left unknown", {"unknown:2: no vertex '300'"});
  ExpectRefused(ask + "--left empty", {"empty:2: the name is empty"});
  ExpectRefused(ask + "--left twice", {"twice:3: '9' is named twice"});
  ExpectRefused(ask + "--left none", {"none: no names"});
  ExpectRefused(ask + "--left nowhere", {"nowhere"});
  ExpectRefused(ask + "--right unknown", {"unknown:2:"});
  ExpectRefused(ask + "300", {"no vertex '300'"});
  ExpectRefused(ask + "9 300", {"no vertex '300'"});
}

TEST_F(CliMatch, WhatIsNoCorpusIsRefused) {
  Write("text", "a b\n");
  fs::create_directory(At("folder"));
  for (const std::string what : {"text", "folder", "nowhere.akin"}) {
    ExpectRefused("match " + what + " b.akin", {what});
    ExpectRefused("match a.akin " + what, {what});
  }
}

TEST_F(CliMatch, TooLittleMemorySuggestsWhatToDo) {
  Ingest("large.akin", EdgeList(TestGraph::Cycle(20'000)));
  ExpectRefused("match large.akin large.akin --memory 1M",
                {"the limit is 1 MiB", "fewer iterations", "on the right", "(--memory)"});
  ExpectRefused("match large.akin large.akin --krylov 5 --memory 1M",
                {"smaller Krylov space", "(--memory)"});
  ExpectRefused("match large.akin large.akin --assign --memory 100M",
                {"the limit is 100 MiB", "fewer pairs of every row", "(--memory)"});
}

TEST_F(CliMatch, AnInterruptEndsIt) {
  Ingest("dense.akin", EdgeList(TestGraph::Random(3000, 60'000, 3)));
  Process process(directory_.path(),
                  Split("match dense.akin dense.akin --iterations 5000 --decay 0.99"), {});
  process.WaitUntilItWorks();
  process.Send(SIGINT);
  const auto outcome = process.Wait();
  EXPECT_EQ(outcome.code, kInterrupted);
  EXPECT_THAT(outcome.out, IsEmpty());
}

TEST_F(CliMatch, HelpTeaches) {
  const auto help = Get("match --help");
  for (const char* said : {"GSR#", "in-links", "out-links", "--beta", "Cost", "Examples",
                           "akin match old.akin new.akin"}) {
    EXPECT_THAT(help, HasSubstr(said));
  }
}

// m = 6 of K = 40 on a co-author graph, matched with the part of it around one author.
TEST_F(CliMatch, KrylovSpacesOnCondMatAreWithinAHundredth) {
  const std::string edges = DataFile("cond-mat/cond-mat.edges.tsv");
  AKIN_SKIP_WITHOUT(edges);
  Get("ingest " + edges + " --undirected --ignore-weights --quiet -o authors.akin");
  const auto arcs = Lines(Get("export authors.akin"));
  std::string near;
  std::set<std::string> some = {"38"};
  for (int ring = 0; ring < 2 && some.size() < 30; ++ring) {
    const std::set<std::string> inner = some;
    for (const auto& line : arcs) {
      const auto ends = Split(line, '\t');
      if (inner.contains(ends.at(0)) && some.size() < 30) some.insert(ends.at(1));
    }
  }
  for (const auto& line : arcs) {
    const auto ends = Split(line, '\t');
    if (some.contains(ends.at(0)) && some.contains(ends.at(1))) near += line + '\n';
  }
  Ingest("near.akin", near);
  std::set<std::string> left;
  for (size_t i = 0; i < arcs.size(); i += 2000) left.insert(Split(arcs[i], '\t').at(0));
  Write("authors", Join({left.begin(), left.end()}));
  const std::string ask = "match authors.akin near.akin --json --left authors --iterations 40 ";
  auto plain = ScoresIn(Get(ask));
  const auto krylov = ScoresIn(Get(ask + "--krylov 6"));
  EXPECT_GE(krylov.size(), 40U * 20U);
  for (const auto& [pair, score] : krylov) EXPECT_NEAR(score, plain.at(pair), 1e-2);
}

}  // namespace
}  // namespace akin
