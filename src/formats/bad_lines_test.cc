#include "formats/bad_lines.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "akin/errors.h"

namespace akin {
namespace {

TEST(RefuseOrCount, KeepsTheFirstFive) {
  IngestReport report;
  const auto bad = [](uint64_t line) { return BadInput({.file = "links", .line = line}, "bad"); };
  const Status refused = RefuseOrCount(bad(1), {}, report);
  EXPECT_EQ(refused.code(), Code::kBadInput);
  EXPECT_EQ(refused.place().line, 1u);
  EXPECT_EQ(report.bad_lines, 0u);
  IngestOptions skip;
  skip.skip_bad_lines = true;
  for (uint64_t i = 1; i <= 7; ++i) EXPECT_TRUE(RefuseOrCount(bad(i), skip, report).ok());
  EXPECT_EQ(report.bad_lines, 7u);
  EXPECT_EQ(report.first_bad_lines.size(), 5u);
  EXPECT_EQ(report.first_bad_lines.front(), "links:1: bad");
}

}  // namespace
}  // namespace akin
