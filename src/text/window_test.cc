// Windows worked out by hand. A page is written as its words, [links] and cuts: '|' is a boundary
// of a paragraph, a cell or an item (syntactic). '#' is the end of a list or of a table or the
// beginning of a heading; it is a cut of both kinds, as these are boundaries too.
#include "text/window.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace akin {
namespace {

using testing::ElementsAre;

PageText Page(const std::string& drawn) {
  PageText page;
  std::vector<size_t> open;  // anchors
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    page.words += word + ' ';
    ++page.word_count;
    word.clear();
  };
  for (const char c : drawn + ' ') {
    if (c >= 'a' && c <= 'z') {
      word += c;
      continue;
    }
    end_word();
    if (c == '[') {
      open.push_back(page.anchors.size());
      page.anchors.push_back(
          {.begin = page.word_count, .link = static_cast<uint32_t>(open.back())});
    } else if (c == ']') {
      page.anchors[open.back()].end = page.word_count;
      open.pop_back();
    } else if (c == '|' || c == '#') {
      const auto kinds =
          static_cast<uint8_t>(c == '|' ? kSyntacticCut : (kSyntacticCut | kTopicalCut));
      if (!page.cuts.empty() && page.cuts.back().at == page.word_count) {
        page.cuts.back().kinds |= kinds;
      } else {
        page.cuts.push_back({.at = page.word_count, .kinds = kinds});
      }
    }
  }
  std::erase_if(page.cuts,
                [&](const PageCut& cut) { return cut.at == 0 || cut.at == page.word_count; });
  return page;
}

// Every window of a page, as its terms with their distances.
std::vector<std::string> Windows(const PageText& page, const BagOptions& options) {
  std::map<uint64_t, std::string> names;
  Terms terms(options.stemming, 1 << 12, [&](uint64_t hash, std::string_view term) -> Status {
    names[hash] = term;
    return {};
  });
  const WindowRule rule(options);
  TermSequence sequence;
  EXPECT_TRUE(rule.Read(page, terms, sequence).ok());
  std::vector<std::string> windows;
  for (const PageAnchor& anchor : page.anchors) {
    const WindowSpan span = rule.Around(sequence, anchor);
    std::string text;
    for (uint32_t i = span.left; i < span.right; ++i) {
      EXPECT_GT(rule.Count(span.Distance(i)), 0U);
      text += fmt::format("{}{}:{}", text.empty() ? "" : " ", names[sequence.terms[i]],
                          span.Distance(i));
    }
    windows.push_back(text);
  }
  return windows;
}

std::vector<std::string> Basic(const std::string& drawn, unsigned width) {
  return Windows(Page(drawn), {.width = width, .stemming = Stemming::kNone});
}
std::vector<std::string> Cut(Window window, const std::string& drawn) {
  return Windows(Page(drawn), {.window = window, .width = 128, .stemming = Stemming::kNone});
}

// A technical term has one place, and its parts have the same.
TEST(Window, PartsAreWhereTheirTermIs) {
  PageText page{.words = "ant Json.dumpAll x86 bee ", .word_count = 4};
  std::map<uint64_t, std::string> names;
  Terms terms(Stemming::kStem, 1 << 12, [&](uint64_t hash, std::string_view term) -> Status {
    names[hash] = term;
    return {};
  });
  TermSequence sequence;
  ASSERT_TRUE(ReadTerms(page.words, terms, sequence).ok());
  std::vector<std::string> found;
  for (const uint64_t term : sequence.terms) found.push_back(names[term]);
  EXPECT_THAT(found, ElementsAre("ant", "json.dumpall", "x86", "bee"));
  found.clear();
  for (const auto& part : sequence.parts) {
    found.push_back(fmt::format("{}:{}", part.term, names[part.hash]));
  }
  EXPECT_THAT(found, ElementsAre("1:json", "1:dump"));  // "all" is a stop word
  EXPECT_THAT(sequence.before, ElementsAre(0, 1, 2, 3, 4));
  // What is too long to be a term is taken apart.
  const std::string left(40, 'a');
  const std::string right(40, 'b');
  ASSERT_TRUE(ReadTerms("ant " + left + "_" + right + " bee ", terms, sequence).ok());
  found.clear();
  for (const uint64_t term : sequence.terms) found.push_back(names[term]);
  EXPECT_THAT(found, ElementsAre("ant", left, right, "bee"));
  EXPECT_TRUE(sequence.parts.empty());
  EXPECT_THAT(sequence.before, ElementsAre(0, 1, 3, 4));
}

TEST(Window, HasSoManyWordsOnEachSide) {
  EXPECT_THAT(Basic("ant bee cat [dog elk] fox gnu hen", 2),
              ElementsAre("bee:2 cat:1 dog:0 elk:0 fox:1 gnu:2"));
  EXPECT_THAT(Basic("ant bee cat [dog elk] fox gnu hen", 0), ElementsAre("dog:0 elk:0"));
}

