// How far the text around a link reaches that says something of its target, and what the words in
// it count (HGKI sections 3.1 and 5.2).
//
// The window of a link is its own words and, on each side, the words up to the first of: `width` of
// them; the next cut of the kind that the window goes by (none for kBasic); the end of the page.
// Cuts within the link do not matter. Stop words are as if they were not there: they count neither
// for the width nor for the distance. A link without words stands between two words, and its window
// has those around it; where there is a cut as well, no one can tell on which side of it the link
// is, and it has none.
//
// The words of a link have distance 0, the next on each side 1, and so on. A word counts 1, or
// log2(32 / (1 + distance)) (HGKI section 5.2): 5 in the link, nothing from distance 31 on. Counts
// are whole numbers of 2^-16, so that their sum is the same in whatever order.
//
// Cost: O(words) a page and O(log cuts + width) a link. Dynamic windows have a width too, or a page
// of a million links and no cuts would cost their product.
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
  std::vector<uint64_t> terms;   // by hash
  std::vector<uint32_t> before;  // of each word, and past the last: terms that stand before it
  std::vector<uint32_t> cuts;    // before these words windows end
};
// `words` has a blank after each. Leaves cuts alone.
Status ReadTerms(std::string_view words, Terms& terms, TermSequence& sequence);

// Terms [left, right) of a page; of these, [begin, end) are the link's own.
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

  // The words of a page, for Around. Memory in `sequence` is used again.
  Status Read(const PageText& page, Terms& terms, TermSequence& sequence) const;
  WindowSpan Around(const TermSequence& sequence, const PageAnchor& anchor) const;
  // What a word counts, in units. Not for distances beyond the width.
  uint32_t Count(uint32_t distance) const { return counts_[distance]; }

 private:
  uint8_t cut_kind_;              // of PageCutKind, or 0
  std::vector<uint32_t> counts_;  // by distance; none is 0
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_WINDOW_H_
