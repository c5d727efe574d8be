#include "base/progress.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace akin {
namespace {

TEST(ProgressTest, BeginsAtNothingAndEndsWithAll) {
  std::vector<uint64_t> reports;
  const Control control{.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.what, "walking");
    EXPECT_EQ(progress.unit, "steps");
    EXPECT_EQ(progress.total, 10U);
    reports.push_back(progress.done);
  }};
  {
    ProgressMeter meter(control, "walking", "steps", 10);
    for (int i = 0; i < 5; ++i) meter.Advance(2);
  }
  ASSERT_GE(reports.size(), 2U);
  EXPECT_EQ(reports.front(), 0U);
  EXPECT_EQ(reports.back(), 10U);
}

TEST(ProgressTest, IsSilentWithoutAListener) {
  const Control control;
  ProgressMeter meter(control, "walking", "steps", 0);
  meter.Advance(1);
}

TEST(ProgressTest, ReportsOfManyThreadsComeOneAtATimeAndNeverFall) {
  std::atomic<int> inside = 0;
  uint64_t last = 0;
  bool fell = false;
  bool overlapped = false;
  const Control control{.progress = [&](const Progress& progress) {
    overlapped = overlapped || ++inside != 1;
    fell = fell || progress.done < last;
    last = progress.done;
    --inside;
  }};
  {
    ProgressMeter meter(control, "walking", "steps", 400'000);
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 100'000; ++i) meter.Advance(1);
      });
    }
  }
  EXPECT_FALSE(fell);
  EXPECT_FALSE(overlapped);
  EXPECT_EQ(last, 400'000U);
}

TEST(ProgressTest, ManyStepsMakeFewReports) {
  uint64_t reports = 0;
  const Control control{.progress = [&](const Progress&) { ++reports; }};
  {
    ProgressMeter meter(control, "walking", "steps", 1000);
    for (int i = 0; i < 1000; ++i) meter.Advance(1);
  }
  EXPECT_LT(reports, 1000U);
}

}  // namespace
}  // namespace akin
