// Tests the text of pages against results worked out by hand.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "pages/html_page.h"
#include "shown_text.h"

namespace akin {
namespace {

using ::testing::ElementsAre;

HtmlPage Parsed(std::string_view html) {
  WordBreaker words = WordBreaker::Create().value();
  return ParseHtmlPage(html, &words);
}

std::string Said(std::string_view html) { return Shown(Parsed(html).text); }

std::string TextRepeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(HtmlTextTest, OnlyWhenWanted) {
  EXPECT_EQ(ParseHtmlPage("<title>A</title><p>B <a href=x>C</a>").text, PageText());
}

TEST(HtmlTextTest, ParagraphsAndTheTitle) {
  const HtmlPage page = Parsed("<title>The &amp; Title - 7</title><p>One two.<p>Three");
  EXPECT_EQ(page.text.title, "the title ");
  EXPECT_EQ(page.text.words, "one two three ");
  EXPECT_EQ(page.text.word_count, 3U);
  EXPECT_EQ(Shown(page.text), "one two | three");
  EXPECT_EQ(Said(""), "");
  EXPECT_EQ(Said("<p> <p>7<p>"), "");
}

TEST(HtmlTextTest, TheLanguageIsThatOfTheRoot) {
  EXPECT_EQ(Parsed("<html lang='de-AT'><p lang=fr>x").text.language, "de");
  EXPECT_EQ(Parsed("<!DOCTYPE html><HTML LANG=' PT_br '>x").text.language, "pt");
  EXPECT_EQ(Parsed("<html xml:lang=es>x").text.language, "es");
  EXPECT_EQ(Parsed("<html><body lang=fr>x").text.language, "fr");
  for (const char* html : {"x", "<html lang>x", "<html lang='x-none'>x", "<html lang=german>x"}) {
    EXPECT_EQ(Parsed(html).text.language, "") << html;
  }
}

TEST(HtmlTextTest, WhatIsNotShownSaysNothing) {
  EXPECT_EQ(Said("a<script>b</script><style>c</style><!-- d --><noscript>e <p>f</noscript>"
                 "<template>g</template><iframe>h</iframe><noembed>i</noembed> j"
                 "<datalist><option>k</datalist>"),
            "a j");
  // A link in there counts, but has no text.
  const HtmlPage page = Parsed("<noscript><a href=x>y</a></noscript><a href=z>z</a>");
  EXPECT_THAT(page.hrefs, ElementsAre("z", "x"));
  EXPECT_EQ(Shown(page.text), "{0: z }");
  EXPECT_EQ(Said("<noscript>a<NOSCRIPT>b</noscript>c<script>'<noscript>'</script>d"), "cd");
}

TEST(HtmlTextTest, WordsGoOnOverInlineElementsOnly) {
  EXPECT_EQ(Said("<b>W</b>ord H<sub>x</sub>o <i>a</i> <span>b</span>"), "word hxo a b");
  EXPECT_EQ(Said("one<br>two"), "one two");
  EXPECT_EQ(Said("one<a href=x>two</a>three"), "one {0: two } three");
  EXPECT_EQ(Said("one<img alt=two>three<wbr>four"), "one two threefour");
  EXPECT_EQ(Said("one<div>two</div>three"), "one | two | three");
  EXPECT_EQ(Said("<button>one</button>two<textarea>three</textarea>four"), "one two three four");
}

TEST(HtmlTextTest, HardBreaksCutAfterASentence) {
  EXPECT_EQ(Said("One two.<br>three<br>four? <br/>\n five<br>six"),
            "one two | three four | five six");
  EXPECT_EQ(Said("He said \"no!\"<br>(Yes.)<br><b>So.</b> <br> <br>and\u2026&nbsp;<br>on"),
            "he said no | yes | so | and | on");
  EXPECT_EQ(Said("Dr. X<br>Y.<img alt='z'><br>a"), "dr x y z a");
  EXPECT_EQ(Said("<br>.<br>a.<br>"), "a");
}

TEST(HtmlTextTest, HeadingsBeginATopic) {
  EXPECT_EQ(Said("<h1>One</h1>two<h2>three</h2><h3>four</h3>five"),
            "one | two |# three |# four | five");
}

TEST(HtmlTextTest, ListsEndATopic) {
  EXPECT_EQ(Said("a<ul><li>b<li>c</ul>d"), "a | b | c |# d");
  EXPECT_EQ(Said("a<ol><li>b<ul><li>c</ul>d</ol>e"), "a | b | c |# d |# e");
  EXPECT_EQ(Said("<dl><dt>a<dd>b</dl>c"), "a | b |# c");
}

TEST(HtmlTextTest, TablesEndATopicAndNest) {
  EXPECT_EQ(Said("<table><caption>a</caption><tr><th>b<td>c<tr><td>d</table>e"),
            "a | b | c | d |# e");
  EXPECT_EQ(Said("<table><tr><td>a<table><tr><td>b<td>c</table>d</table>e"), "a | b | c |# d |# e");
}

TEST(HtmlTextTest, CutsAtTheEndsOfThePageMeanNothing) {
  EXPECT_EQ(Said("<h1></h1><ul><li>a</ul><table></table>"), "a");
  EXPECT_EQ(Said("<h1>1</h1>a<p>2"), "a");
}

TEST(HtmlTextTest, AnchorsAtTheStartAndTheEnd) {
  EXPECT_EQ(Said("<a href=x>a b</a> c <a href=y>d</a>"), "{0: a b } c {1: d }");
  EXPECT_EQ(Said("<a href=x>a</a><a href=y>b</a>"), "{0: a } {1: b }");
  EXPECT_EQ(Said("a <a href=x></a>"), "a {0: }");
  EXPECT_EQ(Said("<a href=x></a>"), "{0: }");
  EXPECT_EQ(Said("<a name=x>a</a>"), "a");
  EXPECT_EQ(Said("<p><a href=x>a</a><p>b"), "{0: a } | b");
}

TEST(HtmlTextTest, AnchorsInsideAnchorsAreAsTheTreeHasThem) {
  // An <a> ends the previous <a>, except one around the table it is in.
  EXPECT_EQ(Said("<a href=x>a <a href=y>b</a> c</a>"), "{0: a } {1: b } c");
  EXPECT_EQ(Said("<a href=x>a<table><tr><td>b <a href=y>c</a></table>d</a> e"),
            "{0: a | b {1: c } |# d } e");
  EXPECT_EQ(Said("<a href=x><table><tr><td><a href=y>a</a></table></a>b"), "{0: {1: a } } |# b");
}

TEST(HtmlTextTest, ImagesSpeakThroughTheirAlt) {
  EXPECT_EQ(Said("a <a href=x><img src=i alt='Big Apple'></a> b"), "a {0: big apple } b");
  EXPECT_EQ(Said("a <a href=x><img src=i></a> b"), "a {0: } b");
  EXPECT_EQ(Said("<img alt=a><map><area href=x alt='b c'><area href=y></map>"
                 "<input type=image alt=d><p title=e>f"),
            "a {0: b c } {1: } d | f");
}

TEST(HtmlTextTest, AnchorsMayHoldBlocks) {
  EXPECT_EQ(Said("<a href=x><h2>a</h2><p>b</p></a>c"), "{0: a | b } | c");
}

TEST(HtmlTextTest, OtherCharacterSets) {
  EXPECT_EQ(Parsed("<meta charset=koi8-r><p>\xCD\xC9\xD2").text.words, "\u043C\u0438\u0440 ");
  WordBreaker words = WordBreaker::Create().value();
  const std::string_view page = "<meta charset=iso-8859-1><p>\xCD\xC9\xD2";
  EXPECT_EQ(ParseHtmlPage(page, &words, "KOI8-R").text.words, "\u043C\u0438\u0440 ");
  EXPECT_EQ(ParseHtmlPage("\xEF\xBB\xBF\u043C", &words, "KOI8-R").text.words, "\u043C ");
  EXPECT_EQ(ParseHtmlPage("<p>\u043C", &words, "no-such-thing").text.words, "\u043C ");
}

TEST(HtmlTextTest, PagesThatNestTooDeepKeepWordsAndAnchors) {
  for (const std::string open :
       {"<div class='not > a word'>", "<b>", "<table><td>", "<svg><g>", "<ul><li>", "<template>"}) {
    EXPECT_EQ(Said("<title>t</title>a <a href=x>b</a>" + TextRepeated(open, 50'000) +
                   "c <a href=y>d<img alt='e'></a><!-- <b '--><script>'<p </script> f"),
              "a {0: b } c {1: d e } f")
        << open;
  }
}

// gumbo makes no tree of these (gumbo_tree_test.cc).
TEST(HtmlTextTest, PagesThatDefeatTheParserKeepWordsAndAnchors) {
  for (const std::string failing : {"<table><svg><desc><![CDATA[x]]>y",
                                    "<table><svg><select><title></title><desc><select><tr>y"}) {
    const HtmlPage page =
        Parsed("<title>t</title>a <a href=x>b</a>" + failing + "<p>c <a href=z>d</a>");
    EXPECT_EQ(Shown(page.text), "a {0: b } y c {1: d }") << failing;
    EXPECT_EQ(page.title, "t");
    EXPECT_TRUE(page.flattened);
  }
  EXPECT_FALSE(Parsed("<table><tr><td>x").flattened);
}

TEST(HtmlTextTest, LargePagesAreCheap) {
  const PageText links = Parsed(TextRepeated("<a href=x>y</a>", 500'000)).text;
  EXPECT_EQ(links.anchors.size(), 500'000U);
  EXPECT_EQ(links.word_count, 500'000U);
  EXPECT_EQ(Parsed(TextRepeated("<p>a.<br>", 500'000)).text.cuts.size(), 499'999U);
  EXPECT_EQ(Parsed(TextRepeated("<a href=x><div>", 300'000)).hrefs.size(), 300'000U);
}

void ExpectSound(const HtmlPage& page) {
  const PageText& text = page.text;
  RC_ASSERT(std::count(text.words.begin(), text.words.end(), ' ') == text.word_count);
  for (size_t i = 0; i < text.anchors.size(); ++i) {
    const PageAnchor& anchor = text.anchors[i];
    RC_ASSERT(anchor.begin <= anchor.end);
    RC_ASSERT(anchor.end <= text.word_count);
    RC_ASSERT(anchor.link < page.hrefs.size());
    if (i > 0) RC_ASSERT(text.anchors[i - 1].begin <= anchor.begin);
  }
  for (size_t i = 0; i < text.cuts.size(); ++i) {
    RC_ASSERT(text.cuts[i].at > (i > 0 ? text.cuts[i - 1].at : 0));
    RC_ASSERT(text.cuts[i].at < text.word_count);
    RC_ASSERT(text.cuts[i].kinds > 0);
  }
}

RC_GTEST_PROP(HtmlTextTest, AnySoupIsSound, ()) {
  const auto piece = rc::gen::element<std::string>(
      "<a href=x>", "</a>", "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>", "<b>", "</b>",
      "<div>", "</div>", "<ul>", "<li>", "</ul>", "<h1>", "</h1>", "<br>", "<noscript>",
      "</noscript>", "<template>", "</template>", "<svg>", "</svg>", "word ", "Other.", " ", "7",
      "\u00E9", "<img alt=picture>", "<area href=y alt=place>", "<title>", "</title>", "<select>",
      "<option>", "<script>", "</script>", "<!--", "-->", "\xFF", "&nbsp;");
  std::string html;
  for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece)) html += part;
  ExpectSound(Parsed(html));
}

}  // namespace
}  // namespace akin
