#include "akin/errors.h"

#include <gtest/gtest.h>

namespace akin {
namespace {

constexpr double kMiB = 1 << 20;

TEST(ErrorsTest, OutOfMemorySaysWhatWouldHelp) {
  const Status status = OutOfMemory("solving", 90 * kMiB - 1, 64 * kMiB + 1, "ask for less");
  EXPECT_EQ(status.code(), Code::kOutOfBudget);
  EXPECT_EQ(status.parameter(), "memory");
  EXPECT_EQ(status.message(),
            "out of memory: solving needs about 90 MiB, and the limit is 64 MiB; ask for less, or "
            "raise the limit");
  EXPECT_EQ(OutOfMemory("solving", {}, 64 * kMiB).message(),
            "out of memory: solving needs more than the limit of 64 MiB; raise the limit");
}

TEST(ErrorsTest, ARefusalOfTheSystemIsAnother) {
  EXPECT_EQ(MemoryRefused("sorting", 3 * kMiB).message(),
            "out of memory: the system refused 3 MiB for sorting; free some memory, or set a lower "
            "limit");
  EXPECT_EQ(MemoryRefused("sorting").message(),
            "out of memory: the system refused memory for sorting; free some memory, or set a "
            "lower limit");
}

TEST(ErrorsTest, AnUnknownWordComesWithThoseThereAre) {
  const Status status = UnknownWord("window", "window", "topicl", {"basic", "topical"});
  EXPECT_EQ(status.code(), Code::kInvalidArgument);
  EXPECT_EQ(status.parameter(), "window");
  EXPECT_EQ(status.message(),
            "no window 'topicl'; there are basic, topical; did you mean topical?");
  EXPECT_EQ(UnknownWord("window", "window", "wide", {"basic"}).message(),
            "no window 'wide'; there are basic");
  EXPECT_EQ(UnknownWord("method", "method", "pull", {"norms"}, " of cosine").message(),
            "no method 'pull' of cosine; there are norms");
}

TEST(ErrorsTest, OthersHaveTheirCodes) {
  EXPECT_EQ(InvalidArgument("decay", "decay 2").code(), Code::kInvalidArgument);
  EXPECT_EQ(InvalidArgument("decay", "decay 2").parameter(), "decay");
  EXPECT_EQ(NoVertex(7).message(), "no vertex number 7");
  EXPECT_EQ(BadInput({.file = "f", .line = 2}, "no number").message(), "f:2: no number");
  EXPECT_EQ(Damaged("f", "cut short").message(), "f: damaged: cut short");
  EXPECT_EQ(Damaged("f", "cut short").code(), Code::kDamaged);
  EXPECT_EQ(NotOurs("f", "not an akin file").code(), Code::kNotOurs);
  EXPECT_EQ(TooNew("f", 9, 1).code(), Code::kTooNew);
  EXPECT_EQ(
      TooNew("f", 9, 1).message(),
      "f: written by a newer version of akin (format 9; this one reads up to 1); upgrade akin");
  EXPECT_EQ(Interrupted().code(), Code::kCancelled);
}

}  // namespace
}  // namespace akin
