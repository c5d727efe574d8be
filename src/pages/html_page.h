// One HTML page: its title, the links it holds, and what it says (page_text.h).
//
// gumbo builds the tree an HTML5 browser would, so unclosed tags, entities and upper case need no
// care here. Three things do:
//   - bytes: gumbo reads UTF-8; a page in another character set is converted first (charset.h), and
//     bytes that are not UTF-8 become U+FFFD;
//   - memory: the tree is built in an arena that is dropped in one go, since gumbo's own
//     destructor calls itself once per level of nesting;
//   - time: pages that nest too deep lose their containers first (html_nesting.h). Links, title and
//     words stay the same.
//
// The text is what a browser without scripts shows, in the order of the tree, with the alt of
// images in their place; <script>, <style>, <noscript>, <template>, frames and comments say
// nothing. A word may go on from one inline element into the next ("<b>W</b>ord"), but not over
// the beginning or end of a link, a block or an image, nor over a <br>. Links inside <noscript> and
// <template> are links but have no text.
//
// gumbo would take 10 to 20 MB/s per thread; it is given an outline (html_outline.h) and takes
// about twice as much. Memory is at most about 20 times the page.
#ifndef AKIN_SRC_PAGES_HTML_PAGE_H_
#define AKIN_SRC_PAGES_HTML_PAGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "graph/page_text.h"
#include "pages/words.h"

namespace akin {

// What comes after this many bytes of a page is not looked at.
inline constexpr size_t kLongestPage = size_t{16} << 20;

struct HtmlPage {
  std::string title;               // blanks collapsed; empty when there is none
  std::string base_href;           // of the first <base> that has one
  std::vector<std::string> hrefs;  // of <a> and <area>, as they stand there, in order; those in
                                   // <noscript> last
  PageText text;                   // PageAnchor::link is a place in `hrefs`
};

// Takes any bytes. `charset` is what the server said it is, if it did. The text is left empty
// without `words`.
HtmlPage ParseHtmlPage(std::string_view bytes, WordBreaker* words = nullptr,
                       std::string_view charset = {});

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_PAGE_H_
