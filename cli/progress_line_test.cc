#include "progress_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "terminal.h"

namespace akin::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(ProgressLineTest, ShowsCountRateAndTimeLeft) {
  EXPECT_EQ(
      ProgressLine({.what = "walking", .unit = "fingerprints", .done = 42, .total = 100}, 9.8, 80),
      "walking  42/100 fingerprints  9.8/s  5.9 s left");
  EXPECT_EQ(ProgressLine({.what = "reading a.tsv", .unit = "bytes", .done = 3 << 20}, 1 << 20, 80),
            "reading a.tsv  3.0 MiB  1.0 MiB/s");
  EXPECT_EQ(ProgressLine({.what = "asking", .unit = "queries", .done = 0, .total = 7}, 0, 80),
            "asking  0/7 queries");
}

TEST(ProgressLineTest, ShortensALongPathInTheMiddle) {
  const std::string what = "reading /srv/data/" + std::string(90, 'x') + "/links.tsv.gz";
  const Progress progress{.what = what, .unit = "bytes", .done = 5 << 20, .total = 10 << 20};
  const std::string line = ProgressLine(progress, 1 << 20, 80);
  EXPECT_EQ(DisplayWidth(line), 80U) << line;
  EXPECT_THAT(line, StartsWith("reading /srv/data/"));
  EXPECT_THAT(line, HasSubstr("…"));
  EXPECT_THAT(line, HasSubstr("/links.tsv.gz  5.0 MiB/10 MiB  1.0 MiB/s  5.0 s left"));
}

TEST(ProgressLineTest, FitsIntoEveryWidth) {
  const Progress progress{.what = "comparing what leads to vertices",
                          .unit = "vertices",
                          .done = 1'234'567,
                          .total = 9'876'543};
  for (size_t width = 0; width < 120; ++width) {
    EXPECT_LE(DisplayWidth(ProgressLine(progress, 4321, width)), width);
  }
  EXPECT_THAT(ProgressLine(progress, 4321, 59), EndsWith("left")) << "the rate goes first";
}

TEST(WorkRateTest, IsTheMeanAtFirst) {
  WorkRate rate;
  EXPECT_EQ(rate.PerSecond(), 0);
  rate.Learn(20, 2);
  EXPECT_DOUBLE_EQ(rate.PerSecond(), 10);
}

TEST(WorkRateTest, StaysTheSameForSteadyWork) {
  WorkRate rate;
  for (int i = 1; i <= 1000; ++i) rate.Learn(static_cast<uint64_t>(i) * 7, i * 0.1);
  EXPECT_NEAR(rate.PerSecond(), 70, 1e-9);
}

TEST(WorkRateTest, FollowsWorkThatSlowsDown) {
  WorkRate rate;
  for (int i = 1; i <= 100; ++i) rate.Learn(static_cast<uint64_t>(i) * 1000, i);
  for (int i = 1; i <= 60; ++i) rate.Learn(100'000 + static_cast<uint64_t>(i) * 10, 100 + i);
  EXPECT_LT(rate.PerSecond(), 40);  // the mean is 629
  EXPECT_GE(rate.PerSecond(), 10);
}

TEST(WorkRateTest, BeginsAgainWithTheWork) {
  WorkRate rate;
  rate.Learn(1000, 1);
  rate.Learn(5, 2);
  EXPECT_DOUBLE_EQ(rate.PerSecond(), 2.5);
}

}  // namespace
}  // namespace akin::cli
