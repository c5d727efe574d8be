// One HTML page: its title, its links, and its text (page_text.h).
//
// gumbo builds the tree an HTML5 browser would, so unclosed tags, entities and upper case need no
// special treatment. Three things do:
//   - bytes: gumbo reads UTF-8; a page in another character set is converted first (charset.h), and
//     bytes that are not UTF-8 become U+FFFD;
//   - time: pages that nest too deep lose their containers first (html_nesting.h). Links, title and
//     words stay the same;
//   - failures: pages that gumbo cannot make a tree of (gumbo_tree.h) lose their containers too.
//
// The text is what a browser without scripts shows, in the order of the tree, with the alt text of
// images in their place; <script>, <style>, <noscript>, <template>, frames and comments have none.
// A word may continue from one inline element into the next ("<b>W</b>ord"), but not over the
// beginning or end of a link, a block or an image, nor over a <br>. Links inside <noscript> and
// <template> are links but have no text.
//
// gumbo alone would parse 10 to 20 MB/s per thread; given an outline (html_outline.h) it is about
// twice as fast. Memory is about 20 times the page, and at most 128 times.
#ifndef AKIN_SRC_PAGES_HTML_PAGE_H_
#define AKIN_SRC_PAGES_HTML_PAGE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/link_mark.h"
#include "graph/page_text.h"
#include "pages/words.h"

namespace akin {

// Where a link stands in the template of the site (template_place.h), and what it says of itself.
struct LinkPlace {
  uint64_t place = 0;
  bool landmark = false;
  bool sequence = false;  // rel="next" or rel="prev"
};

struct HtmlPage {
  std::string title;                    // blanks collapsed; empty if there is none
  std::string base_href;                // of the first <base> that has one
  std::vector<std::string> hrefs;       // of <a> and <area>, unchanged and in order; those in
                                        // <noscript> last
  std::vector<LinkPlace> places;        // of the links, in the same order
  std::vector<PlaceName> place_names;   // of the first different places
  std::vector<std::string> neighbours;  // of <link rel="next"> and <link rel="prev">, unchanged
  PageText text;                        // PageAnchor::link is an index into `hrefs`
  bool flattened = false;               // it lost its containers, or all if even that did not help
};

// Accepts any bytes. `charset` is what the server declared, if anything. The text is left empty if
// `words` is null.
HtmlPage ParseHtmlPage(std::string_view bytes, WordBreaker* words = nullptr,
                       std::string_view charset = {});

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_PAGE_H_
