// Cosine SimRank through the command line: published numbers, Krylov spaces, the index of norms.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliCosine : public CliTest {
 protected:
  void SetUp() override {
    // Yu et al., figure 3.
    Ingest("p.akin",
           "3\t1\n6\t1\n1\t2\n3\t2\n1\t4\n3\t4\n8\t4\n1\t5\n2\t5\n6\t5\n1\t7\n6\t7\n1\t8\n7\t8\n");
    Write("left", "1\n2\n4\n8\n");
    Write("right", "5\n7\n");
  }
  // Scores to the digits printed, by pair.
  std::map<std::string, std::string> Joined(const std::string& flags) const {
    std::map<std::string, std::string> scores;
    const auto outcome = Run("join p.akin --left left --right right --json --decay 0.4 " + flags);
    EXPECT_EQ(outcome.code, kFound) << outcome.err;
    for (const auto& row : ParseJsonLines(outcome.out)) {
      const std::string pair =
          row.at("left").get<std::string>() + " " + row.at("right").get<std::string>();
      scores[pair] = Fixed(row.at("score"), 4);
    }
    return scores;
  }

  const std::map<std::string, std::string> golden_ = {
      {"1 5", "0.0980"}, {"1 7", "0.1200"}, {"2 5", "0.1811"}, {"2 7", "0.2160"},
      {"4 5", "0.1916"}, {"4 7", "0.1659"}, {"8 5", "0.2164"}, {"8 7", "0.2031"}};
};

TEST_F(CliCosine, GoldenNumbersOfAllQuestions) {
  const std::string exactly = " --exact cosine-simrank --decay 0.4 --iterations 4";
  EXPECT_EQ(Joined("--exact cosine-simrank --iterations 4"), golden_);
  for (const auto& [pair, score] : golden_) {
    EXPECT_EQ(Fixed(std::stod(Get("sim p.akin " + pair + exactly)), 4), score) << pair;
  }
  size_t found = 0;
  for (const auto& row : ParseJsonLines(Get("related p.akin 5 -k 0 --json" + exactly))) {
    const auto at = golden_.find(row.at("key").get<std::string>() + " 5");
    if (at == golden_.end()) continue;
    EXPECT_EQ(Fixed(row.at("score"), 4), at->second);
    ++found;
  }
  EXPECT_EQ(found, golden_.size() / 2);
  found = 0;
  for (const auto& row : ParseJsonLines(Get("join p.akin --all --json" + exactly))) {
    const auto at =
        golden_.find(row.at("left").get<std::string>() + " " + row.at("right").get<std::string>());
    if (at == golden_.end()) continue;
    EXPECT_EQ(Fixed(row.at("score"), 4), at->second);
    ++found;
  }
  EXPECT_EQ(found, golden_.size());
}

TEST_F(CliCosine, GoldenNumbersOfKrylovSpaces) {
  for (const auto& [pair, score] : golden_) {
    const auto out =
        Get("sim p.akin " + pair + " --exact cosine-simrank --decay 0.4 --iterations 4 --krylov 3");
    EXPECT_EQ(Fixed(std::stod(out), 4), pair == "4 5" ? "0.1933" : score) << pair;
  }
  // With as many steps as terms it is exact.
  EXPECT_EQ(Joined("--exact cosine-simrank --iterations 4 --krylov auto"), golden_);
}

// One and two links before a and b, walks begin at {m, n} and {n}, and at {p, p, q} and {p, q}.
TEST_F(CliCosine, OtherKernelsGiveTheNumbersByHand) {
  Ingest("k.akin", "m\ta\nn\ta\nn\tb\np\tm\np\tn\nq\tn\n");
  const std::map<std::string, std::string> by_hand = {{"cosine", "0.306316"},
                                                      {"sets", "0.313706"},
                                                      {"bhattacharyya", "0.311632"},
                                                      {"intersection", "0.240000"}};
  for (const auto& [kernel, score] : by_hand) {
    const std::string asked = " --exact cosine-simrank --kernel " + kernel;
    EXPECT_EQ(Fixed(std::stod(Get("sim k.akin a b" + asked)), 6), score) << kernel;
    const auto related = ParseJsonLines(Get("related k.akin b --json" + asked));
    ASSERT_EQ(related.at(0).at("key"), "a");
    EXPECT_EQ(Fixed(related[0].at("score"), 6), score) << kernel;
    EXPECT_EQ(Fixed(related[0].at("error"), 6), Fixed(std::pow(0.6, 10), 6));
    size_t found = 0;
    for (const auto& row : ParseJsonLines(Get("join k.akin --all --json" + asked))) {
      if (row.at("left") != "a" || row.at("right") != "b") continue;
      EXPECT_EQ(Fixed(row.at("score"), 6), score) << kernel;
      ++found;
    }
    EXPECT_EQ(found, 1U);
  }
  EXPECT_EQ(Get("related p.akin 5 -k 0 --exact cosine-simrank --kernel cosine"),
            Get("related p.akin 5 -k 0 --exact cosine-simrank"));
}

