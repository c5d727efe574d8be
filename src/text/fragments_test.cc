#include "text/fragments.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <utility>

#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"
#include "text/dictionary.h"
#include "text/term_index.h"
#include "text/terms.h"

namespace akin {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Sums = std::map<std::pair<VertexId, uint64_t>, uint64_t>;

Sums DrainAll(FragmentStore& store, VertexId vertices) {
  Sums sums;
  VertexId next = 0;
  for (size_t i = 0; i < FragmentStore::kStretches; ++i) {
    EXPECT_TRUE(store
                    .Drain(i,
                           [&](VertexId vertex, std::span<const TermCount> terms) -> Status {
                             EXPECT_GE(vertex, std::max(next, store.First(i)));
                             EXPECT_LT(vertex, store.First(i + 1));
                             next = vertex + 1;
                             EXPECT_FALSE(terms.empty());
                             for (size_t t = 0; t < terms.size(); ++t) {
                               EXPECT_TRUE(t == 0 || terms[t - 1].term < terms[t].term);
                               sums[{vertex, terms[t].term}] = terms[t].units;
                             }
                             return {};
                           })
                    .ok());
  }
  EXPECT_EQ(store.First(FragmentStore::kStretches), vertices);
  return sums;
}

// Many terms agree in their upper halves, so these alone do not distinguish them.
RC_GTEST_PROP(Fragments, AreSummedByVertexAndTerm, ()) {
  const FaultyFiles files;
  const TempDir directory;
  const auto vertices = *rc::gen::inRange<VertexId>(1, 40);
  FragmentStore store(directory / "f", vertices, 1 << 20);
  FragmentBatch batch(store, 1);
  Sums expected;
  const auto count = *rc::gen::inRange(0, 5000);
  const uint64_t seed = *rc::gen::arbitrary<uint32_t>();
  for (int i = 0; i < count; ++i) {
    const uint64_t random = TermHash(fmt::format("{} {}", seed, i));
    const auto vertex = static_cast<VertexId>(random % vertices);
    const uint64_t term = ((random >> 8) % 3 << 32) | ((random >> 16) % 5);
    const auto units = static_cast<uint32_t>((random >> 24) % 100);
    RC_ASSERT(batch.Add(vertex, term, units).ok());
    expected[{vertex, term}] += units;
  }
  RC_ASSERT(batch.Flush().ok());
  RC_ASSERT(DrainAll(store, vertices) == expected);
}

TEST(Fragments, ThatDoNotFitInMemoryAreSpilled) {
  FaultyFiles files;
  const ScopedFileLayer scope(files);
  const TempDir directory;
  FragmentStore store(directory / "f", 3, 1);  // the minimum: 1024 fragments per stretch
  FragmentBatch batch(store, 1);
  Sums expected;
  for (uint64_t i = 0; i < 20'000; ++i) {
    const uint64_t term = TermHash(fmt::to_string(i % 7000));
    ASSERT_TRUE(batch.Add(static_cast<VertexId>(i % 3), term, 3).ok());
    expected[{static_cast<VertexId>(i % 3), term}] += 3;
  }
  ASSERT_TRUE(batch.Flush().ok());
  EXPECT_FALSE(ReadTree(directory.path()).empty());
  EXPECT_EQ(DrainAll(store, 3), expected);
  EXPECT_THAT(ReadTree(directory.path()), IsEmpty());
}

TEST(Fragments, SumsDoNotOverflow) {
  const TempDir directory;
  FragmentStore store(directory / "f", 1, 1 << 20);
  FragmentBatch batch(store, 1);
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(batch.Add(0, 7, UINT32_MAX).ok());
  ASSERT_TRUE(batch.Flush().ok());
  EXPECT_THAT(DrainAll(store, 1), ElementsAre(std::pair(std::pair(0U, 7U), 5UL * UINT32_MAX)));
}

TEST(Dictionary, SpellsTermsByHash) {
  const TempDir directory;
  Dictionary dictionary(directory / "d", 1);
  for (int i = 0; i < 3000; ++i) {  // spilled
    ASSERT_TRUE(dictionary.Add(10 + i % 1500, fmt::format("word{}", i % 1500)).ok());
  }
  ASSERT_TRUE(dictionary.Add(9, std::string(kLongestTerm, 'q')).ok());
  ASSERT_TRUE(dictionary.Finish().ok());
  EXPECT_EQ(dictionary.collisions(), 0U);
  EXPECT_EQ(dictionary.Find(9).value(), std::string(kLongestTerm, 'q'));
  for (uint64_t i = 0; i < 1500; i += 2) {  // others are skipped
    ASSERT_EQ(dictionary.Find(10 + i).value(), fmt::format("word{}", i));
  }
  EXPECT_FALSE(dictionary.Find(5000).ok());
}

TEST(Dictionary, CountsTermsOfTheSameHash) {
  const TempDir directory;
  Dictionary dictionary(directory / "d", 1 << 20);
  for (const char* term : {"dog", "cat", "dog", "elk", "cat"}) {
    ASSERT_TRUE(dictionary.Add(5, term).ok());
  }
  ASSERT_TRUE(dictionary.Add(6, "fox").ok());
  ASSERT_TRUE(dictionary.Finish().ok());
  EXPECT_EQ(dictionary.collisions(), 2U);
  EXPECT_EQ(dictionary.Find(5).value(), "cat");
  EXPECT_EQ(dictionary.Find(6).value(), "fox");
}

TEST(TermIndex, FindsNumbersByHash) {
  const TempDir directory;
  auto index = TermIndex::Create(directory / "t");
  ASSERT_TRUE(index.ok());
  std::vector<uint64_t> hashes = {1, 2, 3, UINT64_MAX - 1, UINT64_MAX};
  for (int i = 0; i < 5000; ++i) hashes.push_back(TermHash(fmt::to_string(i)));
  std::sort(hashes.begin(), hashes.end());
  for (const uint64_t hash : hashes) {
    ASSERT_TRUE((*index)->AddWord(hash, static_cast<float>(hash >> 40)).ok());
  }
  ASSERT_TRUE((*index)->AddFactor(.5F).ok());
  ASSERT_TRUE((*index)->Finish().ok());
  for (TermId i = 0; i < hashes.size(); ++i) {
    ASSERT_EQ((*index)->Find(hashes[i]), i);
    ASSERT_EQ((*index)->Factor(i), static_cast<float>(hashes[i] >> 40));
  }
  EXPECT_EQ((*index)->Factor(static_cast<TermId>(hashes.size())), .5F);
}

}  // namespace
}  // namespace akin
