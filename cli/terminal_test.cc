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

TEST(TerminalTest, NothingReachesATerminalThatControlsIt) {
  EXPECT_EQ(ForTerminal("Müller, 東京\tand\nmore 😀"), "Müller, 東京\tand\nmore 😀");
  EXPECT_EQ(ForTerminal("\x1b[31mred\x07\r\x7f"), "\\x1b[31mred\\x07\\x0d\\x7f");
  EXPECT_EQ(ForTerminal(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(ForTerminal("\xc2\x9b"
                        "31m"),
            "\\u009b31m")
      << "C1";
  EXPECT_EQ(ForTerminal("\x9b"
                        "31m\xff"),
            "\\x9b31m\\xff")
      << "not UTF-8";
  EXPECT_EQ(ForTerminal("a\u202egpj.exe\u202c"), "a\\u202egpj.exe\\u202c") << "right to left";
  EXPECT_EQ(ForTerminal("\u2066\u2069\u200e\u200f\u061c\u2028"),
            "\\u2066\\u2069\\u200e\\u200f\\u061c\\u2028");
}

TEST(TerminalTest, JsonSaysTheSameWithoutThem) {
  EXPECT_EQ(ForTerminalAsJson("{\"key\":\"a\u202eb\x7f\xc2\x85\"}\n"),
            "{\"key\":\"a\\u202eb\\u007f\\u0085\"}\n");
  EXPECT_EQ(ForTerminalAsJson(R"({"key":"Müller 東京 \t"})"), R"({"key":"Müller 東京 \t"})");
}

}  // namespace
}  // namespace akin::cli
