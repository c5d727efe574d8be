// Every builder stays within its memory budget.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "peak_memory.h"
#include "temp_dir.h"

namespace akin {
namespace {

class BuilderMemoryTest : public testing::Test {
 protected:
  static double PeakMegabytes(const std::vector<std::string>& arguments) {
    const Peak peak = PeakOf(arguments);
    EXPECT_EQ(peak.code, 0);
    return peak.megabytes;
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
};

TEST_F(BuilderMemoryTest, PeakMemoryStaysWithinTheBudget) {
  WriteRandomLinks(directory_ / "links.tsv", 1'000'000, 4'000'000);
  PeakMegabytes({"ingest", directory_ / "links.tsv", "-o", corpus_, "--quiet"});
  struct Case {
    const char* measure;
    const char* builder;
    unsigned budget;
  };
  for (const Case& c : {Case{"simrank", "memory", 100}, Case{"psimrank", "memory", 64},
                        Case{"simrank", "semi-external", 64}, Case{"psimrank", "semi-external", 32},
                        Case{"simrank", "external", 32}, Case{"psimrank", "external", 16},
                        Case{"xjaccard", "semi-external", 48}, Case{"xjaccard", "external", 16}}) {
    std::filesystem::remove_all(corpus_ + "/indexes");
    const double peak =
        PeakMegabytes({"build", corpus_, "--measure", c.measure, "--fingerprints", "2", "--length",
                       "3", "--threads", "2", "--quiet", "--builder", c.builder, "--memory",
                       fmt::format("{}M", c.budget)});
    EXPECT_LE(peak, c.budget + kMegabytesBeside)
        << c.measure << ' ' << c.builder << " with " << c.budget << " MiB";
  }
}

// Every vertex is related to every other one: 20,000 hits of 40 bytes for each of 300 queries, 240
// MB in all.
TEST_F(BuilderMemoryTest, ManyAnswersStayWithinTheBudget) {
  {
    auto out = fmt::output_file(directory_ / "star.tsv");
    auto queries = fmt::output_file(directory_ / "queries.txt");
    for (unsigned leaf = 0; leaf < 20'000; ++leaf) out.print("hub\t{}\n", leaf);
    for (unsigned leaf = 0; leaf < 300; ++leaf) queries.print("{}\n", leaf);
  }
  PeakMegabytes({"ingest", directory_ / "star.tsv", "-o", corpus_, "--quiet"});
  PeakMegabytes({"build", corpus_, "--measure", "simrank", "--fingerprints", "10", "--quiet"});
  const double peak =
      PeakMegabytes({"related", corpus_, "--queries", directory_ / "queries.txt", "-k", "0",
                     "--index", "simrank", "--memory", "32M", "--threads", "2", "--quiet"});
  EXPECT_LE(peak, 32 + 24.0);
}

}  // namespace
}  // namespace akin
