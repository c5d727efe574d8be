#include "pages/mark_links.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pages/words.h"

namespace akin {
namespace {

using ::testing::ElementsAre;

constexpr BoilerplateReason kNone = BoilerplateReason::kNone;
constexpr BoilerplateReason kLandmark = BoilerplateReason::kLandmark;
constexpr BoilerplateReason kSequence = BoilerplateReason::kSequence;

// The marks by href: links lead to what they say.
std::map<std::string, LinkMark> MarksOf(const std::string& html) {
  WordBreaker words = WordBreaker::Create().value();
  const HtmlPage page = ParseHtmlPage(html, &words);
  EXPECT_EQ(page.places.size(), page.hrefs.size());
  const std::vector<std::optional<std::string>> targets(page.hrefs.begin(), page.hrefs.end());
  const std::vector<std::optional<std::string>> neighbours(page.neighbours.begin(),
                                                           page.neighbours.end());
  PackedPage packed = PagePacker::Create()->Pack(page.text, targets).value();
  MarkLinks(page, IsMostlyLinks(page.text), targets, neighbours, packed);
  EXPECT_EQ(packed.marks.size(), packed.targets.size());
  std::map<std::string, LinkMark> marks;
  for (size_t i = 0; i < packed.marks.size(); ++i) {
    marks.emplace(packed.targets[i], packed.marks[i]);
  }
  return marks;
}

BoilerplateReason ReasonOf(const std::string& html) { return MarksOf(html).at("x").reason; }

TEST(MarkLinksTest, LandmarksByName) {
  const std::string link = "<a href=x>x</a>";
  for (const char* tag : {"nav", "aside", "header", "footer"}) {
    EXPECT_EQ(ReasonOf(fmt::format("<{0}><ul><li>{1}</ul></{0}>", tag, link)), kLandmark) << tag;
  }
  for (const char* tag : {"main", "div", "section", "p"}) {
    EXPECT_EQ(ReasonOf(fmt::format("<{0}>{1}</{0}>", tag, link)), kNone) << tag;
  }
  // Of a part of the page, not of the page.
  EXPECT_EQ(ReasonOf("<article><header><a href=x>x</a></header></article>"), kNone);
  EXPECT_EQ(ReasonOf("<main><footer><a href=x>x</a></footer></main>"), kNone);
  EXPECT_EQ(ReasonOf("<section><aside><a href=x>x</a></aside></section>"), kNone);
  EXPECT_EQ(ReasonOf("<main><aside><a href=x>x</a></aside></main>"), kLandmark);
  EXPECT_EQ(ReasonOf("<article><nav><a href=x>x</a></nav></article>"), kLandmark);
}

TEST(MarkLinksTest, LandmarksByRole) {
  for (const char* role : {"navigation", "banner", "contentinfo", "complementary", "search"}) {
    EXPECT_EQ(ReasonOf(fmt::format("<div ROLE='{}'><a href=x>x</a></div>", role)), kLandmark);
  }
  EXPECT_EQ(ReasonOf("<div role=main><a href=x>x</a></div>"), kNone);
  EXPECT_EQ(ReasonOf("<aside role=note><a href=x>x</a></aside>"), kNone);  // the role decides
}

TEST(MarkLinksTest, OneLinkInTheTextIsEnough) {
  EXPECT_EQ(ReasonOf("<nav><a href=x>x</a></nav><p>see <a href=x>x</a>"), kNone);
  EXPECT_EQ(ReasonOf("<nav><a href=x>x</a></nav><footer><a href=x>x</a></footer>"), kLandmark);
}

TEST(MarkLinksTest, NextAndPreviousByRel) {
  EXPECT_EQ(ReasonOf("<p><a rel=next href=x>on</a>"), kSequence);
  EXPECT_EQ(ReasonOf("<p><a rel=' Prev ' href=x>back</a>"), kSequence);
  EXPECT_EQ(ReasonOf("<p><a rel=nofollow href=x>away</a>"), kNone);
}

TEST(MarkLinksTest, ABarHasBothNeighbours) {
  const std::string head = "<head><link rel=prev href=a><link rel=next href=c></head>";
  const std::string bar =
      "<div class=bar><a href=a>Prev</a><a href=up>Up</a><a href=c>Next</a></div>";
  const auto marks = MarksOf(head + bar + "<p>about <a href=z>z</a>");
  EXPECT_EQ(marks.at("a").reason, kSequence);
  EXPECT_EQ(marks.at("c").reason, kSequence);
  EXPECT_EQ(marks.at("up").reason, kSequence);
  EXPECT_EQ(marks.at("z").reason, kNone);
  // A table of contents has the next page, but not the previous one.
  const auto contents = MarksOf(head + bar + "<ul><li><a href=c>c</a><li><a href=d>d</a></ul>");
  EXPECT_EQ(contents.at("c").reason, kNone);
  EXPECT_EQ(contents.at("d").reason, kNone);
  // A long list with both is no bar.
  std::string list;
  for (char c = 'a'; c < 'm'; ++c) list += fmt::format("<li><a href={0}>{0}</a>", c);
  EXPECT_EQ(MarksOf(head + "<ul>" + list + "</ul>").at("c").reason, kNone);
}

TEST(MarkLinksTest, ListsHaveManyLinksAndLittleElse) {
  std::string once;
  for (int i = 0; i < 100; ++i) once += fmt::format("<li><a href=p{:03}>one thing</a> here", i);
  const std::string links = once + once;
  EXPECT_EQ(MarksOf("<ul>" + links).at("p042").reason, BoilerplateReason::kList);
  // A table of contents, one page fewer, or as many words beside the links.
  EXPECT_EQ(MarksOf("<ul>" + once).at("p042").reason, kNone);
  const std::string fewer = once.substr(once.find("<li>", 1));
  EXPECT_EQ(MarksOf("<ul>" + fewer + fewer).at("p042").reason, kNone);
  std::string words;
  for (int i = 0; i < 400; ++i) words += "word ";
  EXPECT_EQ(MarksOf("<ul>" + links + "</ul>" + words).at("p042").reason, kNone);
  // What is in a landmark does not make a list.
  EXPECT_EQ(MarksOf("<nav>" + links + "</nav><p><a href=z>z</a>").at("z").reason, kNone);
}

TEST(MarkLinksTest, PlacesAreThoseOfTheTemplate) {
  const auto place = [](const std::string& html) { return MarksOf(html).at("x").place; };
  const std::string at = "<div class='foot small'><p><a href=x>x</a></p></div>";
  EXPECT_EQ(place("<body class=page-one>" + at), place("<body class=page-two><p>more</p>" + at));
  EXPECT_NE(place(at), place("<div class='foot'><p><a href=x>x</a></p></div>"));
  EXPECT_NE(place(at), place("<div id=end class='foot small'><p><a href=x>x</a></p></div>"));
  // Numbers in classes differ from page to page.
  EXPECT_EQ(place("<div class='post-17'><a href=x>x</a></div>"),
            place("<div class='post-18'><a href=x>x</a></div>"));
  // Two places are another than each.
  const std::string both = at + "<p><a href=x>x</a>";
  EXPECT_NE(place(both), place(at));
  EXPECT_NE(place(both), place("<p><a href=x>x</a>"));
  EXPECT_EQ(place(both), place("<p><a href=x>x</a></p>" + at));
}

TEST(MarkLinksTest, PlacesHaveNames) {
  WordBreaker words = WordBreaker::Create().value();
  const HtmlPage page = ParseHtmlPage(
      "<div class='main wide'><ul><li><a href=a>a</a></ul><nav id=top><p><a href=b>b</a></nav>"
      "</div><a href=c>c</a>",
      &words);
  std::vector<std::string> names;
  for (const PlaceName& name : page.place_names) names.push_back(name.name);
  EXPECT_THAT(names, ElementsAre("div.main.wide > ul > li", "nav#top", "body"));
}

}  // namespace
}  // namespace akin
