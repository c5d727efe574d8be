// Known values through the command line.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliGolden : public CliTest {
 protected:
  // The first score that `sim` prints.
  std::string Score(const std::string& line) const {
    const auto outcome = Run("sim " + line);
    EXPECT_EQ(outcome.err, "");
    return Column(outcome.out, 0).empty() ? "nothing" : Column(outcome.out, 0)[0];
  }
};

TEST_F(CliGolden, JehWidomFigure1) {
  Ingest("u.akin", kUniversity);
  const std::vector<std::pair<std::string, std::string>> golden = {
      {"ProfA ProfB", "0.4136"},    {"StudentA StudentB", "0.3308"}, {"Univ ProfB", "0.1323"},
      {"ProfA StudentB", "0.1059"}, {"ProfB StudentB", "0.0882"},    {"ProfB StudentA", "0.0423"},
      {"Univ StudentB", "0.0339"}};
  const std::string exactly = " --exact simrank --decay 0.8 --iterations 100";
  for (const auto& [pair, score] : golden) {
    const auto names = Split(pair);
    EXPECT_EQ(Fixed(std::stod(Score(fmt::format("u.akin {}{}", pair, exactly))), 4), score) << pair;
    const auto turned = Score(fmt::format("u.akin {} {}{}", names[1], names[0], exactly));
    EXPECT_EQ(turned, Score(fmt::format("u.akin {}{}", pair, exactly))) << pair;
  }
}

TEST_F(CliGolden, JehWidomFigure1HasNoOtherSimilarPairs) {
  Ingest("u.akin", kUniversity);
  for (const std::string pair : {"Univ ProfA", "Univ StudentA", "ProfA StudentA"}) {
    const auto outcome = Run("sim u.akin " + pair + " --exact simrank --decay 0.8");
    EXPECT_EQ(outcome.code, kNothing) << pair;
    EXPECT_THAT(outcome.out, StartsWith("0.000000\t")) << pair;
  }
}

TEST_F(CliGolden, JehWidomFigure2) {
  Ingest("shop.akin", "A\tsugar\nA\tfrosting\nA\teggs\nB\tfrosting\nB\teggs\nB\tflour\n");
  std::map<std::string, std::string> golden = {{"A B", "0.5466"}, {"flour sugar", "0.4373"}};
  for (const std::string pair :
       {"eggs flour", "eggs frosting", "eggs sugar", "flour frosting", "frosting sugar"}) {
    golden[pair] = "0.6186";
  }
  const std::string exactly = " --exact simrank-bipartite --decay 0.8 --epsilon 1e-9";
  std::map<std::string, std::string> joined;
  for (const auto& row : ParseJsonLines(Get("join shop.akin --all --json" + exactly))) {
    const std::string a = row.at("left");
    const std::string b = row.at("right");
    const std::string score = Fixed(row.at("score"), 4);
    EXPECT_EQ(joined.try_emplace(a < b ? a + " " + b : b + " " + a, score).first->second, score);
  }
  EXPECT_EQ(joined, golden);
  for (const auto& [pair, score] : golden) {
    EXPECT_EQ(Fixed(std::stod(Score(fmt::format("shop.akin {}{}", pair, exactly))), 4), score);
  }
  const auto minimax = Score("shop.akin A B --exact simrank-minimax --decay 0.8 --epsilon 1e-9");
  EXPECT_EQ(minimax, Fixed(48.0 / 67));
}

TEST_F(CliGolden, JehWidomFigure1WithinARadiusThatCoversIt) {
  Ingest("u.akin", kUniversity);
  const std::string ask = "join u.akin --all --json --exact simrank --decay 0.8 --iterations 100";
  const auto all = Get(ask);
  EXPECT_THAT(all, Not(IsEmpty()));
  EXPECT_EQ(Get(ask + " --radius 4"), all);
}

TEST_F(CliGolden, CompleteGraphs) {
  Ingest("4.akin", EdgeList(TestGraph::Complete(4)));
  Ingest("3.akin", EdgeList(TestGraph::Complete(3)));
  const std::string exactly = " --exact simrank --decay 0.8 --iterations 100";
  for (const std::string pair : {" 0 1", " 2 0", " 1 2"}) {
    EXPECT_EQ(Score(fmt::format("4.akin{}{}", pair, exactly)), "0.470588");
    EXPECT_EQ(Score(fmt::format("3.akin{}{}", pair, exactly)), "0.500000");
  }
}

TEST_F(CliGolden, CommonInNeighboursGiveDecayOverTheirNumberOrDecay) {
  for (int k = 1; k <= 5; ++k) {
    std::string links;
    for (int i = 0; i < k; ++i) links += fmt::format("w{}\tu\nw{}\tv\n", i, i);
    const std::string corpus = std::to_string(k) + ".akin";
    Ingest(corpus, links);
    for (const double decay : {0.6, 0.8}) {
      const std::string with = corpus + " u v --decay " + Fixed(decay, 1);
      EXPECT_EQ(Score(with + " --exact simrank"), Fixed(decay / k)) << k;
      EXPECT_EQ(Score(with + " --exact psimrank"), Fixed(decay)) << k;
    }
  }
}

TEST_F(CliGolden, ExactErrorIsWhatTheRoundsLeaveOut) {
  Ingest("u.akin", kUniversity);
  const auto out = Get("sim u.akin ProfA ProfB --exact simrank --decay 0.8 --iterations 4");
  EXPECT_EQ(Column(out, 1), Words{Fixed(std::pow(0.8, 5))});
}

// Scores of `related --all --json` by (query, key); a pair that is not printed scores 0.
using Scores = std::map<std::pair<std::string, std::string>, double>;

Scores ScoresIn(const std::string& json_lines) {
  Scores scores;
  for (const auto& hit : ParseJsonLines(json_lines)) {
    scores[{hit.at("query"), hit.at("key")}] = hit.at("score");
  }
  return scores;
}

// FR section 4: P(|estimate - score| > d) < 2 exp(-6/7 N d^2). d is chosen so that the union over
// all pairs of both graphs and measures stays below 1e-6.
TEST_F(CliGolden, EstimatesStayWithinTheBound) {
  constexpr double kFailure = 1e-6;
  constexpr int kFingerprints = 2000;
  constexpr int kTests = 3 * (5 * 4 / 2 + 12 * 11 / 2);
  const double bound = std::sqrt(std::log(2 * kTests / kFailure) * 7 / (6.0 * kFingerprints));
  Ingest("u.akin", kUniversity);
  Ingest("r.akin", EdgeList(TestGraph::Random(12, 30, 7)));
  for (const std::string corpus : {"u.akin", "r.akin"}) {
    for (const std::string measure : {"simrank", "psimrank", "xjaccard"}) {
      Get(fmt::format("build {} --decay 0.8 --fingerprints 2000 --measure {}", corpus, measure));
      const std::string all = "related " + corpus + " --all -k 0 --json ";
      auto exact = ScoresIn(Get(fmt::format("{}--decay 0.8 --exact {}", all, measure)));
      auto estimated = ScoresIn(Get(fmt::format("{}--index {}", all, measure)));
      EXPECT_THAT(exact, Not(IsEmpty()));
      for (const auto& [pair, score] : exact) estimated.try_emplace(pair, 0);
      for (const auto& [pair, score] : estimated) EXPECT_NEAR(score, exact[pair], bound);
    }
  }
}

}  // namespace
}  // namespace akin
