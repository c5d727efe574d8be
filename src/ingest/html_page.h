// One HTML page: its title and the links it holds, as text.
//
// gumbo builds the tree an HTML5 browser would, so unclosed tags, entities and upper case need no
// care here. Three things do:
//   - bytes: gumbo reads UTF-8; a page in another declared character set is converted first, and
//     bytes that are not UTF-8 become U+FFFD;
//   - memory: the tree is built in an arena that is dropped in one go, since gumbo's own
//     destructor calls itself once per level of nesting;
//   - time: gumbo needs steps in proportion to tags times depth, and a page of 100,000 open <div>
//     is a file of half a megabyte. When that product is too large, tags that hold no link are
//     blanked out first. The links and the title stay the same; only the tree above them is lost,
//     and nobody asks for it.
//
// gumbo sets the pace: 10 to 20 MB/s per thread, and memory of about 20 times the page.
#ifndef AKIN_SRC_INGEST_HTML_PAGE_H_
#define AKIN_SRC_INGEST_HTML_PAGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace akin {

// What comes after this many bytes of a page is not looked at.
inline constexpr size_t kLongestPage = size_t{16} << 20;

struct HtmlPage {
  std::string title;               // blanks collapsed; empty when there is none
  std::string base_href;           // of the first <base> that has one
  std::vector<std::string> hrefs;  // of <a> and <area>, as they stand there, in order
};

// Takes any bytes.
HtmlPage ParseHtmlPage(std::string_view bytes);

// The bytes of a page as UTF-8 by what it declares in its first kilobyte (byte order mark, <meta>,
// XML declaration). Without a usable declaration they are returned as they are.
std::string PageToUtf8(std::string_view bytes);

}  // namespace akin

#endif  // AKIN_SRC_INGEST_HTML_PAGE_H_
