// The stored text of a page: its words in order, where links begin and end among them, and where a
// sentence or a topic ends. Bags of terms are made from it (text/), in any number of ways, without
// reading the page again.
//
// Two rules say what a word is. A file of pages has words of one of them.
//
//   kLetters  the text between two word breaks of UAX 29, reduced to its letters (with the marks on
//             them) and lower-cased (pages/letter_words.h). Older files have such words.
//   kWhole    letters, digits and what joins them; technical terms stay whole (pages/words.h), and
//             can be told from others and taken apart later (text/word_parts.h).
//
// A word has at most 128 bytes.
#ifndef AKIN_SRC_GRAPH_PAGE_TEXT_H_
#define AKIN_SRC_GRAPH_PAGE_TEXT_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"

namespace akin {

inline bool IsLanguageCode(std::string_view code) {
  return (code.size() == 2 || code.size() == 3) &&
         std::all_of(code.begin(), code.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// "de" of "de-AT": the first part of a language tag (RFC 5646) in lower case, if it is the code of
// a language, which has two or three letters; else nothing.
inline std::string LanguageCode(std::string_view tag) {
  tag = ascii::Trimmed(tag);
  const std::string code = ascii::Lowered(tag.substr(0, tag.find_first_of("-_,; ")));
  return IsLanguageCode(code) ? code : "";
}

// Words [begin, end) of a page are the text of a link; none if it is an image without a text.
struct PageAnchor {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t link = 0;  // its target: a position in the page's list of links

  bool operator==(const PageAnchor&) const = default;
};

// The kinds of breaks between two words (HGKI section 3.1). A place may have both.
enum PageCutKind : uint8_t {
  // The boundaries of paragraphs and other blocks, of table cells and of list items, and a hard
  // break after the end of a sentence.
  kSyntacticCut = 1,
  // The beginning of a heading, the end of a list, the end of a table.
  kTopicalCut = 2,
};

struct PageCut {
  uint32_t at = 0;    // before this word; never 0 or behind the last, where it has no effect
  uint8_t kinds = 0;  // bits of PageCutKind

  bool operator==(const PageCut&) const = default;
};

enum class WordRule : uint8_t { kLetters, kWhole };

struct PageText {
  std::string title;                // words of the title, a blank after each
  std::string words;                // words of the body, in the same form
  uint32_t word_count = 0;          // in `words`
  std::vector<PageAnchor> anchors;  // by begin, then end; they may be nested, as tables in links do
  std::vector<PageCut> cuts;        // by place, at most one for each
  std::string language;             // that the page says it is in: "de" for de-AT; empty if unknown

  bool operator==(const PageText&) const = default;
};

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_PAGE_TEXT_H_
