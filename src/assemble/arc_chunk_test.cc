#include "assemble/arc_chunk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/integer_name.h"
#include "graph/graph.h"

namespace akin {
namespace {

constexpr uint64_t kPlenty = uint64_t{1} << 24;

using Pairs = std::multiset<std::pair<std::string, std::string>>;

// The names in order, and the arcs by name.
struct Content {
  std::vector<std::string> names;
  std::vector<std::string> titles;
  Pairs arcs;
};

Content ContentOf(ArcChunk& chunk, unsigned threads) {
  ThreadPool pool(threads);
  EXPECT_TRUE(chunk.Rank(pool, {}).ok());
  Content content;
  const auto add = [&](std::string name, std::string_view title) -> Status {
    content.names.push_back(std::move(name));
    content.titles.emplace_back(title);
    return {};
  };
  const Status all = chunk.integers()
                         ? chunk.EachInteger([&](int64_t value, std::string_view title) {
                             return add(fmt::to_string(value), title);
                           })
                         : chunk.EachName([&](std::string_view name, std::string_view title) {
                             return add(std::string(name), title);
                           });
  EXPECT_TRUE(all.ok());
  EXPECT_EQ(chunk.names(), content.names.size());
  for (const uint64_t arc : chunk.arcs()) {
    content.arcs.emplace(content.names.at(ArcRow(arc)), content.names.at(ArcColumn(arc)));
  }
  return content;
}

std::string GenName(int kind) {
  const int small = *rc::gen::inRange(0, 40);
  switch (kind == 4 ? *rc::gen::inRange(0, 4) : kind) {
    case 0:
      return fmt::to_string(small);
    case 1:
      return fmt::to_string(small * 1000 + 7);
    case 2:
      return fmt::to_string((int64_t{small} << 57) - (int64_t{1} << 60));
    default:
      return *rc::gen::element<std::string>("x", "007", "+5", "-0", "", "9223372036854775808");
  }
}

// Arcs, lone vertices and titles, singly and together, as integers and as text, of any kind of name
// that makes the chunk change how it numbers.
RC_GTEST_PROP(ArcChunkTest, HoldsWhatWasAdded, ()) {
  ArcChunk chunk(kPlenty, kPlenty);
  Pairs arcs;
  std::set<std::string> names;
  std::map<std::string, std::string> titles;
  const int steps = *rc::gen::inRange(0, 12);
  for (int step = 0; step < steps; ++step) {
    const int kind = *rc::gen::inRange(0, 5);
    std::vector<std::string> ends(2 * *rc::gen::inRange<size_t>(1, 6));
    for (std::string& end : ends) end = GenName(kind);
    const int how = *rc::gen::inRange(0, 4);
    names.insert(ends[0]);
    if (how == 0) {
      RC_ASSERT(chunk.AddVertex(ends[0]));
    } else if (how == 1) {
      const std::string title = fmt::format("T{}", ends.size());
      RC_ASSERT(chunk.AddTitle(ends[0], title));
      titles[ends[0]] = std::max(titles[ends[0]], title);
    } else {
      names.insert(ends.begin(), ends.end());
      for (size_t i = 0; i < ends.size(); i += 2) arcs.emplace(ends[i], ends[i + 1]);
      std::vector<int64_t> values;
      for (const std::string& end : ends) {
        if (const auto value = IntegerName(end)) values.push_back(*value);
      }
      const std::vector<std::string_view> views(ends.begin(), ends.end());
      const bool as_integers = how == 2 && values.size() == ends.size();
      const auto taken = as_integers ? chunk.Add(std::span<const int64_t>(values))
                                     : chunk.Add(std::span<const std::string_view>(views));
      RC_ASSERT(taken.ok());
      RC_ASSERT(*taken == ends.size() / 2);
    }
  }
  const Content content = ContentOf(chunk, *rc::gen::inRange(1U, 3U));
  std::vector<std::string> sorted(names.begin(), names.end());
  const auto is_integer = [](const std::string& name) { return IntegerName(name).has_value(); };
  RC_ASSERT(chunk.integers() == std::ranges::all_of(sorted, is_integer));
  if (chunk.integers()) std::ranges::sort(sorted, {}, [](const auto& n) { return std::stoll(n); });
  RC_ASSERT(content.names == sorted);
  RC_ASSERT(content.arcs == arcs);
  for (size_t i = 0; i < sorted.size(); ++i) RC_ASSERT(content.titles[i] == titles[sorted[i]]);
}

Result<size_t> AddIntegers(ArcChunk& chunk, const std::vector<int64_t>& ends) {
  return chunk.Add(std::span<const int64_t>(ends));
}

TEST(ArcChunkTest, KnowsARange) {
  for (const int64_t first : {0, 1, 63, 64, 100}) {
    ArcChunk chunk(kPlenty, kPlenty);
    ASSERT_TRUE(AddIntegers(chunk, {first, first + 1, first + 2, first}).ok());
    const Content content = ContentOf(chunk, 1);
    EXPECT_EQ(chunk.Range(), first);
    EXPECT_EQ(content.names.back(), fmt::to_string(first + 2));
    chunk.Clear();
    ASSERT_TRUE(AddIntegers(chunk, {first, first + 2}).ok());
    ContentOf(chunk, 1);
    EXPECT_FALSE(chunk.Range());
  }
}

// So the memory of its arcs and of its tables is bounded.
TEST(ArcChunkTest, IsFullWhenArcsOrNamesReachTheirLimit) {
  ArcChunk arcs(3 * sizeof(uint64_t), kPlenty);
  EXPECT_EQ(*AddIntegers(arcs, {1, 2, 3, 4, 5, 6, 7, 8}), 3U);
  EXPECT_TRUE(arcs.full());
  EXPECT_EQ(ContentOf(arcs, 1).names.size(), 6U);

  ArcChunk names(kPlenty, 100'000);
  EXPECT_FALSE(names.full());
  for (int i = 0; i < 5000; ++i) names.AddVertex(fmt::format("name {}", i));
  EXPECT_TRUE(names.full());
}

// Once it has many small integers, other names belong to the next chunk.
TEST(ArcChunkTest, DoesNotMakeATableThatIsTooLarge) {
  for (const std::string_view other : {"-1", "x"}) {
    ArcChunk chunk(kPlenty, 10'000);
    std::vector<int64_t> ends(1000);
    for (size_t i = 0; i < ends.size(); ++i) ends[i] = static_cast<int64_t>(i);
    ASSERT_EQ(*AddIntegers(chunk, ends), 500U);
    EXPECT_FALSE(chunk.full());
    const std::vector<std::string_view> views = {"1", other};
    EXPECT_EQ(*chunk.Add(std::span<const std::string_view>(views)), 0U);
    EXPECT_TRUE(chunk.full());
    EXPECT_FALSE(chunk.AddVertex(other));
    EXPECT_EQ(ContentOf(chunk, 1).arcs.size(), 500U);
    chunk.Clear();
    EXPECT_EQ(*chunk.Add(std::span<const std::string_view>(views)), 1U);
    EXPECT_EQ(ContentOf(chunk, 1).arcs.size(), 1U);
  }
}

// 3 arcs would not be worth going through all values up to the largest.
TEST(ArcChunkTest, AFewLargeValuesAmongSmallOnes) {
  ArcChunk chunk(kPlenty, kPlenty);
  ASSERT_EQ(*AddIntegers(chunk, {60'000'000, 5, 5, 66'000'000, 0, 5}), 3U);
  const Content content = ContentOf(chunk, 2);
  EXPECT_EQ(content.names, (std::vector<std::string>{"0", "5", "60000000", "66000000"}));
  EXPECT_TRUE(content.arcs.contains({"5", "66000000"}));
}

}  // namespace
}  // namespace akin
