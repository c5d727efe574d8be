#include "graph/keys.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

using Titles = std::map<std::string, std::string>;

class KeysTest : public testing::Test {
 protected:
  void Write(const std::vector<std::string>& names, bool integers, const Titles& titles = {}) {
    auto writer = KeysWriter::Create(path_, integers, 0);
    ASSERT_TRUE(writer.ok()) << writer.status().message();
    for (const std::string& name : names) {
      const auto title = titles.find(name);
      ASSERT_TRUE((*writer)->Add(name, title == titles.end() ? "" : title->second).ok());
    }
    ASSERT_EQ((*writer)->size(), names.size());
    const auto identity = (*writer)->Finish();
    ASSERT_TRUE(identity.ok()) << identity.status().message();
    writer->reset();
    ASSERT_EQ(NamesIn(ReadTree(directory_.path())), std::vector<std::string>{"keys.akin"});
    ASSERT_EQ(Keys::Open(path_)->container().identity(), *identity);
  }

  // All ways to read the names agree with the list.
  void ExpectHolds(const std::vector<std::string>& names, bool integers) {
    const auto keys = Keys::Open(path_);
    ASSERT_TRUE(keys.ok()) << keys.status().message();
    ASSERT_EQ(keys->size(), names.size());
    ASSERT_EQ(keys->integers(), integers);
    for (VertexId id = 0; id < names.size(); ++id) {
      ASSERT_EQ(*keys->Name(id), names[id]);
      ASSERT_EQ(**keys->Find(names[id]), id) << names[id];
    }
    VertexId next = 0;
    ASSERT_TRUE(keys->ForEach([&](VertexId id, std::string_view name) {
                      EXPECT_EQ(id, next);
                      EXPECT_EQ(name, names[next++]);
                      return Status();
                    })
                    .ok());
    ASSERT_EQ(next, names.size());
    EXPECT_EQ(keys->Name(keys->size()).status().code(), Code::kInvalidArgument);
    EXPECT_EQ(keys->Name(kNoVertex).status().code(), Code::kInvalidArgument);
  }

  TempDir directory_;
  std::string path_ = directory_ / "keys.akin";
};

