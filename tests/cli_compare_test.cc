// The measures for comparison, through the command line: numbers worked out by hand, those of
// networkx, and the example of docs/measures.md.
#include "cli_fixture.h"

namespace akin {
namespace {

constexpr const char* kPython = "/usr/bin/python3";

class CliCompare : public CliTest {
 protected:
  double Score(const std::string& question) const {
    const auto outcome = Run("sim " + question);
    EXPECT_EQ(outcome.err, "");
    const Words score = Column(outcome.out, 0);
    return score.empty() ? -1 : std::stod(score[0]);
  }
  void ExpectScore(const std::string& question, double score) const {
    EXPECT_NEAR(Score(question), score, 0.51e-6) << question;
  }
};

// I(ProfA) = {Univ}, I(ProfB) = {Univ, StudentB}; O(Univ) = {ProfA, ProfB}, O(StudentB) = {ProfB}.
TEST_F(CliCompare, CommonNeighbours) {
  Ingest("u.akin", kUniversity);
  ExpectScore("u.akin ProfA ProfB --exact jaccard", 1.0 / 2);
  ExpectScore("u.akin ProfB ProfA --exact cosine", 1 / std::sqrt(1.0 * 2));
  ExpectScore("u.akin ProfA ProfB --exact cocitation", 1);
  ExpectScore("u.akin ProfB ProfB --exact cocitation", 2);
  ExpectScore("u.akin Univ StudentB --exact coupling", 1);
  ExpectScore("u.akin ProfA ProfB --exact coupling", 0);
  EXPECT_EQ(Column(Get("sim u.akin ProfA ProfB --exact cosine"), 1), Words{"0.000000"});
  EXPECT_EQ(Run("related u.akin StudentA --exact jaccard").code, kNothing);
}

// With c = 1/2 from Univ: U = 1/2 + SA/2, PA = U/4, PB = U/4 + SB/2, SA = PA/2, SB = PB/2.
TEST_F(CliCompare, RestartingWalk) {
  Ingest("u.akin", kUniversity);
  const std::vector<std::pair<std::string, double>> from_univ = {{"Univ", 24.0 / 45},
                                                                 {"ProfA", 6.0 / 45},
                                                                 {"ProfB", 8.0 / 45},
                                                                 {"StudentA", 3.0 / 45},
                                                                 {"StudentB", 4.0 / 45}};
  for (const auto& [to, score] : from_univ) {
    ExpectScore("u.akin Univ " + to + " --exact rwr --decay 0.5 --epsilon 1e-12", score);
  }
  // Nothing leads from the students' side B to Univ.
  ExpectScore("u.akin ProfB Univ --exact rwr", 0);
}

// SimRank is .4136 (Jeh and Widom, figure 1), with one common in-neighbour. Univ and ProfB, which
// have none in common, have .1323.
TEST_F(CliCompare, Evidence) {
  Ingest("u.akin", kUniversity);
  const std::string exactly = " --decay 0.8 --iterations 100";
  EXPECT_NEAR(Score("u.akin ProfA ProfB --exact simrank++" + exactly), .4136 / 2, 1e-4);
  EXPECT_NEAR(Score("u.akin ProfA ProfB --exact simrank++-exp" + exactly),
              .4136 * (1 - std::exp(-1.0)), 1e-4);
  ExpectScore("u.akin Univ ProfB --exact simrank++" + exactly, 0);
  ExpectScore("u.akin Univ Univ --exact simrank++" + exactly, 1);
}

// Length 1: ProfA is one step from Univ: (1 - c) c/2. Length 2: ProfA and ProfB are at Univ after
// one step each with probabilities 1 and 1/2, binom(2, 1): (1 - c) (c/2)^2 2 / 2.
TEST_F(CliCompare, PathsOfUnequalLengths) {
  Ingest("u.akin", kUniversity);
  ExpectScore("u.akin Univ ProfA --exact simrank-star --decay 0.8 --iterations 1", 0.2 * 0.4);
  ExpectScore("u.akin ProfA ProfB --exact simrank-star --decay 0.8 --iterations 2", 0.2 * 0.16);
  ExpectScore("u.akin Univ ProfA --exact simrank --decay 0.8", 0);
}

// One round: ProfA and ProfB by Univ .8 / 2, and half of that; Univ and StudentB by ProfB the same.
// Two rounds: .5 * .8 * (1 + s(Univ, StudentB)) / 2.
TEST_F(CliCompare, LinksOfBothDirections) {
  Ingest("u.akin", kUniversity);
  const std::string exactly = " --exact prank --decay 0.8 --iterations ";
  ExpectScore("u.akin ProfA ProfB" + exactly + "1", 0.2);
  ExpectScore("u.akin Univ StudentB" + exactly + "1", 0.2);
  ExpectScore("u.akin ProfA ProfB" + exactly + "2", 0.24);
  ExpectScore("u.akin ProfA ProfB" + exactly + "1 --lambda 1", 0.4);
  ExpectScore("u.akin Univ StudentB" + exactly + "1 --lambda 1", 0);
  ExpectScore("u.akin Univ StudentB" + exactly + "1 --decay-out 0.4", 0.1);
  // q = 1/4 .8 + 3/4 .4, to the power of two.
  EXPECT_EQ(
      Column(Get("sim u.akin Univ StudentB" + exactly + "1 --decay-out 0.4 --lambda 0.25"), 1),
      Words{"0.250000"});
}

// N(ProfA) = {Univ, StudentA}, N(ProfB) = {Univ, StudentB}, N(Univ) = {ProfA, ProfB, StudentA},
// N(StudentA) = {ProfA, Univ}, N(StudentB) = {ProfB}. One round: only degrees count, .9 d/D + .1.
// Two rounds: matching Univ with Univ and StudentA with StudentB, 1 + .55, is better than .4 + .7.
TEST_F(CliCompare, Roles) {
  Ingest("u.akin", kUniversity);
  const std::string exactly = " --exact rolesim --decay 0.9 --iterations ";
  ExpectScore("u.akin ProfA Univ" + exactly + "1", 0.9 * 2 / 3 + 0.1);
  ExpectScore("u.akin StudentB StudentA" + exactly + "1", 0.55);
  ExpectScore("u.akin ProfA ProfB" + exactly + "1", 1);
  ExpectScore("u.akin ProfA ProfB" + exactly + "2", 0.9 * 1.55 / 2 + 0.1);
}

// ---- Yu et al., figure 1 ----

constexpr const char* kFigure1 =
    "11\t3\n11\t4\n11\t5\n12\t3\n12\t4\n12\t5\n12\t9\n3\t1\n3\t2\n4\t1\n4\t2\n6\t1\n6\t2\n5\t8\n"
    "9\t10\n";

TEST_F(CliCompare, TheTableOfYusFigure) {
  Ingest("f.akin", kFigure1);
  const std::vector<std::pair<std::string, std::vector<double>>> rows = {
      {"simrank", {0.24, 0.30, 0.12, 0.18, 0.30}},
      {"simrank-from-li", {0.24, 0.30, 0.12, 0.18, 0.30}},
      {"simrank-evidence", {0.20125, 0.225, 0, 0, 0.15}},
      {"simrank++", {0.21, 0.225, 0, 0, 0.15}},
      {"rolesim-in", {0.336, 0.24, 0.048, 0.072, 0.12}},
      {"cosine-simrank", {0.384, 0.24, 0.144, 0.101823, 0.169706}}};
  const std::string pairs[] = {"1 2", "4 5", "2 8", "8 10", "3 9"};
  for (const auto& [measure, scores] : rows) {
    for (size_t i = 0; i < scores.size(); ++i) {
      ExpectScore("f.akin " + pairs[i] + " --exact " + measure, scores[i]);
    }
  }
}

TEST_F(CliCompare, TheoremTenIsRefusedWhereItsSumDiverges) {
  Ingest("c.akin", "a\tb\nb\ta\n");
  ExpectRefused("sim c.akin a b --exact simrank-from-li --decay 0.8 --iterations 100",
                {"theorem 10 does not converge", "multiplied by 4 ", "0.499 or less", "--decay"});
  ExpectRefused("sim c.akin a b --exact simrank-from-li --decay 0.8",
                {"theorem 10 does not converge", "multiplied by 3.571 "});
  ExpectRefused("sim c.akin a b --exact simrank-from-li --decay 0.5",
                {"theorem 10 converges too slowly", "to 5.706e-05 after 10000 terms", "--decay"});
  ExpectScore("c.akin a b --exact simrank-from-li --decay 0.4", 0);
  ExpectScore("c.akin a a --exact simrank-from-li --decay 0.4", 1);
}

TEST_F(CliCompare, TheDiagonalIsPrinted) {
  Ingest("f.akin", kFigure1);
  const std::string rounds = Get("export f.akin --diagonal --decay 0.6 --iterations 2");
  EXPECT_THAT(Lines(rounds), SizeIs(11 * 3));
  EXPECT_THAT(rounds, HasSubstr("1\t0\t1.000000000\t0.600000000\n1\t1\t0.800000000\t0.360000000\n"
                                "1\t2\t0.760000000\t0.216000000\n"));
  const std::string limit = Get("export f.akin --diagonal");
  EXPECT_THAT(Lines(limit), SizeIs(11));
  EXPECT_THAT(limit, HasSubstr("8\tlimit\t0.3999"));
  Get("build f.akin --method push --name p");
  EXPECT_EQ(Get("export f.akin --diagonal --index p"), limit);
  ExpectRefused("export f.akin --decay 0.6", {"--decay", "--diagonal"});
  ExpectRefused("export f.akin --diagonal --index p --decay 0.6", {"--decay", "--index"});
}

TEST_F(CliCompare, TermsOfAnExactScoreAreExplained) {
  Ingest("f.akin", kFigure1);
  const std::string why = "explain f.akin 1 2 --exact cosine-simrank --by-step -k 0";
  double sum = 0;
  for (const std::string& contribution : Column(Get(why), 4)) sum += std::stod(contribution);
  EXPECT_NEAR(sum, 0.384, 1e-9);
  EXPECT_THAT(Get(why), HasSubstr("1 <- 3 -> 2"));
  EXPECT_THAT(Get(why), HasSubstr("1 <- 3 <- 11 -> "));
  ExpectRefused("explain f.akin 1 2 --exact rolesim", {"not explained", "simrank-li"});
}

// Jeh and Widom, figure 2: numbers of minimax_test.cc.
TEST_F(CliCompare, FormsOfMinimaxAndBothSides) {
  Ingest("shop.akin", "A\tsugar\nA\tfrosting\nA\teggs\nB\tfrosting\nB\teggs\nB\tflour\n");
  const std::string far = " --decay 0.8 --iterations 200";
  ExpectScore("shop.akin A B --exact simrank-minimax" + far, 48.0 / 67);
  ExpectScore("shop.akin frosting eggs --exact simrank-minimax" + far, 0.8);
  ExpectScore("shop.akin frosting eggs --exact simrank-minimax-mix" + far, 46.0 / 67);
  ExpectScore("shop.akin frosting eggs --exact simrank-minimax-in --decay 0.8", 0.8);
  ExpectScore("shop.akin A B --exact simrank-minimax --side both --lambda 0.25" + far,
              0.75 * 48 / 67);
  ExpectScore("shop.akin sugar flour --exact simrank-bipartite --prune common" + far, 0);
  ExpectRefused("sim shop.akin A B --exact simrank-bipartite --lambda 0.5", {"--lambda", "both"});
  ExpectRefused("sim shop.akin A B --exact simrank --prune common --radius 2", {"--radius"});
  ExpectRefused("sim shop.akin A B --exact simrank --prune near", {"no way to prune 'near'"});
}

TEST_F(CliCompare, SurfersWhoMeet) {
  Ingest("u.akin", kUniversity);
  ExpectScore("u.akin ProfA ProfB --exact simrank-f --function within --iterations 1", 0.5);
  ExpectRefused("sim u.akin ProfA ProfB --exact simrank --function within",
                {"simrank takes no function"});
  ExpectRefused("sim u.akin ProfA ProfB --exact simrank-f --function cubic",
                {"no function 'cubic'", "inverse"});
  // Walks from ProfA and ProfB step to the same vertex with 1/2; of a thousand, more than 600 or
  // fewer than 400 do so with a probability of 2 exp(-20), by Hoeffding's inequality.
  Get("build u.akin --measure psimrank --fingerprints 1000");
  EXPECT_NEAR(Score("u.akin ProfA ProfB --index psimrank --function within --length 1"), 0.5, 0.1);
  const std::string by_index = " --index psimrank --fingerprints 1000";
  const std::string by_walks = " --no-index --measure psimrank --fingerprints 1000";
  for (const char* const verb :
       {"sim u.akin ProfA ProfB", "related u.akin ProfA", "join u.akin --all"}) {
    EXPECT_EQ(Get(verb + by_index + " --function exponential"), Get(verb + by_index));
    EXPECT_NE(Get(verb + by_index + " --function inverse"), Get(verb + by_index));
    EXPECT_EQ(Get(verb + by_walks + " --function inverse"),
              Get(verb + by_index + " --function inverse"));
  }
  const std::string why = "explain u.akin ProfA ProfB" + by_index;
  EXPECT_EQ(Get(why + " --function exponential"), Get(why));
  EXPECT_NE(Get(why + " --function inverse"), Get(why));
  ExpectRefused("sim u.akin ProfA ProfB --function inverse --decay 0.5",
                {"--decay", "only the function exponential has a decay"});
  const std::string pairs = Get("export u.akin --pairs --decay 0.8");
  EXPECT_THAT(pairs, testing::HasSubstr("ProfA\tProfB\t0.413"));
  EXPECT_THAT(pairs, testing::HasSubstr("\tinf\n"));
  EXPECT_THAT(Get("export u.akin --pairs --json"), testing::HasSubstr("\"distance\":null"));
  EXPECT_THAT(Get("export u.akin --pairs --svg"), testing::HasSubstr("{ProfA, ProfB}"));
  EXPECT_THAT(Get("export u.akin --pairs --dot"), testing::HasSubstr("digraph"));
  // From Univ a link leads to ProfA with 1/2; from ProfB there is no way back.
  EXPECT_THAT(Get("export u.akin --distances"),
              testing::HasSubstr("Univ\tProfA\t0.500000\t0.500000\tinf\n"));
  EXPECT_THAT(Get("export u.akin --distances"),
              testing::HasSubstr("StudentA\tUniv\t1.000000\t1.000000\t1.000000\n"));
  ExpectRefused("export u.akin --svg", {"--pairs"});
  ExpectRefused("export u.akin --pairs --decay 1", {"decay"});
}

TEST_F(CliCompare, RoundsOfAScore) {
  Ingest("u.akin", kUniversity);
  // One round: ProfA and ProfB .8 / 2. Five vertices have 20 ordered pairs.
  const std::string rounds =
      Get("sim u.akin ProfA ProfB --exact simrank --decay 0.8 --iterations 1 --rounds");
  EXPECT_EQ(rounds,
            "0\t0.000000000\t0.000000000\t0.000000000\n"
            "1\t0.400000000\t0.400000000\t0.040000000\n");
  ExpectRefused("sim u.akin ProfA ProfB --exact cosine --rounds", {"cosine has no rounds"});
  ExpectRefused("sim u.akin ProfA ProfB --rounds", {"--exact"});
}

TEST_F(CliCompare, WhatAMeasureDoesNotTakeIsRefused) {
  Ingest("u.akin", kUniversity);
  const std::string ask = "sim u.akin ProfA ProfB --exact ";
  for (const std::string closed : {"cosine", "jaccard", "cocitation", "coupling"}) {
    ExpectRefused(ask + closed + " --decay 0.5", {closed, "no decay"});
    ExpectRefused(ask + closed + " --iterations 3", {closed + " takes no iterations"});
    ExpectRefused(ask + closed + " --epsilon 0.1", {closed + " takes no epsilon", "rolesim"});
  }
  for (const std::string measure : {"jaccard", "rwr", "simrank++", "simrank-star", "rolesim"}) {
    ExpectRefused(ask + measure + " --lambda 0.5", {measure + " takes no lambda", "prank"});
    ExpectRefused(ask + measure + " --decay-out 0.5", {measure + " takes no decay_out"});
    ExpectRefused(ask + measure + " --side points-to", {measure + " takes no side"});
    ExpectRefused(ask + measure + " --radius 2", {measure + " takes no radius"});
  }
  ExpectRefused(ask + "prank --lambda -0.5", {"lambda of prank is -0.5", "0 to 1"});
  ExpectRefused(ask + "rolesim --memory 100", {"RoleSim", "MiB", "--memory"});
  ExpectRefused(ask + "prank --memory 100", {"P-Rank", "MiB", "--memory"});
  ExpectRefused(ask + "rwr --memory 100", {"rwr", "MiB", "--memory"});
  ExpectRefused(ask + "simrank-star --memory 100", {"simrank-star", "MiB", "--memory"});
  ExpectRefused("related u.akin ProfA --exact cosine --memory 10", {"cosine", "--memory"});
}

// ---- networkx ----

// Prints measure, u, v, score for every pair of different vertices that scores more than what
// pagerank leaves of its uniform start. In-neighbours are neighbours in an undirected graph with
// two vertices, 'out' and 'in', for each vertex.
constexpr const char* kAskNetworkx = R"(
import math, sys
import networkx as nx
arcs = [line.split() for line in open(sys.argv[1])]
graph = nx.DiGraph(arcs)
cover = nx.Graph([(('out', a), ('in', b)) for a, b in arcs])
cover.add_nodes_from((side, v) for side in ('out', 'in') for v in graph)
def common(side, u, v): return len(list(nx.common_neighbors(cover, (side, u), (side, v))))
for u in graph:
    walk = nx.pagerank(graph, alpha=0.7, personalization={u: 1}, tol=1e-14, max_iter=1000)
    for v in graph:
        if u == v: continue
        pair = (('in', u), ('in', v))
        shared = common('in', u, v)
        norms = math.sqrt(cover.degree(pair[0])) * math.sqrt(cover.degree(pair[1]))
        scores = {'jaccard': next(nx.jaccard_coefficient(cover, [pair]))[2],
                  'cosine': shared / norms if shared else 0,
                  'cocitation': shared,
                  'coupling': common('out', u, v),
                  'rwr': walk[v]}
        for measure, score in scores.items():
            if score > 1e-11: print(measure, u, v, repr(score))
)";

using Scores = std::map<std::pair<std::string, std::string>, double>;

TEST_F(CliCompare, AgreesWithNetworkx) {
  if (!fs::exists(kPython) ||
      Run(Words{"-c", "import networkx, scipy"}, {.program = kPython}).code != 0) {
    std::cerr << "SKIPPED: " << kPython
              << " has no networkx; install python3-networkx and -scipy\n";
    GTEST_SKIP() << "no networkx to compare with";
  }
  // With self-loops, vertices without in-links and vertices without out-links.
  const TestGraph graph = TestGraph::Random(40, 130, 11);
  Write("arcs.tsv", EdgeList(graph));
  Ingest("g.akin", EdgeList(graph));
  const auto outcome = Run(Words{"-c", kAskNetworkx, "arcs.tsv"}, {.program = kPython});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::map<std::string, Scores> expected;
  for (const auto& line : Lines(outcome.out)) {
    const Words words = Split(line);
    ASSERT_THAT(words, SizeIs(4));
    expected[words[0]][{words[1], words[2]}] = std::stod(words[3]);
  }
  EXPECT_THAT(expected, SizeIs(5));
  for (auto& [measure, scores] : expected) {
    const std::string how = measure == "rwr" ? " --decay 0.7 --epsilon 1e-12" : "";
    Scores found;
    for (const auto& row :
         ParseJsonLines(Get("join g.akin --all --top 0 --json --exact " + measure + how))) {
      found[{row.at("left"), row.at("right")}] = row.at("score");
    }
    EXPECT_EQ(found.size(), scores.size()) << measure;
    for (const auto& [pair, score] : scores) {
      EXPECT_NEAR(found[pair], score, 1e-9) << measure << ' ' << pair.first << ' ' << pair.second;
    }
  }
}

// ---- docs/measures.md ----

// More and more vertices link to both a and b, which also have one in-neighbour each of their own.
TEST_F(CliCompare, CommonInNeighboursLowerSimRankAsOneOverTheirNumber) {
  std::string links = "p\ta\nq\tb\n";
  for (int delta = 1; delta <= 32; ++delta) {
    links += fmt::format("x{}\ta\nx{}\tb\n", delta, delta);
    if ((delta & (delta - 1)) != 0) continue;
    const std::string corpus = fmt::format("{}.akin", delta);
    Ingest(corpus, links);
    const double one_more = delta + 1;
    const double simrank = 0.6 * delta / (one_more * one_more);
    ExpectScore(corpus + " a b --exact simrank", simrank);
    ExpectScore(corpus + " a b --exact simrank++", (1 - std::exp2(-delta)) * simrank);
    ExpectScore(corpus + " a b --exact simrank-li", 0.4 * simrank);
    ExpectScore(corpus + " a b --exact psimrank", 0.6 * delta / (delta + 2));
    ExpectScore(corpus + " a b --exact cosine", delta / one_more);
  }
}

// The script computes every curve from its definition, and checks those that the program knows.
TEST_F(CliCompare, ThePlotInTheDocumentsIsWhatItsScriptDraws) {
  if (!fs::exists(kPython)) GTEST_SKIP() << "no " << kPython << " to draw with";
  const std::string script = SourceFile("examples/connectivity");
  const auto outcome = Run(Words{script, "new.svg", ProgramPath()}, {.program = kPython});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(ReadBytes(At("new.svg")), ReadBytes(SourceFile("docs/connectivity.svg")));
  // It prints delta, cosine-simrank, simrank, simrank++; the page has a table with some of the
  // rows.
  const std::string page = ReadBytes(SourceFile("docs/measures.md"));
  int compared = 0;
  for (const auto& line : Lines(outcome.out)) {
    const Words row = Split(line, '\t');
    ASSERT_THAT(row, SizeIs(4));
    if (row[0] != "1" && row[0] != "2" && row[0] != "8" && row[0] != "64") continue;
    EXPECT_THAT(page,
                HasSubstr(fmt::format("| {} | {} | {} | {} |", row[0], row[2], row[3], row[1])));
    ++compared;
  }
  EXPECT_EQ(compared, 4);
}

}  // namespace
}  // namespace akin
