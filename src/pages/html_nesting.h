// Prepares the source of a page for gumbo.
//
// Depth: gumbo takes time in proportion to tags times depth, and a page of 100,000 open <div> is
// only half a megabyte. If that product is too large, most tags are removed first. What is left
// does not nest: text, links, images, the title and elements that contain no text. The tree around
// them is lost, and with it the boundaries of paragraphs, lists and tables.
//
// <noscript>: gumbo parses its content as markup, as a browser without scripts does. If that markup
// is not balanced ("<noscript><p>Turn scripts on!</noscript>"), everything after it would be inside
// it too.
#ifndef AKIN_SRC_PAGES_HTML_NESTING_H_
#define AKIN_SRC_PAGES_HTML_NESTING_H_

#include <string>
#include <string_view>

namespace akin {

// `text` is UTF-8, or at least a superset of ASCII. One pass.
bool NestsTooDeep(std::string_view text);

// Overwrites the tags that may contain others with blanks. One pass.
void BlankContainers(std::string& text);

// Overwrites <noscript> elements that have an end tag with blanks, and returns them. One pass.
std::string TakeNoscript(std::string& text);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_NESTING_H_