RC_GTEST_FIXTURE_PROP(KeysTest, AnySetOfStringsRoundTrips, ()) {
  // Few letters make long common prefixes; many names make many blocks of 16.
  auto set = *rc::gen::container<std::set<std::string>>(rc::gen::oneOf(
      rc::gen::container<std::string>(rc::gen::element('a', 'b', '/', '\xc3', '\xa9')),
      rc::gen::string<std::string>()));
  if (*rc::gen::arbitrary<bool>()) {
    for (int i = 0; i < 300; ++i) set.insert(fmt::format("en/cpp/{}", i * i));
  }
  const std::vector<std::string> names(set.begin(), set.end());
  Write(names, false);
  ExpectHolds(names, false);
  const auto keys = Keys::Open(path_);
  for (int i = 0; i < 10; ++i) {
    const auto other = *rc::gen::string<std::string>();
    const auto found = keys->Find(other);
    RC_ASSERT(found.ok());
    RC_ASSERT(found->has_value() == set.contains(other));
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

RC_GTEST_FIXTURE_PROP(KeysTest, AnySetOfIntegersRoundTrips, ()) {
  const auto near = *rc::gen::container<std::set<int64_t>>(rc::gen::inRange<int64_t>(-20, 20));
  auto values = *rc::gen::container<std::set<int64_t>>(rc::gen::arbitrary<int64_t>());
  if (*rc::gen::arbitrary<bool>()) values = near;
  std::vector<std::string> names;
  for (const int64_t value : values) names.push_back(std::to_string(value));
  Write(names, true);
  ExpectHolds(names, true);
  const auto keys = Keys::Open(path_);
  for (int64_t value = -25; value < 25; ++value) {
    RC_ASSERT(keys->Find(std::to_string(value))->has_value() == values.contains(value));
  }
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST_F(KeysTest, EveryNumberOfNamesRoundBlocksOf16) {
  for (size_t count = 0; count <= 50; ++count) {
    std::vector<std::string> names;
    for (size_t i = 0; i < count; ++i) names.push_back(fmt::format("name{}", 100 + i));
    Write(names, false);
    ExpectHolds(names, false);
    const auto keys = Keys::Open(path_);
    for (const char* missing : {"", "name", "name0", "name1000", "zzz", "name99"}) {
      EXPECT_FALSE(keys->Find(missing)->has_value()) << missing;
    }
  }
}

TEST_F(KeysTest, LongUnicodeAndEmptyNames) {
  std::vector<std::string> names = {"",
                                    "a",
                                    std::string(65'536, 'a'),
                                    std::string(65'536, 'a') + "b",
                                    "\u00e9t\u00e9",
                                    "\u6f22\u5b57",
                                    "\U0001f600",
                                    std::string("a\0b", 3)};
  std::sort(names.begin(), names.end());
  Write(names, false);
  ExpectHolds(names, false);
}

TEST_F(KeysTest, IntegersWithGapsAndExtremes) {
  const std::vector<std::string> names = {"-9223372036854775808", "-5", "-4", "0", "7",
                                          "9223372036854775807"};
  Write(names, true);
  ExpectHolds(names, true);
  const auto keys = Keys::Open(path_);
  for (const char* missing : {"-6", "1", "007", "-0", "+7", "seven", "", "9223372036854775808"}) {
    EXPECT_FALSE(keys->Find(missing)->has_value()) << missing;
  }
}

TEST_F(KeysTest, ConsecutiveIntegersTakeNoRoom) {
  for (const int64_t first : {int64_t{0}, int64_t{-3}, std::numeric_limits<int64_t>::min(),
                              std::numeric_limits<int64_t>::max() - 4999}) {
    std::vector<std::string> names;
    for (int64_t i = 0; i < 5000; ++i) names.push_back(std::to_string(first + i));
    Write(names, true);
    ExpectHolds(names, true);
    EXPECT_LT(std::filesystem::file_size(path_), 5000U);
    const auto keys = Keys::Open(path_);
    EXPECT_FALSE(keys->Find("12345678")->has_value());
    const std::string bytes = ReadBytes(path_);
    EXPECT_EQ(*WriteRangeKeys(path_, first, 5000), keys->container().identity());
    EXPECT_EQ(ReadBytes(path_), bytes);
  }
}

TEST_F(KeysTest, TheTwoExtremesAreNotConsecutive) {
  const std::vector<std::string> names = {"-9223372036854775808", "9223372036854775807"};
  Write(names, true);
  ExpectHolds(names, true);
}

TEST_F(KeysTest, TitlesAreShownAndFound) {
  const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  Write(names, false, {{"a", "One"}, {"b", "Two"}, {"d", "One"}, {"e", "\u00e9"}});
  ExpectHolds(names, false);
  const auto keys = Keys::Open(path_);
  EXPECT_TRUE(keys->has_titles());
  EXPECT_EQ(*keys->Title(0), "One");
  EXPECT_EQ(*keys->Title(2), "");
  EXPECT_EQ(*keys->FindTitle("One"), (std::vector<VertexId>{0, 3}));
  EXPECT_EQ(*keys->FindTitle("Two"), (std::vector<VertexId>{1}));
  EXPECT_EQ(*keys->FindTitle("\u00e9"), (std::vector<VertexId>{4}));
  EXPECT_TRUE(keys->FindTitle("one")->empty());
  EXPECT_TRUE(keys->FindTitle("")->empty()) << "no title is not a title";
  EXPECT_FALSE(keys->Title(5).ok());
}

TEST_F(KeysTest, WithoutTitlesThereIsNothingToFind) {
  Write({"a", "b"}, false);
  const auto keys = Keys::Open(path_);
  EXPECT_FALSE(keys->has_titles());
  EXPECT_EQ(*keys->Title(0), "");
  EXPECT_TRUE(keys->FindTitle("a")->empty());
}

// 5,000 titles, more than the writer sorts in memory with the least budget; some occur twice.
TEST_F(KeysTest, ManyTitlesOnEveryKindOfKey) {
  for (const int64_t stride : {1, 3}) {
    std::vector<std::string> names;
    Titles titles;
    for (int64_t i = 0; i < 5000; ++i) {
      names.push_back(std::to_string(i * stride));
      titles[names.back()] = fmt::format("Title {}", i % 4000);
    }
    Write(names, true, titles);
    const auto keys = Keys::Open(path_);
    for (VertexId id = 0; id < 5000; ++id) {
      ASSERT_EQ(*keys->Title(id), titles[names[id]]);
      const auto expected = id % 4000 < 1000 ? std::vector<VertexId>{id % 4000, id % 4000 + 4000}
                                             : std::vector<VertexId>{id};
      ASSERT_EQ(*keys->FindTitle(titles[names[id]]), expected);
    }
  }
}

TEST_F(KeysTest, AFailingVisitEndsTheLoop) {
  for (const bool integers : {false, true}) {
    Write({"1", "2", "3"}, integers);
    VertexId last = 0;
    const Status status = Keys::Open(path_)->ForEach([&](VertexId id, std::string_view) {
      last = id;
      return id == 1 ? Status(Code::kCancelled, "enough") : Status();
    });
    EXPECT_EQ(status.code(), Code::kCancelled);
    EXPECT_EQ(last, 1U);
  }
}

}  // namespace
}  // namespace akin
