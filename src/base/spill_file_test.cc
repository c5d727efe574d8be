#include "base/spill_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "akin/try.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

std::string RandomBytes(size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string ReadRange(const SpillFile& file, uint64_t begin, uint64_t end, size_t buffer,
                      size_t piece) {
  SpillReader reader(file, begin, end, buffer);
  std::string text;
  while (!reader.AtEnd()) {
    std::string part(std::min<uint64_t>(piece, end - begin - text.size()), '\0');
    EXPECT_TRUE(reader.Read(std::as_writable_bytes(std::span(part))).ok());
    text += part;
  }
  return text;
}

// Pieces below, at and above the buffer of 256 KiB.
RC_GTEST_PROP(SpillFileTest, WhatIsAppendedIsRead, ()) {
  const TempDir directory;
  auto file = SpillFile::Create(directory / "spill");
  RC_ASSERT(file.ok());
  std::string expected;
  const auto sizes = *rc::gen::container<std::vector<size_t>>(
      rc::gen::element<size_t>(0, 1, 7, 4096, 262'143, 262'144, 262'145, 700'000));
  for (const size_t size : sizes) {
    const std::string bytes = RandomBytes(size, static_cast<uint32_t>(expected.size()));
    RC_ASSERT((*file)->Append(std::as_bytes(std::span(bytes))).ok());
    expected += bytes;
    RC_ASSERT((*file)->size() == expected.size());
    if (expected.size() > 2'000'000) break;
  }
  RC_ASSERT((*file)->FinishWriting().ok());
  const uint64_t size = expected.size();
  const auto piece = *rc::gen::element<size_t>(100, 5000, 1'000'000);
  RC_ASSERT(ReadRange(**file, 0, size, 1, piece) == expected);
  const auto begin = *rc::gen::inRange<uint64_t>(0, size + 1);
  const auto end = *rc::gen::inRange<uint64_t>(begin, size + 1);
  RC_ASSERT(ReadRange(**file, begin, end, 65'536, piece) == expected.substr(begin, end - begin));
}

TEST(SpillFileTest, ValuesCrossTheEdgesOfTheBuffer) {
  const TempDir directory;
  auto file = SpillFile::Create(directory / "spill");
  ASSERT_TRUE((*file)->AppendValue('x').ok());
  for (uint64_t i = 0; i < 100'000; ++i) ASSERT_TRUE((*file)->AppendValue(i).ok());
  ASSERT_TRUE((*file)->FinishWriting().ok());
  SpillReader reader(**file, 1, (*file)->size(), 4099);
  for (uint64_t i = 0; i < 100'000; ++i) {
    uint64_t value = 0;
    ASSERT_TRUE(reader.ReadValue(value).ok());
    ASSERT_EQ(value, i);
  }
  EXPECT_TRUE(reader.AtEnd());
}

TEST(SpillFileTest, ReadingPastTheEndIsAnError) {
  const TempDir directory;
  auto file = SpillFile::Create(directory / "spill");
  ASSERT_TRUE((*file)->AppendValue(uint32_t{5}).ok());
  ASSERT_TRUE((*file)->FinishWriting().ok());
  SpillReader reader(**file, 0, 4, 4096);
  uint64_t value = 0;
  EXPECT_EQ(reader.ReadValue(value).code(), Code::kIo);
  SpillReader empty(**file, 4, 4, 4096);
  EXPECT_TRUE(empty.AtEnd());
  EXPECT_EQ(empty.ReadValue(value).code(), Code::kIo);
}

TEST(SpillFileTest, AFileCutShortBehindOurBackIsAnError) {
  const TempDir directory;
  auto file = SpillFile::Create(directory / "spill");
  for (uint64_t i = 0; i < 1000; ++i) ASSERT_TRUE((*file)->AppendValue(i).ok());
  ASSERT_TRUE((*file)->FinishWriting().ok());
  std::filesystem::resize_file((*file)->path(), 100);
  SpillReader reader(**file, 0, 8000, 4096);
  uint64_t value = 0;
  const Status status = reader.ReadValue(value);
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_NE(status.message().find("spill"), std::string::npos);
}

TEST(SpillFileTest, TheFileIsRemovedWithTheObject) {
  const TempDir directory;
  for (const bool finished : {false, true}) {
    {
      auto file = SpillFile::Create(directory / "spill");
      ASSERT_TRUE(file.ok());
      if (finished) {
        ASSERT_TRUE((*file)->FinishWriting().ok());
      }
      EXPECT_EQ(ReadTree(directory.path()).size(), 1U);
    }
    EXPECT_TRUE(ReadTree(directory.path()).empty());
  }
}

TEST(SpillFileTest, EveryFailingOperationIsReported) {
  const std::string bytes = RandomBytes(400'000, 1);
  uint64_t n = 1;
  for (;; ++n) {
    const TempDir directory;
    FaultyFiles files(Fault::kOnce, n);
    const ScopedFileLayer scope(files);
    const Status status = [&]() -> Status {
      AKIN_TRY_ASSIGN(auto file, SpillFile::Create(directory / "spill"));
      for (int i = 0; i < 3; ++i) {
        AKIN_TRY(file->AppendValue(i));
        AKIN_TRY(file->Append(std::as_bytes(std::span(bytes))));
      }
      return file->FinishWriting();
    }();
    EXPECT_TRUE(ReadTree(directory.path()).empty());
    EXPECT_EQ(status.code(), files.struck() ? Code::kIo : Code::kOk) << "operation " << n;
    if (!files.struck()) break;
  }
  EXPECT_GT(n, 5U);
}

TEST(SpillFileTest, ADirectoryThatIsNotThereIsAnError) {
  const TempDir directory;
  EXPECT_EQ(SpillFile::Create(directory / "no/such/spill").status().code(), Code::kNotFound);
}

}  // namespace
}  // namespace akin
