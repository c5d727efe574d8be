#include "assemble/name_run.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "temp_dir.h"

namespace akin {
namespace {

using Records = std::map<std::string, std::string>;  // name -> title

struct Merged {
  std::string name;
  std::string title;
  std::vector<size_t> runs;
  bool operator==(const Merged&) const = default;
};

class NameRunTest : public testing::Test {
 protected:
  void AddRun(const Records& records, bool integers) {
    std::vector<std::string> names;
    for (const auto& [name, title] : records) names.push_back(name);
    std::sort(names.begin(), names.end(), [&](const auto& a, const auto& b) {
      return integers ? std::stoll(a) < std::stoll(b) : a < b;
    });
    auto run = SpillFile::Create(directory_ / std::to_string(runs_.size()));
    for (const std::string& name : names) {
      const auto number = static_cast<uint32_t>(name.size());  // any number; it must come back
      ASSERT_TRUE(AppendNameRecord(**run, name, records.at(name), number).ok());
    }
    ASSERT_TRUE((*run)->FinishWriting().ok());
    runs_.push_back(*std::move(run));
  }

  std::vector<Merged> Merge(bool integers) {
    std::vector<NameRun> runs;
    for (const auto& run : runs_) runs.push_back({.file = run.get(), .end = run->size()});
    std::vector<Merged> merged;
    const Status status = MergeNameRuns(
        runs, integers, /*memory=*/1 << 16,
        [&](std::string_view name, std::string_view title, const std::vector<NamePlace>& places) {
          merged.push_back({std::string(name), std::string(title), {}});
          for (const NamePlace& place : places) {
            merged.back().runs.push_back(place.run);
            EXPECT_EQ(place.number, name.size());
          }
          return Status();
        });
    EXPECT_TRUE(status.ok()) << status.message();
    return merged;
  }

  TempDir directory_;
  std::vector<std::unique_ptr<SpillFile>> runs_;
};

// The expected result of the merge, computed with maps.
std::vector<Merged> Expected(const std::vector<Records>& runs, bool integers) {
  std::map<std::string, Merged> all;
  for (size_t run = 0; run < runs.size(); ++run) {
    for (const auto& [name, title] : runs[run]) {
      Merged& merged = all[name];
      merged.name = name;
      merged.title = std::max(merged.title, title);
      merged.runs.push_back(run);
    }
  }
  std::vector<Merged> list;
  for (const auto& [name, merged] : all) list.push_back(merged);
  if (integers) {
    std::sort(list.begin(), list.end(),
              [](const auto& a, const auto& b) { return std::stoll(a.name) < std::stoll(b.name); });
  }
  return list;
}

RC_GTEST_FIXTURE_PROP(NameRunTest, MergesRunsOfStrings, ()) {
  const auto runs = *rc::gen::container<std::vector<Records>>(rc::gen::container<Records>(
      rc::gen::container<std::string>(rc::gen::element('a', 'b', '\xc3', '0')),
      rc::gen::element<std::string>("", "T", "Another title")));
  for (const Records& records : runs) AddRun(records, false);
  RC_ASSERT(Merge(false) == Expected(runs, false));
}

RC_GTEST_FIXTURE_PROP(NameRunTest, MergesRunsOfIntegersByValue, ()) {
  const auto numbers = *rc::gen::container<std::vector<std::vector<int64_t>>>(
      rc::gen::container<std::vector<int64_t>>(rc::gen::inRange<int64_t>(-30, 200)));
  std::vector<Records> runs;
  for (const auto& run : numbers) {
    Records records;
    for (const int64_t number : run)
      records.emplace(std::to_string(number), number % 3 == 0 ? "T" : "");
    AddRun(records, true);
    runs.push_back(records);
  }
  RC_ASSERT(Merge(true) == Expected(runs, true));
}

TEST_F(NameRunTest, TheGreatestTitleWins) {
  AddRun({{"a", "first"}, {"b", "kept"}}, false);
  AddRun({{"a", "second"}, {"b", ""}}, false);
  EXPECT_EQ(Merge(false), (std::vector<Merged>{{"a", "second", {0, 1}}, {"b", "kept", {0, 1}}}));
}

TEST_F(NameRunTest, NamesLongerThanTheBufferSurvive) {
  const std::string longest(200'000, 'n');
  AddRun({{longest, std::string(300'000, 't')}, {"a", ""}}, false);
  AddRun({{longest, ""}}, false);
  const auto merged = Merge(false);
  ASSERT_EQ(merged.size(), 2U);
  EXPECT_EQ(merged[1].name, longest);
  EXPECT_EQ(merged[1].title.size(), 300'000U);
  EXPECT_EQ(merged[1].runs, (std::vector<size_t>{0, 1}));
}

TEST_F(NameRunTest, AFailingVisitEndsTheMerge) {
  AddRun({{"a", ""}, {"b", ""}}, false);
  int visits = 0;
  const Status status =
      MergeNameRuns({{.file = runs_[0].get(), .end = runs_[0]->size()}}, false, 1 << 16,
                    [&](std::string_view, std::string_view, const auto&) {
                      ++visits;
                      return Status(Code::kCancelled, "enough");
                    });
  EXPECT_EQ(status.code(), Code::kCancelled);
  EXPECT_EQ(visits, 1);
}

TEST_F(NameRunTest, IntegersCompareByValueAndOthersByBytes) {
  EXPECT_TRUE(NameBefore(true, "9", "10"));
  EXPECT_FALSE(NameBefore(false, "9", "10"));
  EXPECT_TRUE(NameBefore(true, "-10", "-9"));
  EXPECT_TRUE(NameBefore(false, "z", "\xc3\xa9")) << "bytes, not signed characters";
  EXPECT_FALSE(NameBefore(false, "a", "a"));
}

}  // namespace
}  // namespace akin