TEST(Window, EndsWithThePage) {
  EXPECT_THAT(Basic("[ant] bee cat", 2), ElementsAre("ant:0 bee:1 cat:2"));
  EXPECT_THAT(Basic("ant bee [cat]", 8), ElementsAre("ant:2 bee:1 cat:0"));
  EXPECT_THAT(Basic("[ant]", 8), ElementsAre("ant:0"));
  EXPECT_THAT(Basic("[]", 8), ElementsAre(""));
}

TEST(Window, StopWordsAreNotThere) {
  EXPECT_THAT(Basic("ant of the bee and [the cat] is a dog to elk fox", 2),
              ElementsAre("ant:2 bee:1 cat:0 dog:1 elk:2"));
  EXPECT_THAT(Basic("ant [the] bee", 1), ElementsAre("ant:1 bee:1"));
}

TEST(Window, OfALinkWithoutWordsIsAroundIt) {
  EXPECT_THAT(Basic("ant bee [] cat dog", 1), ElementsAre("bee:1 cat:1"));
  EXPECT_THAT(Basic("[] cat", 1), ElementsAre("cat:1"));
}

TEST(Window, LinksInLinksHaveEachTheirOwn) {
  EXPECT_THAT(Basic("ant [bee [cat] dog] elk", 1),
              ElementsAre("ant:1 bee:0 cat:0 dog:0 elk:1", "bee:1 cat:0 dog:1"));
}

TEST(Window, WindowsOverlap) {
  EXPECT_THAT(Basic("[ant] bee [cat]", 2), ElementsAre("ant:0 bee:1 cat:2", "ant:2 bee:1 cat:0"));
  EXPECT_THAT(Basic("[ant][bee]", 2), ElementsAre("ant:0 bee:1", "ant:1 bee:0"));
}

TEST(Window, ABasicOneKnowsNoCuts) {
  EXPECT_THAT(Basic("ant # [bee] | cat", 2), ElementsAre("ant:1 bee:0 cat:1"));
}

TEST(Window, ASyntacticOneEndsAtAnyBoundary) {
  const auto cut = [](const std::string& drawn) { return Cut(Window::kSyntactic, drawn); };
  EXPECT_THAT(cut("ant | bee [cat] dog | elk"), ElementsAre("bee:1 cat:0 dog:1"));
  EXPECT_THAT(cut("ant # bee [cat] dog # elk"), ElementsAre("bee:1 cat:0 dog:1"));
  EXPECT_THAT(cut("ant | [cat] | elk"), ElementsAre("cat:0"));
  EXPECT_THAT(cut("ant | the [cat] of | elk"), ElementsAre("cat:0"));
  EXPECT_THAT(cut("ant | bee | cat [dog]"), ElementsAre("cat:1 dog:0"));
}

TEST(Window, ATopicalOneReachesOverParagraphs) {
  const auto cut = [](const std::string& drawn) { return Cut(Window::kTopical, drawn); };
  EXPECT_THAT(cut("ant | bee [cat] dog | elk"), ElementsAre("ant:2 bee:1 cat:0 dog:1 elk:2"));
  EXPECT_THAT(cut("ant # bee | [cat] | dog # elk"), ElementsAre("bee:1 cat:0 dog:1"));
}

// The usual case in HGKI: a heading, and under it a list of links on its topic.
TEST(Window, OfALinkInAListHasTheHeadingAboveIt) {
  const std::string lists = "# zoos | [berlin] | [london] # # museums | [louvre]";
  EXPECT_THAT(
      Cut(Window::kTopical, lists),
      ElementsAre("zoos:1 berlin:0 london:1", "zoos:2 berlin:1 london:0", "museums:1 louvre:0"));
  EXPECT_THAT(Cut(Window::kSyntactic, lists), ElementsAre("berlin:0", "london:0", "louvre:0"));
}

// Cells of an inner table end where it ends, which is inside a cell of the outer table.
TEST(Window, NestedTablesCutWhereTheInnerOneEnds) {
  const std::string tables = "ant | bee | cat [dog] # elk [fox] | gnu # hen";
  EXPECT_THAT(Cut(Window::kSyntactic, tables), ElementsAre("cat:1 dog:0", "elk:1 fox:0"));
  EXPECT_THAT(Cut(Window::kTopical, tables),
              ElementsAre("ant:3 bee:2 cat:1 dog:0", "elk:1 fox:0 gnu:1"));
}

TEST(Window, CutsInsideALinkDoNotMatter) {
  EXPECT_THAT(Cut(Window::kSyntactic, "ant [bee | cat] dog | elk"),
              ElementsAre("ant:1 bee:0 cat:0 dog:1"));
}

TEST(Window, ALinkWithoutWordsAtACutHasNone) {
  EXPECT_THAT(Cut(Window::kSyntactic, "ant | [] bee"), ElementsAre(""));
  EXPECT_THAT(Cut(Window::kSyntactic, "ant [] | bee"), ElementsAre(""));
  EXPECT_THAT(Cut(Window::kSyntactic, "ant | bee [] cat | dog"), ElementsAre("bee:1 cat:1"));
}

