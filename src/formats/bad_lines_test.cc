#include "formats/bad_lines.h"

#include <gtest/gtest.h>

#include <string>

namespace akin {
namespace {

TEST(RefuseOrCount, KeepsTheFirstFive) {
  IngestReport report;
  EXPECT_EQ(RefuseOrCount("links:1: bad", {}, report).code(), Code::kBadInput);
  EXPECT_EQ(report.bad_lines, 0u);
  IngestOptions skip;
  skip.skip_bad_lines = true;
  for (int i = 1; i <= 7; ++i) {
    EXPECT_TRUE(RefuseOrCount("links:" + std::to_string(i) + ": bad", skip, report).ok());
  }
  EXPECT_EQ(report.bad_lines, 7u);
  EXPECT_EQ(report.first_bad_lines.size(), 5u);
  EXPECT_EQ(report.first_bad_lines.front(), "links:1: bad");
}

}  // namespace
}  // namespace akin
