#include "eval/classes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

namespace akin {
namespace {

using Parts = std::vector<std::string_view>;

Classes MakeClasses(const std::vector<Parts>& paths, unsigned depth) {
  Classes classes(static_cast<VertexId>(paths.size()), depth);
  for (VertexId v = 0; v < paths.size(); ++v) {
    if (!paths[v].empty()) classes.Put(v, paths[v]);
  }
  classes.CountMembers();
  return classes;
}

TEST(ClassesTest, DistancesOfHgkiFigure1) {
  const Classes classes = MakeClasses({{"recreation", "aviation", "unpowered"},
                                       {"recreation", "aviation", "unpowered"},
                                       {"recreation", "aviation", "powered"},
                                       {"recreation", "autos", "makes"},
                                       {"shopping", "autos", "makes"},
                                       {}},
                                      3);
  EXPECT_EQ(classes.Distance(0, 1), 0);
  EXPECT_EQ(classes.Distance(0, 2), 1);
  EXPECT_EQ(classes.Distance(0, 3), 2);
  EXPECT_EQ(classes.Distance(0, 4), 3);
  EXPECT_EQ(classes.Distance(3, 4), 3);  // the names below are the same, but not the classes
  EXPECT_FALSE(classes.Has(5));
}

TEST(ClassesTest, PathsAreCutAtTheDepth) {
  const Classes classes = MakeClasses({{"a", "b", "c"}, {"a", "b", "d"}, {"a", "e"}, {"f"}}, 2);
  EXPECT_EQ(classes.Distance(0, 1), 0);
  EXPECT_EQ(classes.Distance(0, 2), 1);
  EXPECT_EQ(classes.Distance(0, 3), 3);  // nothing in common: unrelated, however flat the tree
}

TEST(ClassesTest, ADeepTreeHasNothingBeyondUnrelated) {
  const Classes classes = MakeClasses({{"a", "b", "c", "d", "e"}, {"a", "x", "c", "d", "e"}}, 5);
  EXPECT_EQ(classes.Distance(0, 1), 3);
}

RC_GTEST_PROP(ClassesTest, CountsAroundAVertexAreThoseOfItsDistances, ()) {
  const auto depth = *rc::gen::inRange(1U, 6U);
  const auto numbers = *rc::gen::container<std::vector<std::vector<int>>>(
      rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 3)));
  static const std::vector<std::string> kNames = {"x", "y", "z"};
  std::vector<Parts> paths;
  for (const auto& path : numbers) {
    Parts& parts = paths.emplace_back();
    for (const int number : path) parts.push_back(kNames[static_cast<size_t>(number)]);
  }
  const Classes classes = MakeClasses(paths, depth);
  for (VertexId v = 0; v < paths.size(); ++v) {
    if (!classes.Has(v)) continue;
    std::array<uint64_t, kFamilialDistances> expected{};
    for (VertexId w = 0; w < paths.size(); ++w) {
      if (w != v && classes.Has(w)) ++expected[classes.Distance(v, w)];
    }
    RC_ASSERT(classes.CountsAround(v) == expected);
    RC_ASSERT(classes.Members(v).size() == expected[0] + 1);
  }
}

}  // namespace
}  // namespace akin
