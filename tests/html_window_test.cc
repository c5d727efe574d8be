// Windows of small HTML pages, worked out by hand: from tags to terms and distances.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pages/html_page.h"
#include "text/terms.h"
#include "text/window.h"

namespace akin {
namespace {

using testing::ElementsAre;

// For every link with text or inside text: its href, and the terms of its window with distances.
std::vector<std::string> Windows(std::string_view html, const BagOptions& options) {
  WordBreaker words = WordBreaker::Create().value();
  const HtmlPage page = ParseHtmlPage(html, &words);
  std::map<uint64_t, std::string> names;
  Terms terms(options.stemming, 1 << 12, [&](uint64_t hash, std::string_view term) -> Status {
    names[hash] = term;
    return {};
  });
  const WindowRule rule(options);
  TermSequence sequence;
  EXPECT_TRUE(rule.Read(page.text, terms, sequence).ok());
  std::vector<std::string> windows;
  for (const PageAnchor& anchor : page.text.anchors) {
    const WindowSpan span = rule.Around(sequence, anchor);
    std::string text = page.hrefs[anchor.link] + ":";
    for (uint32_t i = span.left; i < span.right; ++i) {
      text += fmt::format(" {}{}", names[sequence.terms[i]], span.Distance(i));
    }
    windows.push_back(text);
  }
  return windows;
}

std::vector<std::string> Basic(std::string_view html, unsigned width) {
  return Windows(html, {.width = width, .stemming = Stemming::kNone});
}
std::vector<std::string> Syntactic(std::string_view html) {
  return Windows(html, {.window = Window::kSyntactic, .width = 128, .stemming = Stemming::kNone});
}
std::vector<std::string> Topical(std::string_view html) {
  return Windows(html, {.window = Window::kTopical, .width = 128, .stemming = Stemming::kNone});
}

TEST(HtmlWindow, AtTheStartAndTheEndOfThePage) {
  const auto html = "<a href=x>Ant</a> bee, cat. Dog <a href=y>elk</a>";
  EXPECT_THAT(Basic(html, 2), ElementsAre("x: ant0 bee1 cat2", "y: cat2 dog1 elk0"));
  EXPECT_THAT(Basic(html, 0), ElementsAre("x: ant0", "y: elk0"));
}

TEST(HtmlWindow, OfStopWordsAndOtherThingsThatAreNoWords) {
  EXPECT_THAT(Basic("Ant, 1999 &amp; the bee of <a href=x>the 7 cats</a> -- and a dog", 2),
              ElementsAre("x: ant2 bee1 cats0 dog1"));
}

TEST(HtmlWindow, OverlappingEachOther) {
  EXPECT_THAT(Basic("ant <a href=x>bee</a> cat <a href=y>dog</a> elk", 2),
              ElementsAre("x: ant1 bee0 cat1 dog2", "y: bee2 cat1 dog0 elk1"));
}

TEST(HtmlWindow, OfAnImageHasItsAltText) {
  EXPECT_THAT(Basic("ant <a href=x><img src=i alt='Big lion'></a> cat", 1),
              ElementsAre("x: ant1 lion0 cat1"));
  EXPECT_THAT(Basic("ant <a href=x><img src=i></a> cat", 1), ElementsAre("x: ant1 cat1"));
  EXPECT_THAT(Basic("ant <img src=i alt=lion> <a href=x>cat</a>", 1), ElementsAre("x: lion1 cat0"));
}

// A browser ends a link where another begins, unless there is a table between them.
TEST(HtmlWindow, OfLinksInLinks) {
  EXPECT_THAT(Basic("<a href=x>ant <a href=y>bee</a> cat</a>", 1),
              ElementsAre("x: ant0 bee1", "y: ant1 bee0 cat1"));
  EXPECT_THAT(Basic("<a href=x>ant <table><tr><td><a href=y>bee</a> cat</table> dog</a> elk", 1),
              ElementsAre("x: ant0 bee0 cat0 dog0 elk1", "y: ant1 bee0 cat1"));
}

constexpr std::string_view kNested =
    "<p>ant<table><tr><td>bee<td>cat"
    "<table><tr><td>dog <a href=x>elk</a><td>fox</table>"
    "gnu <a href=y>hen</a><tr><td>ibis</table>jay";

TEST(HtmlWindow, InNestedTables) {
  EXPECT_THAT(Syntactic(kNested), ElementsAre("x: dog1 elk0", "y: gnu1 hen0"));
  EXPECT_THAT(Topical(kNested),
              ElementsAre("x: ant4 bee3 cat2 dog1 elk0 fox1", "y: gnu1 hen0 ibis1"));
  EXPECT_THAT(Basic(kNested, 1), ElementsAre("x: dog1 elk0 fox1", "y: gnu1 hen0 ibis1"));
}

constexpr std::string_view kLists =
    "<h2>Zoos</h2><ul><li><a href=x>Berlin</a> lions<li><a href=y>London</a></ul>"
    "<h2>Museums</h2><ul><li><a href=z>Louvre</a></ul>Paris";

TEST(HtmlWindow, InListsUnderHeadings) {
  EXPECT_THAT(Syntactic(kLists), ElementsAre("x: berlin0 lions1", "y: london0", "z: louvre0"));
  EXPECT_THAT(Topical(kLists),
              ElementsAre("x: zoos1 berlin0 lions1 london2", "y: zoos3 berlin2 lions1 london0",
                          "z: museums1 louvre0"));
}

TEST(HtmlWindow, InParagraphsAndAfterHardBreaks) {
  const auto html = "<p>ant bee.<br>cat <a href=x>dog</a><br>elk<p>fox";
  EXPECT_THAT(Syntactic(html), ElementsAre("x: cat1 dog0 elk1"));
  EXPECT_THAT(Topical(html), ElementsAre("x: ant3 bee2 cat1 dog0 elk1 fox2"));
}

TEST(HtmlWindow, OfALinkThatHoldsAHeading) {
  EXPECT_THAT(Syntactic("<div>ant<a href=x><h2>bee</h2><p>cat</p></a>dog</div>"),
              ElementsAre("x: bee0 cat0"));
}

TEST(HtmlWindow, WithStems) {
  EXPECT_THAT(Windows("Famous musicians <a href=x>playing operas</a>", {.width = 2}),
              ElementsAre("x: famou2 musician1 plai0 opera0"));
  EXPECT_THAT(
      Windows("appearing <a href=x>musicians</a>", {.width = 2, .stemming = Stemming::kStopStem}),
      ElementsAre("x: musicians0"));
}

}  // namespace
}  // namespace akin