TEST(Window, ADynamicOneHasAWidthToo) {
  EXPECT_THAT(Windows(Page("ant bee [cat] dog elk"),
                      {.window = Window::kTopical, .width = 1, .stemming = Stemming::kNone}),
              ElementsAre("bee:1 cat:0 dog:1"));
}

TEST(Window, WordsCountByDistance) {
  const WindowRule log({.width = 32});
  EXPECT_EQ(log.Count(0), 5 * kUnit);   // log2(32 / 1)
  EXPECT_EQ(log.Count(1), 4 * kUnit);   // log2(32 / 2)
  EXPECT_EQ(log.Count(2), 223808U);     // log2(32 / 3) = 3.4150375
  EXPECT_EQ(log.Count(3), 3 * kUnit);   // log2(32 / 4)
  EXPECT_EQ(log.Count(15), 1 * kUnit);  // log2(32 / 16)
  EXPECT_EQ(log.Count(30), 3002U);      // log2(32 / 31) = 0.0458037
  const WindowRule none({.width = 32, .distance = DistanceWeight::kNone});
  for (uint32_t distance = 0; distance <= 32; ++distance) EXPECT_EQ(none.Count(distance), kUnit);
}

// log2(32 / 32) is 0, and beyond that it is negative: words from distance 31 on are left out.
TEST(Window, WordsFarAwayCountNothing) {
  std::string page = "[ant]";
  for (char a = 'a'; a <= 'z'; ++a) page += fmt::format(" q{}q q{}z", a, a);
  const auto words = [&](DistanceWeight weight, unsigned width) {
    const auto windows =
        Windows(Page(page), {.width = width, .stemming = Stemming::kNone, .distance = weight});
    return std::count(windows[0].begin(), windows[0].end(), ':');
  };
  EXPECT_EQ(words(DistanceWeight::kLog, 32), 31);
  EXPECT_EQ(words(DistanceWeight::kLog, 1024), 31);
  EXPECT_EQ(words(DistanceWeight::kNone, 32), 33);
}

TEST(Window, StemsStandForWords) {
  EXPECT_THAT(Windows(Page("musicians appearing in [operas]"), {.width = 4}),
              ElementsAre("musician:1 opera:0"));
}

// Against the definition, word by word.
RC_GTEST_PROP(Window, AgreesWithTheDefinition, ()) {
  const auto drawn =
      *rc::gen::container<std::string>(rc::gen::element('b', 'b', 'b', 'a', '[', ']', '|', '#'));
  std::string balanced;  // every word is a letter: b is a term, a is a stop word
  int depth = 0;
  for (const char c : drawn) {
    if (c == ']' && depth == 0) continue;
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    balanced += c == 'b' ? "bee " : c == 'a' ? "a " : std::string(1, c);
  }
  balanced.append(static_cast<size_t>(depth), ']');
  const PageText page = Page(balanced);
  const auto window = *rc::gen::element(Window::kBasic, Window::kSyntactic, Window::kTopical);
  const auto width = *rc::gen::inRange(0U, 6U);
  const BagOptions options{.window = window, .width = width, .stemming = Stemming::kNone};
  const auto cut_at = [&](uint32_t at) {
    return std::any_of(page.cuts.begin(), page.cuts.end(), [&](const PageCut& cut) {
      const uint8_t kind = window == Window::kBasic       ? 0
                           : window == Window::kSyntactic ? kSyntacticCut
                                                          : kTopicalCut;
      return cut.at == at && (cut.kinds & kind) != 0;
    });
  };
  const auto is_term = [&, words = page.words](uint32_t word) {
    size_t at = 0;
    for (; word > 0; --word) at = words.find(' ', at) + 1;
    return words[at] == 'b';
  };
  const auto windows = Windows(page, options);
  for (size_t i = 0; i < page.anchors.size(); ++i) {
    std::string expected;
    const auto add = [&](unsigned distance, bool front) {
      const std::string text = fmt::format("bee:{}", distance);
      const std::string blank = expected.empty() ? "" : " ";
      expected = front ? text + blank + expected : expected + blank + text;
    };
    for (uint32_t w = page.anchors[i].begin; w < page.anchors[i].end; ++w) {
      if (is_term(w)) add(0, false);
    }
    unsigned distance = 0;
    for (uint32_t w = page.anchors[i].begin; w > 0 && !cut_at(w) && distance < width; --w) {
      if (is_term(w - 1)) add(++distance, true);
    }
    distance = 0;
    for (uint32_t w = page.anchors[i].end; w < page.word_count && !cut_at(w) && distance < width;
         ++w) {
      if (is_term(w)) add(++distance, false);
    }
    RC_ASSERT(windows[i] == expected);
  }
}

}  // namespace
}  // namespace akin
