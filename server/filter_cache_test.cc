#include "server/filter_cache.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "akin/errors.h"

namespace akin::server {
namespace {

class FilterCacheTest : public testing::Test {
 protected:
  // Asks for an expression, whose set is this vertex alone.
  FilterCache::Set Get(const std::string& expression, VertexId vertex) {
    const auto set = cache_.Get(expression, [&]() -> Result<FilterCache::Set> {
      ++made_;
      return FilterCache::Set(std::make_shared<VertexSet>(VertexSet::Range(vertex, vertex + 1)));
    });
    EXPECT_TRUE(set.ok());
    return *set;
  }

  FilterCache cache_;
  int made_ = 0;
};

TEST_F(FilterCacheTest, MakesEachSetOnce) {
  EXPECT_TRUE(Get("a=1", 1)->Contains(1));
  EXPECT_TRUE(Get("a=2", 2)->Contains(2));
  EXPECT_TRUE(Get("a=1", 99)->Contains(1));
  EXPECT_EQ(made_, 2);
}

TEST_F(FilterCacheTest, ForgetsTheLeastRecentlyUsed) {
  Get("first", 1);
  for (VertexId i = 0; i < 500; ++i) {
    Get(fmt::format("a={}", i), i);
    Get("first", 1);
  }
  EXPECT_EQ(made_, 501);
  EXPECT_EQ(cache_.size(), 64U);
  Get("a=0", 0);
  EXPECT_EQ(made_, 502);
}

TEST_F(FilterCacheTest, KeepsNoMoreBytesThanItMay) {
  // A set that does not compress: every other vertex of 2^29, 64 MiB. It is given out all the same.
  std::vector<VertexId> some;
  for (VertexId v = 0; v < (1U << 22); ++v) some.push_back(v * 2 + v % 3 / 2);
  const auto set = std::make_shared<const VertexSet>(some);
  for (int i = 0; i < 200; ++i) {
    const auto got =
        cache_.Get(fmt::format("big={}", i), [&]() -> Result<FilterCache::Set> { return set; });
    ASSERT_TRUE(got.ok());
  }
  EXPECT_LE(cache_.size() * set->bytes(), uint64_t{64} << 20);
  EXPECT_GT(cache_.size(), 0U);
}

TEST_F(FilterCacheTest, KeepsNoErrors) {
  const auto fail = []() -> Result<FilterCache::Set> { return InvalidArgument("where", "bad"); };
  EXPECT_FALSE(cache_.Get("bad", fail).ok());
  EXPECT_EQ(cache_.size(), 0U);
  EXPECT_TRUE(Get("bad", 3)->Contains(3));
}

}  // namespace
}  // namespace akin::server
