#include "assemble/name_order.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

namespace akin {
namespace {

void ExpectOrdered(const std::set<std::string>& names, uint32_t seed) {
  std::vector<std::string> shuffled(names.begin(), names.end());
  std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(seed));
  NameTable table;
  for (const std::string& name : shuffled) table.Insert(name);
  for (const unsigned threads : {1U, 2U}) {
    ThreadPool pool(threads);
    const auto order = OrderOfNames(table, pool, {});
    ASSERT_TRUE(order.ok());
    std::vector<std::string> sorted;
    for (const uint32_t number : *order) sorted.emplace_back(table[number]);
    ASSERT_EQ(sorted, std::vector<std::string>(names.begin(), names.end()));
  }
}

// Few letters, among them NUL and the largest, so that names share long starts.
RC_GTEST_PROP(NameOrderTest, IsThatOfTheBytes, ()) {
  const auto letter = rc::gen::element('\0', 'a', 'b', '\xff');
  const auto name = rc::gen::container<std::string>(letter);
  const auto count = *rc::gen::inRange<size_t>(0, 300);
  ExpectOrdered(*rc::gen::container<std::set<std::string>>(count, name),
                *rc::gen::arbitrary<uint32_t>());
  RC_ASSERT(!testing::Test::HasFailure());
}

// More than are sorted by comparing, with a start that all share.
TEST(NameOrderTest, ManyNames) {
  std::set<std::string> names = {"", "h", "http://", std::string(60'000, 'h')};
  for (int i = 0; i < 40'000; ++i) {
    names.insert("http://host" + std::to_string(i % 300) + "/" + std::to_string(i));
  }
  ExpectOrdered(names, 1);
}

}  // namespace
}  // namespace akin
