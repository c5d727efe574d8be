#include "base/external_sorter.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <compare>
#include <random>
#include <vector>

#include "akin/try.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

// Larger than a key, so it is sorted by comparison.
struct Record {
  uint64_t key;
  uint32_t payload;
  auto operator<=>(const Record&) const = default;
};

template <class T>
Result<std::vector<T>> SortAll(const std::vector<T>& records, const std::string& spill,
                               uint64_t memory) {
  ExternalSorter<T> sorter(spill, memory);
  for (const T& record : records) AKIN_TRY(sorter.Add(record));
  std::vector<T> sorted;
  AKIN_TRY(sorter.Drain([&](std::span<T> piece) -> Status {
    sorted.insert(sorted.end(), piece.begin(), piece.end());
    return {};
  }));
  return sorted;
}

std::vector<uint64_t> RandomKeys(size_t count, uint64_t below) {
  std::mt19937_64 random(count);
  std::vector<uint64_t> keys(count);
  for (uint64_t& key : keys) key = random() % below;
  return keys;
}

// The sorter holds at least 1,024 records at once, so there are up to 20 runs here.
RC_GTEST_PROP(ExternalSorterTest, SortsLikeStdSort, ()) {
  const TempDir directory;
  const auto count = *rc::gen::element(0U, 1U, 1023U, 1024U, 1025U, 2048U, 2049U, 20'000U);
  const auto below = *rc::gen::element<uint64_t>(1, 2, 1000, UINT64_MAX);
  const auto memory = *rc::gen::element<uint64_t>(0, 1, 20'000, 100'000, 1 << 20);
  std::vector<uint64_t> keys = RandomKeys(count, below);
  std::vector<Record> records;
  for (const uint64_t key : keys) {
    records.push_back({key, static_cast<uint32_t>(key * 7 + records.size() % 3)});
  }
  const auto sorted_keys = SortAll(keys, directory / "keys.spill", memory);
  const auto sorted_records = SortAll(records, directory / "records.spill", memory);
  std::sort(keys.begin(), keys.end());
  std::sort(records.begin(), records.end());
  RC_ASSERT(sorted_keys.ok() && *sorted_keys == keys);
  RC_ASSERT(sorted_records.ok() && *sorted_records == records);
  RC_ASSERT(ReadTree(directory.path()).empty());
}

TEST(ExternalSorterTest, WhatFitsIsNeverSpilled) {
  FaultyFiles files;
  const ScopedFileLayer scope(files);
  const TempDir directory;
  ASSERT_TRUE(SortAll(RandomKeys(60'000, 100), directory / "spill", 1 << 20).ok());
  EXPECT_EQ(files.operations(), 0U);
}

// 60 runs of 128 KiB: each longer than a run's buffer, and more than a few of them.
TEST(ExternalSorterTest, MergesManyLongRuns) {
  const TempDir directory;
  std::vector<uint64_t> keys = RandomKeys(1'000'000, UINT64_MAX);
  const auto sorted = SortAll(keys, directory / "spill", 16'384 * 16);
  std::sort(keys.begin(), keys.end());
  ASSERT_TRUE(sorted.ok());
  EXPECT_TRUE(*sorted == keys);
}

TEST(ExternalSorterTest, ManyAtOnceAndSortedAhead) {
  const TempDir directory;
  for (const uint64_t memory : {uint64_t{0}, uint64_t{1} << 20}) {
    std::vector<uint64_t> keys = RandomKeys(10'000, 1 << 20);
    ExternalSorter<uint64_t> sorter(directory / "spill", memory);
    ASSERT_TRUE(sorter.Add(std::span(keys).first(700)).ok());
    ASSERT_TRUE(sorter.Add(keys[700]).ok());
    ASSERT_TRUE(sorter.Add(std::span(keys).subspan(701)).ok());
    ASSERT_TRUE(sorter.Add(std::span<const uint64_t>()).ok());
    ASSERT_TRUE(sorter.Seal().ok());
    std::vector<uint64_t> sorted;
    ASSERT_TRUE(sorter
                    .Drain([&](std::span<const uint64_t> piece) -> Status {
                      sorted.insert(sorted.end(), piece.begin(), piece.end());
                      return {};
                    })
                    .ok());
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(sorted, keys);
  }
}

TEST(ExternalSorterTest, IsEmptyAndUsableAfterDrain) {
  const TempDir directory;
  ExternalSorter<uint64_t> sorter(directory / "spill", 0);
  for (const uint64_t count : {5000, 10, 3000, 0, 4000}) {
    for (uint64_t i = count; i-- > 0;) ASSERT_TRUE(sorter.Add(i).ok());
    uint64_t next = 0;
    ASSERT_TRUE(sorter
                    .Drain([&](std::span<const uint64_t> keys) -> Status {
                      EXPECT_FALSE(keys.empty());
                      for (const uint64_t key : keys) EXPECT_EQ(key, next++);
                      return {};
                    })
                    .ok());
    EXPECT_EQ(next, count);
    EXPECT_TRUE(ReadTree(directory.path()).empty());
  }
}

TEST(ExternalSorterTest, AFailingVisitEndsTheDrain) {
  const TempDir directory;
  for (const uint64_t count : {100, 5000}) {
    ExternalSorter<uint64_t> sorter(directory / "spill", 0);
    for (uint64_t i = 0; i < count; ++i) ASSERT_TRUE(sorter.Add(i).ok());
    const Status status =
        sorter.Drain([](std::span<const uint64_t>) { return Status(Code::kCancelled, "enough"); });
    EXPECT_EQ(status.code(), Code::kCancelled);
  }
  EXPECT_TRUE(ReadTree(directory.path()).empty());
}

TEST(ExternalSorterTest, EveryFailingOperationIsReportedAndNothingIsLeft) {
  const std::vector<uint64_t> keys = RandomKeys(100'000, UINT64_MAX);
  for (const Fault fault : {Fault::kOnce, Fault::kOnward}) {
    uint64_t n = 1;
    for (;; ++n) {
      const TempDir directory;
      FaultyFiles files(fault, n);
      const ScopedFileLayer scope(files);
      const auto sorted = SortAll(keys, directory / "spill", 0);
      EXPECT_TRUE(ReadTree(directory.path()).empty());
      if (!files.struck()) {
        EXPECT_TRUE(sorted.ok());
        break;
      }
      EXPECT_EQ(sorted.status().code(), Code::kIo) << "operation " << n;
    }
    EXPECT_GT(n, 4U);
  }
}

TEST(ExternalSorterTest, ASorterThatIsNeverDrainedLeavesNothing) {
  const TempDir directory;
  {
    ExternalSorter<uint64_t> sorter(directory / "spill", 0);
    for (uint64_t i = 0; i < 5000; ++i) ASSERT_TRUE(sorter.Add(i).ok());
    EXPECT_FALSE(ReadTree(directory.path()).empty());
  }
  EXPECT_TRUE(ReadTree(directory.path()).empty());
}

}  // namespace
}  // namespace akin
