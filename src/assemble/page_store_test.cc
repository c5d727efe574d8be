// Pages that are written to pages.akin and read back.
#include "assemble/page_store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "base/files.h"
#include "shown_text.h"
#include "temp_dir.h"

namespace akin {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Source {
  std::string name;
  std::string said;
  std::vector<std::string> targets;  // of the anchors, which have one word each, from the first on
  uint64_t captured = 0;
};

std::string NumberedName(int i) { return fmt::format("p{:04}", i); }

std::vector<Source> ManyPages() {
  std::mt19937 random(7);
  std::vector<Source> pages;
  for (int i = 0; i < 300; i += 3) {
    Source page{.name = NumberedName(i)};
    for (int word = 0; word < i; ++word) page.said += fmt::format("w{} ", random() % 1000);
    for (unsigned link = 0; link < random() % 20; ++link) {
      page.targets.push_back(NumberedName(static_cast<int>(random() % 300)));
    }
    pages.push_back(page);
  }
  return pages;
}

class PageStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto writer = KeysWriter::Create(Path("keys.akin"), false, 1 << 20);
    ASSERT_TRUE(writer.ok());
    for (int i = 0; i < 300; ++i) ASSERT_TRUE((*writer)->Add(NumberedName(i), "").ok());
    ASSERT_TRUE((*writer)->Finish().ok());
  }

  std::string Path(const std::string& name) const { return directory_ / name; }

  static PackedPage Packed(const Source& source) {
    PageText text;
    std::istringstream said(source.said);
    for (std::string word; said >> word; ++text.word_count) text.words += word + ' ';
    std::vector<std::optional<std::string>> targets(source.targets.begin(), source.targets.end());
    for (uint32_t i = 0; i < targets.size(); ++i) {
      const uint32_t at = std::min(i, text.word_count);
      text.anchors.push_back({.begin = at, .end = std::min(at + 1, text.word_count), .link = i});
    }
    return PagePacker::Create()->Pack(std::move(text), targets).value();
  }

  Result<uint64_t> Write(const std::vector<Source>& pages, const Control& control = {}) {
    PageStore store(directory_.path(), control);
    for (const Source& page : pages) {
      EXPECT_TRUE(store.Page(page.name, page.captured, Packed(page)).ok());
    }
    const auto keys = Keys::Open(Path("keys.akin"));
    EXPECT_TRUE(keys.ok());
    auto identity = store.Write(Path("pages.akin"), *keys);
    duplicates_ = store.duplicates();
    return identity;
  }

  std::string Bytes() const {
    std::ifstream file(Path("pages.akin"), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TempDir directory_;
  uint64_t duplicates_ = 0;
};

TEST_F(PageStoreTest, ComesBackByVertexWithTargetsAsNumbers) {
  const auto identity = Write({{.name = "p0007", .said = "one two", .targets = {"p0200", "p0003"}},
                               {.name = "p0002"},
                               {.name = "p0299", .said = "last", .targets = {"p0299"}}});
  ASSERT_TRUE(identity.ok()) << identity.status().message();
  const auto file = PagesFile::Open(Path("pages.akin"));
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ((*file)->identity(), *identity);
  EXPECT_EQ((*file)->vertices(), 300U);
  ASSERT_EQ((*file)->pages(), 3U);
  StoredPage page;
  ASSERT_TRUE((*file)->Read(1, page).ok());
  EXPECT_EQ(page.vertex, 7U);
  EXPECT_THAT(page.targets, ElementsAre(3, 200));
  EXPECT_EQ(Shown(page.text), "{1: one } {0: two }");
  ASSERT_TRUE((*file)->Read(0, page).ok());
  EXPECT_EQ(page.vertex, 2U);
  EXPECT_THAT(page.targets, ElementsAre());
  EXPECT_EQ(page.text, PageText());
  ASSERT_TRUE((*file)->Read(2, page).ok());
  EXPECT_EQ(page.vertex, 299U);
  EXPECT_EQ(Shown(page.text), "{0: last }");
  EXPECT_TRUE((*file)->Check({}).ok());
}

TEST_F(PageStoreTest, NeitherOrderNorThreadsNorMemoryMatter) {
  std::vector<Source> pages = ManyPages();
  pages.push_back({.name = NumberedName(3), .said = "another capture", .captured = 5});
  pages.push_back({.name = NumberedName(3), .said = "at the same time", .captured = 5});
  ASSERT_TRUE(Write(pages).ok());
  EXPECT_EQ(duplicates_, 2U);
  const std::string bytes = Bytes();
  std::mt19937 random(11);
  for (const unsigned threads : {1U, 3U}) {
    for (const uint64_t memory : {uint64_t{1} << 12, uint64_t{1} << 30}) {
      std::shuffle(pages.begin(), pages.end(), random);
      Control control;
      control.threads = threads;
      control.memory = memory;
      ASSERT_TRUE(Write(pages, control).ok());
      EXPECT_EQ(duplicates_, 2U);
      EXPECT_EQ(Bytes(), bytes) << threads << ' ' << memory;
    }
  }
}

TEST_F(PageStoreTest, TheLatestCaptureIsKept) {
  ASSERT_TRUE(Write({{.name = "p0001", .said = "new", .captured = 30},
                     {.name = "p0001", .said = "old", .captured = 20},
                     {.name = "p0002", .said = "same", .captured = 9},
                     {.name = "p0002", .said = "same", .captured = 9}})
                  .ok());
  EXPECT_EQ(duplicates_, 2U);
  const auto file = PagesFile::Open(Path("pages.akin"));
  ASSERT_EQ((*file)->pages(), 2U);
  StoredPage page;
  ASSERT_TRUE((*file)->Read(0, page).ok());
  EXPECT_EQ(page.text.words, "new ");
}

TEST_F(PageStoreTest, ANameThatIsNoVertexIsAnError) {
  const auto identity = Write({{.name = "p0001", .said = "x", .targets = {"nowhere"}}});
  ASSERT_FALSE(identity.ok());
  EXPECT_THAT(identity.status().message(), HasSubstr("'nowhere'"));
}

TEST_F(PageStoreTest, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  Control control;
  control.stop = stop.get_token();
  EXPECT_EQ(Write(ManyPages(), control).status().code(), Code::kCancelled);
}

// Correct checksums, wrong contents: a file from another program may have them.
TEST_F(PageStoreTest, NonsenseIsDamageAndNothingWorse) {
  const PackedPage good = Packed({.said = "one two three", .targets = {"a", "b"}});
  std::mt19937 random(3);
  int sound = 0;
  constexpr int kTries = 3000;
  for (int i = 0; i < kTries; ++i) {
    std::vector<std::byte> record;
    PagesWriter::MakeRecord(std::vector<VertexId>{5, 9}, std::as_bytes(std::span(good.body)),
                            record);
    if (i > 0) record[random() % record.size()] ^= static_cast<std::byte>(1 + random() % 255);
    if (i % 3 == 2) record.resize(random() % record.size());
    auto writer = PagesWriter::Create(Path("pages.akin"), directory_.path());
    ASSERT_TRUE((*writer)->Add(i % 7 == 6 ? 10 : 4, record).ok());
    ASSERT_TRUE((*writer)->Finish(10).ok());
    const auto file = PagesFile::Open(Path("pages.akin"));
    ASSERT_TRUE(file.ok());
    StoredPage page;
    const Status status = (*file)->Read(0, page);
    if (!status.ok()) {
      ASSERT_EQ(status.code(), Code::kDamaged);
      continue;
    }
    ++sound;
    for (const VertexId target : page.targets) ASSERT_LT(target, 10U);
    for (const PageAnchor& anchor : page.text.anchors) {
      ASSERT_LE(anchor.begin, anchor.end);
      ASSERT_LE(anchor.end, page.text.word_count);
      ASSERT_LT(anchor.link, page.targets.size());
    }
  }
  EXPECT_GE(sound, 1);
  EXPECT_LT(sound, kTries / 2);
}

}  // namespace
}  // namespace akin
