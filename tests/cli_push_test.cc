// akin build --method push, and how the other verbs use such an index.
#include "cli_fixture.h"

namespace akin {
namespace {

class CliPush : public CliTest {
 protected:
  void SetUp() override { Ingest("u.akin", kUniversity); }
};

// Jeh and Widom, figure 1.
TEST_F(CliPush, GoldenNumbers) {
  Get("build u.akin --measure simrank --method push --epsilon 1e-5 --decay 0.8");
  const auto score = [&](const std::string& pair) {
    return std::stod(Get("sim u.akin " + pair + " --index simrank-push"));
  };
  constexpr double kPrinted = 0.5e-4 + 1e-5;  // the digits printed, and epsilon
  EXPECT_NEAR(score("ProfA ProfB"), .4136, kPrinted);
  EXPECT_NEAR(score("StudentA StudentB"), .3308, kPrinted);
  EXPECT_NEAR(score("Univ ProfB"), .1323, kPrinted);
  EXPECT_NEAR(score("ProfA StudentB"), .1059, kPrinted);
  EXPECT_NEAR(score("ProfB StudentB"), .0882, kPrinted);
  EXPECT_NEAR(score("ProfB StudentA"), .0423, kPrinted);
  EXPECT_NEAR(score("Univ StudentB"), .0339, kPrinted);
  EXPECT_THAT(Get("related u.akin StudentA --index simrank-push -k 1"), EndsWith("\tStudentB\n"));
}

// With a number of rounds instead of an error: the scores after that many rounds.
TEST_F(CliPush, RoundsAreExact) {
  Get("build u.akin --method push --iterations 4 --decay 0.8");
  for (const std::string query : {"sim u.akin ProfA ProfB", "related u.akin StudentA"}) {
    EXPECT_EQ(Get(query + " --index simrank-series"),
              Get(query + " --exact simrank --iterations 4 --decay 0.8"));
  }
  const std::string facts = Get("info u.akin --index simrank-series");
  EXPECT_THAT(facts, HasSubstr("method\tseries\n"));
  EXPECT_THAT(facts, HasSubstr("iterations\t4\n"));
  EXPECT_THAT(Get("check u.akin"),
              HasSubstr("ok\tu.akin/indexes/simrank-series/simrank-series-c0.8-k4.akin"));
}

TEST_F(CliPush, InfoAndCheckKnowIt) {
  Get("build u.akin --method push --epsilon 0.01 --seed 7");
  EXPECT_THAT(Get("info u.akin"), HasSubstr("\tcomplete\tpush\n"));
  const std::string facts = Get("info u.akin --index simrank-push");
  EXPECT_THAT(facts, HasSubstr("method\tpush\n"));
  EXPECT_THAT(facts, HasSubstr("epsilon\t0.010000\n"));
  EXPECT_THAT(facts, HasSubstr("seed\t7\n"));
  EXPECT_THAT(Get("check u.akin"),
              HasSubstr("ok\tu.akin/indexes/simrank-push/simrank-push-c0.6-e0.01-s7.akin"));
}

TEST_F(CliPush, BadFlagsAreExplained) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"--method push --epsilon 0",
       "epsilon of simrank is 0; it must be at least 1e-05 and below 1"},
      {"--method push --decay 1", "decay of simrank is 1"},
      {"--method push --measure xjaccard", "no method 'push' of xjaccard"},
      {"--method pull", "there are fingerprints, push, series"},
      {"--method push --dry-run", "not known beforehand"},
      {"--method push --iterations 3 --dry-run", "not known beforehand"},
      {"--method push --iterations 0", "1 to 1000"},
      {"--method push --iterations 3 --epsilon 0.1", "--epsilon"},
  };
  for (const auto& [flags, message] : cases) {
    const Outcome outcome = Run("build u.akin " + flags);
    EXPECT_EQ(outcome.code, kError) << flags;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << flags;
  }
}

}  // namespace
}  // namespace akin
