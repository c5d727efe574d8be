// How far the text around a link says something about its target, and how much its words count
// (HGKI sections 3.1 and 5.2).
//
// The window of a link is its own words and, on each side, the words up to the first of: `width`
// words; the next cut of the window's kind (none for kBasic); the end of the page. Cuts within the
// link do not matter. Stop words are ignored: they count neither for the width nor for the
// distance. A link without words is between two words, and its window has the words around it. If
// there is a cut at the same position, it is unknown on which side of the cut the link is, and it
// has no window.
//
// The words of a link have distance 0, the next on each side 1, and so on. A word counts 1, or
// log2(32 / (1 + distance)) (HGKI section 5.2): 5 in the link, nothing from distance 31 on. Counts
// are integers in units of 2^-16, so that their sum does not depend on the order.
//
// Cost: O(words) per page and O(log cuts + width) per link. Dynamic windows have a width too;
// otherwise a page of a million links and no cuts would cost their product.
#ifndef AKIN_SRC_TEXT_WINDOW_H_
#define AKIN_SRC_TEXT_WINDOW_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "akin/bags.h"
#include "akin/status.h"
#include "graph/page_text.h"
#include "text/terms.h"

namespace akin {

inline constexpr unsigned kWidestWindow = 1024;
constexpr unsigned DefaultWidth(Window window) { return window == Window::kBasic ? 32 : 128; }

inline constexpr uint32_t kUnit = uint32_t{1} << 16;  // counts 1

// A text without its stop words.
struct TermSequence {
  // A part of a technical term (word_parts.h), which has the term's place.
  struct Part {
    uint32_t term = 0;  // of which it is a part: a position in `terms`
    uint64_t hash = 0;
  };

  std::vector<uint64_t> terms;   // hashes
  std::vector<Part> parts;       // in the order of their terms
  std::vector<uint32_t> before;  // for each word, and past the last: number of terms before it
  std::vector<uint32_t> cuts;    // windows end before these words
};
// `words` has a blank after each word; words by WordRule::kLetters have no parts. A technical term
// that is too long to be one becomes its parts. Does not change cuts.
Status ReadTerms(std::string_view words, Terms& terms, TermSequence& sequence);

// Terms [left, right) of a page, of which [begin, end) are the link's own.
struct WindowSpan {
  uint32_t left = 0;
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t right = 0;

  uint32_t Distance(uint32_t term) const {
    if (term < begin) return begin - term;
    return term < end ? 0 : term - end + 1;
  }
  bool operator==(const WindowSpan&) const = default;
};

class WindowRule {
 public:
  explicit WindowRule(const BagOptions& options);

  // Reads the words of a page, for Around. The memory of `sequence` is reused.
  Status Read(const PageText& page, Terms& terms, TermSequence& sequence) const;
  WindowSpan Around(const TermSequence& sequence, const PageAnchor& anchor) const;
  // The count of a word, in units, for distances up to the width.
  uint32_t Count(uint32_t distance) const { return counts_[distance]; }

 private:
  uint8_t cut_kind_;              // a PageCutKind, or 0
  std::vector<uint32_t> counts_;  // by distance; none is 0
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_WINDOW_H_