TEST_F(CliCosine, AJoinWithAChoiceSaysWhichWayItWent) {
  const auto outcome = Run(
      "join p.akin --left left --right right --exact cosine-simrank --iterations 40 --krylov 3");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(outcome.err, StartsWith("joining "));
  EXPECT_THAT(Run("join p.akin --left left --right right --exact cosine-simrank").err, "");
}

TEST_F(CliCosine, TermsFollowFromEpsilon) {
  const auto error = [&](const std::string& flags) {
    return Column(Get("sim p.akin 4 5 --exact cosine-simrank --decay 0.5 " + flags), 1)[0];
  };
  EXPECT_EQ(error("--epsilon 0.25"), Fixed(0.25));
  EXPECT_EQ(error("--epsilon 0.2"), Fixed(0.125));
  EXPECT_EQ(error("--iterations 4 --krylov 2"), Fixed(0.25));
}

TEST_F(CliCosine, AnIndexOfNormsAnswers) {
  Get("build p.akin --measure cosine-simrank --iterations 20 --decay 0.4");
  const auto exact =
      Get("related p.akin 5 -k 0 --exact cosine-simrank --decay 0.4 --iterations 20");
  EXPECT_EQ(Column(Get("related p.akin 5 -k 0"), 3), Column(exact, 3));
  EXPECT_EQ(Column(Get("related p.akin 5 -k 0"), 1), Column(exact, 1));
  EXPECT_EQ(Get("sim p.akin 5 8"), Get("sim p.akin 5 8 --exact cosine-simrank --decay 0.4 "
                                       "--iterations 20"));
  EXPECT_THAT(Get("info p.akin"), HasSubstr("\tcomplete\tnorms\n"));
  EXPECT_THAT(Get("info p.akin --index cosine-simrank"), HasSubstr("iterations\t20\n"));
  EXPECT_THAT(Get("check p.akin"), HasSubstr("cosine-simrank-k20.akin"));
  Get("build p.akin --measure cosine-simrank --epsilon 0.01 --decay 0.5 --name by-epsilon");
  EXPECT_THAT(Get("info p.akin --index by-epsilon"), HasSubstr("iterations\t8\n"));
}

TEST_F(CliCosine, BadFlagsAreExplained) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"sim p.akin 4 5 --exact cosine-simrank --krylov 0",
       "--krylov 0: steps of a Krylov space, 1"},
      {"sim p.akin 4 5 --exact cosine-simrank --krylov -2", "1 or more"},
      {"sim p.akin 4 5 --exact cosine-simrank --krylov x", "or auto"},
      {"sim p.akin 4 5 --exact cosine-simrank --krylov 2 --epsilon 1e-3", "take 14"},
      {"sim p.akin 4 5 --exact simrank --krylov 3", "takes no krylov; that is for cosine-simrank"},
      {"related p.akin 4 --exact cosine-simrank --krylov 3", "a pair does"},
      {"sim p.akin 4 5 --exact cosine-simrank --kernel set", "no kernel 'set'"},
      {"sim p.akin 4 5 --exact cosine-simrank --kernel sets --krylov 3", "leave out krylov or"},
      {"sim p.akin 4 5 --exact cosine-simrank --kernel sets --krylov auto", "leave out krylov or"},
      {"sim p.akin 4 5 --exact simrank --kernel cosine",
       "takes no kernel; that is for cosine-simrank"},
      {"sim p.akin 4 5 --kernel sets", "--exact"},
      {"explain p.akin 4 5 --exact cosine-simrank --kernel sets", "a kernel other than cosine"},
      {"build p.akin --measure cosine-simrank --kernel sets", "--kernel"},
      {"sim p.akin 4 5 --exact cosine-simrank --radius 2", "takes no radius"},
      {"build p.akin --measure cosine-simrank --iterations 1", "it must be 2 to 1000"},
      {"build p.akin --measure cosine-simrank --method push", "there are norms"},
      {"build p.akin --measure cosine-simrank --method fingerprints", "there are norms"},
      {"build p.akin --measure cosine-simrank --dry-run", "not known beforehand"},
      {"related p.akin 4 --no-index --measure cosine-simrank", "only fingerprints"},
  };
  for (const auto& [line, message] : cases) {
    const Outcome outcome = Run(line);
    EXPECT_EQ(outcome.code, kError) << line;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << line;
  }
}

}  // namespace
}  // namespace akin
