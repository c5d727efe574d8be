#include "terminal.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace akin::cli {
namespace {

TEST(TerminalTest, WidthCountsColumnsNotBytes) {
  EXPECT_EQ(DisplayWidth(""), 0U);
  EXPECT_EQ(DisplayWidth("Zoo"), 3U);
  EXPECT_EQ(DisplayWidth("Müller"), 6U);
  EXPECT_EQ(DisplayWidth("Mu\xcc\x88ller"), 6U) << "an accent that combines";
  EXPECT_EQ(DisplayWidth("東京"), 4U);
  EXPECT_EQ(DisplayWidth("한국"), 4U);
  EXPECT_EQ(DisplayWidth("😀"), 2U);
  EXPECT_EQ(DisplayWidth("Ελλάδα, Москва"), 14U);
  EXPECT_EQ(DisplayWidth("a\xff"
                         "b"),
            3U)
      << "not UTF-8";
}

TEST(TerminalTest, WhatFitsStaysAsItIs) {
  for (const std::string text : {"", "a", "Müller", "東京"}) {
    EXPECT_EQ(CutEnd(text, DisplayWidth(text)), text);
    EXPECT_EQ(CutMiddle(text, DisplayWidth(text)), text);
  }
}

TEST(TerminalTest, CutsAtTheEndOrInTheMiddle) {
  EXPECT_EQ(CutEnd("The steam engine", 9), "The stea…");
  EXPECT_EQ(CutMiddle("https://example.org/a/b/c.html", 13), "https:…c.html");
  EXPECT_EQ(CutMiddle("abcdef", 4), "a…ef");
  EXPECT_EQ(CutEnd("東京都", 4), "東…") << "half a character is none";
  EXPECT_EQ(CutMiddle("xyu\xcc\x88", 2), "…u\xcc\x88") << "an accent stays with its letter";
}

TEST(TerminalTest, NeverTakesMoreColumnsThanThereAre) {
  for (const std::string_view text :
       {std::string_view("reading /a/very/long/path/to/links.tsv"),
        std::string_view("東京都渋谷区"), std::string_view("e\xcc\x81t\xc3\xa9 \xff\xfe")}) {
    for (size_t width = 0; width < 45; ++width) {
      EXPECT_LE(DisplayWidth(CutEnd(text, width)), width) << text;
      EXPECT_LE(DisplayWidth(CutMiddle(text, width)), width) << text;
    }
  }
}

}  // namespace
}  // namespace akin::cli
