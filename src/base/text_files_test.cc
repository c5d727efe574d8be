#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "akin/files.h"
#include "file_tree.h"
#include "packed_bytes.h"
#include "temp_dir.h"

namespace akin {
namespace {

using ::testing::HasSubstr;

TEST(TextFiles, ATextIsReadAsAWhole) {
  const TempDir directory;
  WriteBytes(directory / "x", Gzipped("one\ntwo"));
  EXPECT_EQ(ReadText(directory / "x").value(), "one\ntwo");
}

// A few bytes stand for as much as one likes.
TEST(TextFiles, ATextThatUnpacksToTooMuchIsRefused) {
  const TempDir directory;
  WriteBytes(directory / "x", Zstandard(std::string(10 << 20, 'x')));
  Control control;
  control.memory = 16 << 20;
  const auto text = ReadText(directory / "x", control);
  EXPECT_EQ(text.status().code(), Code::kOutOfBudget);
  EXPECT_THAT(text.status().message(), HasSubstr("x: out of memory: reading all of it"));
  control.memory = 100 << 20;
  EXPECT_TRUE(ReadText(directory / "x", control).ok());
}

}  // namespace
}  // namespace akin
