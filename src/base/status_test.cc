#include "akin/status.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <string>
#include <utility>
#include <vector>

namespace akin {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(StatusTest, OkSaysNothingAndStaysOk) {
  const Status ok;
  EXPECT_TRUE(ok.ok());
  EXPECT_EQ(ok.code(), Code::kOk);
  EXPECT_EQ(ok.message(), "");
  EXPECT_EQ(ok.parameter(), "");
  EXPECT_EQ(ok.place().file, "");
  EXPECT_EQ(ok.place().line, 0U);
  EXPECT_EQ(ok.place().byte, std::nullopt);
  EXPECT_THAT(ok.suggestions(), IsEmpty());
  EXPECT_EQ(ok.system_error(), 0);
  EXPECT_TRUE(Status(Code::kOk, "ignored").ok());
  EXPECT_TRUE(
      ok.WithParameter("decay").At({.file = "f"}).Suggesting({"a"}).WithSystemError(EIO).ok());
}

TEST(StatusTest, CarriesEverythingAsData) {
  const Status status = Status(Code::kIo, "cannot read")
                            .WithParameter("memory")
                            .At({.file = "links.tsv", .line = 12})
                            .Suggesting({"a", "b"})
                            .WithSystemError(EACCES);
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), Code::kIo);
  EXPECT_EQ(status.parameter(), "memory");
  EXPECT_EQ(status.place().file, "links.tsv");
  EXPECT_EQ(status.place().line, 12U);
  EXPECT_THAT(status.suggestions(), ElementsAre("a", "b"));
  EXPECT_EQ(status.system_error(), EACCES);
  EXPECT_EQ(status.message(), "links.tsv:12: cannot read; did you mean a or b?");
}

TEST(StatusTest, ThePlaceComesFirst) {
  const Status status(Code::kBadInput, "cut short");
  EXPECT_EQ(status.At({.file = "f"}).message(), "f: cut short");
  EXPECT_EQ(status.At({.file = "f", .line = 3}).message(), "f:3: cut short");
  EXPECT_EQ(status.At({.file = "f", .byte = 0}).message(), "f: byte 0: cut short");
  EXPECT_EQ(status.At({}).message(), "cut short");
}

TEST(StatusTest, AnOuterPlaceKeepsTheInnerOneInWords) {
  const Status inner = Status(Code::kUnknownKey, "no vertex 'x'").At({.file = "web.akin"});
  const Status outer = inner.At({.file = "keys.txt", .line = 2});
  EXPECT_EQ(outer.message(), "keys.txt:2: web.akin: no vertex 'x'");
  EXPECT_EQ(outer.place().file, "keys.txt");
  EXPECT_EQ(outer.place().line, 2U);
  EXPECT_EQ(outer.code(), Code::kUnknownKey);
}

TEST(StatusTest, VerticesAreSuggestedOnePerLineWithTheirTitles) {
  const Status status =
      Status(Code::kUnknownKey, "no vertex 'x'").Suggesting({"a.html", "b.html"}, {"A title", ""});
  EXPECT_EQ(status.message(), "no vertex 'x'; did you mean\n  a.html (A title)\n  b.html");
  EXPECT_THAT(status.suggestions(), ElementsAre("a.html", "b.html"));
}

TEST(StatusTest, TextIsAddedBeforeTheSuggestions) {
  const Status status = Status(Code::kBadInput, "no arcs").At({.file = "f"}).Suggesting({"a"});
  EXPECT_EQ(status.Adding("; is it empty").message(), "f: no arcs; is it empty; did you mean a?");
}

TEST(StatusTest, SayingMoreLeavesTheOriginalAlone) {
  const Status status(Code::kInvalidArgument, "wrong");
  const Status more = status.WithParameter("k");
  EXPECT_EQ(status.parameter(), "");
  EXPECT_EQ(more.parameter(), "k");
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): the copy is what is tested
  const Status copy = more;
  EXPECT_EQ(copy.parameter(), "k");
}

TEST(StatusTest, AResultPassesItsErrorOn) {
  const Result<int> none = Status(Code::kNoIndex, "no index").WithParameter("index");
  EXPECT_FALSE(none.ok());
  EXPECT_EQ(none.status().code(), Code::kNoIndex);
  EXPECT_EQ(none.status().parameter(), "index");
  const Result<int> seven = 7;
  EXPECT_TRUE(seven.status().ok());
  EXPECT_EQ(*seven, 7);
}

// AddressSanitizer finds it if the loop walks over what ended with the call.
TEST(StatusTest, TheValueOfATemporaryOutlivesIt) {
  const auto words = [] {
    return Result<std::vector<std::string>>({"a word too long to be kept in place", "two"});
  };
  std::string all;
  for (const std::string& word : words().value()) all += word;
  for (const std::string& word : *words()) all += word;
  EXPECT_EQ(all.size(), 2U * (35 + 3));
}

}  // namespace
}  // namespace akin
