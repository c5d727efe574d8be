#include "formats/title_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::Pair;

class TitleFileTest : public testing::Test {
 protected:
  Status Read(const std::string& text, const IngestOptions& options = {}) {
    WriteBytes(directory_ / "titles.tsv", text);
    return ReadTitles(directory_ / "titles.tsv", options,
                      [&](const Place& place, std::string_view key, std::string_view title) {
                        titles_.emplace_back(key, title);
                        lines_.push_back(place.line);
                        return Status();
                      },
                      report_, {});
  }

  TempDir directory_;
  std::vector<std::pair<std::string, std::string>> titles_;
  std::vector<uint64_t> lines_;
  IngestReport report_;
};

TEST_F(TitleFileTest, KeysAndTitles) {
  ASSERT_TRUE(Read("# titles\na\tThe letter a\r\n\n b \t Ä, ö \nc\t\n").ok());
  EXPECT_THAT(titles_, ElementsAre(Pair("a", "The letter a"), Pair("b", "Ä, ö"), Pair("c", "")));
  EXPECT_THAT(lines_, ElementsAre(2U, 4U, 5U));
}

TEST_F(TitleFileTest, AFileWithoutTitlesIsRefused) {
  for (const char* text : {"", "\n\n", "# titles\n"}) {
    EXPECT_THAT(Read(text).message(), EndsWith("titles.tsv: no titles found; expected lines of a "
                                               "key, a tab and a title"));
  }
}

TEST_F(TitleFileTest, BadLinesAreRefusedOrCounted) {
  EXPECT_THAT(Read("a\tA\nb B\n").message(),
              EndsWith("titles.tsv:2: no tab; expected a key, a tab and a title"));
  EXPECT_THAT(Read("\tA\n").message(), EndsWith(":1: the key is empty; expected a key, a tab and "
                                                "a title"));
  EXPECT_THAT(Read("a\tA\tB\n").message(), EndsWith(":1: the title has a control character"));
  EXPECT_EQ(Read("a\t\xff\n").code(), Code::kBadInput);
  EXPECT_EQ(Read(std::string("a\tA\0\n", 5)).code(), Code::kBadInput);
  titles_.clear();
  ASSERT_TRUE(Read("a\tA\nb B\n\tC\nd\tD\n", {.skip_bad_lines = true}).ok());
  EXPECT_THAT(titles_, ElementsAre(Pair("a", "A"), Pair("d", "D")));
  EXPECT_EQ(report_.bad_lines, 2U);
}

}  // namespace
}  // namespace akin
