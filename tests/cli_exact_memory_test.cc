// Every exact measure stays within its memory budget, or says that it cannot before it tries.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "akin/measures.h"
#include "peak_memory.h"
#include "temp_dir.h"

namespace akin {
namespace {

class ExactMemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    WriteRandomLinks(directory_ / "links.tsv", 2000, 6000);
    ASSERT_EQ(PeakOf({"ingest", directory_ / "links.tsv", "-o", corpus_, "--quiet"}).code, 0);
  }

  // Whether the question was answered.
  bool Ask(const MeasureFacts& facts, std::vector<std::string> words, unsigned budget,
           unsigned iterations) const {
    words.insert(words.end(), {"--exact", std::string(facts.name), "--threads", "2", "--quiet",
                               "--memory", fmt::format("{}M", budget)});
    if (facts.exact().Takes(Parameter::kIterations)) {
      words.insert(words.end(), {"--iterations", fmt::to_string(iterations)});
    }
    const Peak peak = PeakOf(words);
    EXPECT_GE(peak.code, 0) << facts.name;
    EXPECT_LE(peak.code, 2) << facts.name;
    EXPECT_LE(peak.megabytes, budget + kMegabytesBeside)
        << facts.name << ' ' << words[0] << " with " << budget << " MiB";
    return peak.code < 2;
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
};

TEST_F(ExactMemoryTest, ManyRoundsStayWithinTheBudget) {
  unsigned answered = 0;
  for (const MeasureFacts& facts : Measures()) {
    if (facts.exact().Takes(Parameter::kBags)) continue;
    // The diagonals of k rounds take k^2 steps.
    const unsigned rounds = facts.measure == Measure::kSimRankVariedD ? 20 : 300;
    answered += Ask(facts, {"related", corpus_, "7"}, 16, rounds) ? 1 : 0;
    answered += Ask(facts, {"sim", corpus_, "7", "8"}, 16, rounds) ? 1 : 0;
  }
  EXPECT_GE(answered, 10U);  // a budget that nobody keeps would be a test of refusals
}

TEST_F(ExactMemoryTest, AllPairsStayWithinTheBudget) {
  unsigned answered = 0;
  for (const MeasureFacts& facts : Measures()) {
    if (facts.exact().Takes(Parameter::kBags)) continue;
    answered += Ask(facts, {"related", corpus_, "7"}, 80, 3) ? 1 : 0;
  }
  EXPECT_GE(answered, 15U);
}

}  // namespace
}  // namespace akin
