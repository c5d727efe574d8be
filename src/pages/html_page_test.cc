#include "pages/html_page.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "pages/charset.h"

namespace akin {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string Repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(HtmlPageTest, LinksOfAAndArea) {
  const HtmlPage page = ParseHtmlPage(
      "<link href=style.css><a href='one.html'>1</a><map><area href=two.html></map>"
      "<a name=here>no link</a><a href=\"three.html\" rel=nofollow>3</a><img src=four.html>");
  EXPECT_THAT(page.hrefs, ElementsAre("one.html", "two.html", "three.html"));
}

TEST(HtmlPageTest, EntitiesInLinksAreDecoded) {
  EXPECT_THAT(ParseHtmlPage("<a href='a.html?x=1&amp;y=2&#47;caf&eacute;'>").hrefs,
              ElementsAre("a.html?x=1&y=2/caf\xC3\xA9"));
}

TEST(HtmlPageTest, UpperCaseAndUnclosedTags) {
  const HtmlPage page = ParseHtmlPage(
      "<HTML><HEAD><TITLE>Loud</TITLE><BODY><P><A HREF=A.html>a<LI><A HREF=B.html>b<TABLE><TR><A "
      "HREF=C.html");
  EXPECT_EQ(page.title, "Loud");
  EXPECT_THAT(page.hrefs, ElementsAre("A.html", "B.html"));
}

TEST(HtmlPageTest, CommentsAndScriptsHoldNoLinks) {
  EXPECT_THAT(
      ParseHtmlPage("<!-- <a href=a.html> --><script>'<a href=b.html>'</script>"
                    "<textarea><a href=c.html></textarea><noscript><a href=d.html></a></noscript>")
          .hrefs,
      ElementsAre("d.html"));
}

TEST(HtmlPageTest, BlanksInTitlesCollapse) {
  EXPECT_EQ(ParseHtmlPage("<title>\n  Tom &amp;\tJerry\r\n &lt;2&gt; &eacute; </title>").title,
            "Tom & Jerry <2> \xC3\xA9");
  EXPECT_EQ(ParseHtmlPage("<title></title><title>second</title>").title, "second");
  EXPECT_EQ(ParseHtmlPage("<svg><title>drawing</title></svg>").title, "");
  EXPECT_EQ(ParseHtmlPage("<title>a&#27;[31mb&#x81;z</title>").title, "a [31mb z");
}

TEST(HtmlPageTest, ATitleThatNeverEndsIsCut) {
  EXPECT_EQ(ParseHtmlPage("<title>" + std::string(100'000, 'x')).title, std::string(1000, 'x'));
  const std::string title = ParseHtmlPage("<title>x" + Repeated("\xC3\xA9", 100'000)).title;
  EXPECT_EQ(title, fmt::format("x{}", Repeated("\xC3\xA9", 500)));  // no half characters
}

TEST(HtmlPageTest, TheFirstBaseWithHrefCounts) {
  EXPECT_EQ(ParseHtmlPage("<base target=_top><base href='x/'><base href='y/'>").base_href, "x/");
}

TEST(HtmlPageTest, DeclaredCharacterSetsAreConverted) {
  const std::string title = "<title>caf\xE9 \x80</title>";
  for (const std::string meta :
       {"<meta charset=iso-8859-1>", "<META CharSet = \"Windows-1252\">",
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=ISO-8859-1\">",
        "<?xml version='1.0' encoding='ISO-8859-1'?>"}) {
    EXPECT_EQ(ParseHtmlPage(meta + title).title, "caf\xC3\xA9 \xE2\x82\xAC") << meta;
  }
  EXPECT_EQ(ParseHtmlPage("<meta charset=koi8-r><title>\xCD\xC9\xD2</title>").title,
            "\xD0\xBC\xD0\xB8\xD1\x80");
}

TEST(HtmlPageTest, WithoutAUsableDeclarationItIsUtf8) {
  const std::string broken = "<title>caf\xE9 x</title>";
  for (const std::string meta :
       {"", "<meta charset=utf-8>", "<meta charset=utf-16le>", "<meta charset=no-such-thing>",
        "<meta charset>", "<meta name=x charset=''>"}) {
    EXPECT_EQ(ParseHtmlPage(meta + broken).title, "caf\xEF\xBF\xBD x") << meta;
  }
  const std::string late = std::string(1100, ' ') + "<meta charset=iso-8859-1>";
  EXPECT_EQ(ParseHtmlPage(late + broken).title, "caf\xEF\xBF\xBD x");
}

TEST(HtmlPageTest, ByteOrderMarksDecide) {
  EXPECT_EQ(ParseHtmlPage("\xEF\xBB\xBF<meta charset=iso-8859-1><title>\xC3\xA9</title>").title,
            "\xC3\xA9");
  std::string little = "\xFF\xFE", big = "\xFE\xFF";
  for (const char c : std::string_view("<title>hi</title>")) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  EXPECT_EQ(ParseHtmlPage(little).title, "hi");
  EXPECT_EQ(ParseHtmlPage(big).title, "hi");
  EXPECT_EQ(PageToUtf8("\xFF\xFE"), "");
  EXPECT_EQ(PageToUtf8(std::string_view("\xFF\xFE<\0x", 5)),
            "<\xEF\xBF\xBD");  // half a unit at the end
}

TEST(HtmlPageTest, EmptyPagesAndJunkHaveNoLinks) {
  EXPECT_THAT(ParseHtmlPage("").hrefs, IsEmpty());
  EXPECT_THAT(ParseHtmlPage("just text").hrefs, IsEmpty());
  EXPECT_THAT(ParseHtmlPage(std::string_view("\0\0\xFF\x00<\0a", 7)).hrefs, IsEmpty());
}

// Without the preparation, gumbo takes minutes, all memory or the whole stack for each of these.
TEST(HtmlPageTest, DeepNestingIsSurvived) {
  for (const std::string open :
       {"<div>", "<b>", "<span class=x>", "<table><td>", "<svg><g>", "<svg><td>", "<x-y>",
        "<ul><li>", "<object>", "<select><option>", "<template>", "<div></b>"}) {
    const HtmlPage page = ParseHtmlPage("<title>deep</title><a href=first.html>1</a>" +
                                        Repeated(open, 100'000) + "<a href=last.html>2</a>");
    EXPECT_EQ(page.title, "deep") << open;
    EXPECT_THAT(page.hrefs, ElementsAre("first.html", "last.html")) << open;
  }
}

TEST(HtmlPageTest, FormattingThatIsReopenedForEverIsSurvived) {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += fmt::format("<font size={}>", i);
  text += Repeated("<p>x", 20'000) + "<a href=last.html>";
  EXPECT_THAT(ParseHtmlPage(text).hrefs, ElementsAre("last.html"));
}

TEST(HtmlPageTest, ManyLinksAreCheap) {
  EXPECT_THAT(ParseHtmlPage(Repeated("<a href=x.html>", 200'000)).hrefs, SizeIs(200'000));
  EXPECT_THAT(ParseHtmlPage(Repeated("<li><a href=x.html>y</a>", 100'000)).hrefs, SizeIs(100'000));
  EXPECT_THAT(ParseHtmlPage(Repeated("<a", 500'000)).hrefs, IsEmpty());
}

RC_GTEST_PROP(HtmlPageTest, AnyBytesAreSurvived, ()) {
  ParseHtmlPage(*rc::gen::arbitrary<std::string>());
}

RC_GTEST_PROP(HtmlPageTest, AnyTagSoupIsSurvived, ()) {
  const auto piece = rc::gen::element<std::string>(
      "<a href=x>", "</a>", "<p>", "</p>", "<table>", "<tr>", "<td>", "</table>", "<b>", "</b>",
      "<i>", "<div>", "</div>", "<select>", "<option>", "</select>", "<template>", "</template>",
      "<svg>", "</svg>", "<math>", "<mi>", "<title>", "</title>", "<form>", "</form>", "<frameset>",
      "<head>", "</head>", "<body>", "</body>", "</html>", "<!--", "-->", "<![CDATA[", "]]>",
      "<script>", "</script>", "<caption>", "<col>", "<li>", "<button>", "<nobr>", "<h1>", "</h2>",
      "<desc>", "<foreignObject>", "&amp", "\xFF", "text", " ", "<!doctype x>",
      "<input type=hidden>", "<isindex>", "<br/>", "</br>", "<a", "<base href=y>");
  std::string text;
  for (const std::string& part : *rc::gen::container<std::vector<std::string>>(piece)) text += part;
  ParseHtmlPage(text);
}

}  // namespace
}  // namespace akin
