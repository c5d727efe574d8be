// What is done to the source of a page before gumbo sees it.
//
// Depth: gumbo needs steps in proportion to tags times depth, and a page of 100,000 open <div> is a
// file of half a megabyte. Where that product is too large most tags are taken out first. What is
// left does not nest: text, links, images, the title and what holds no text. The tree around them
// is lost, and with it the boundaries of paragraphs, lists and tables.
//
// <noscript>: gumbo reads what is in it as markup, as a browser that runs no scripts does. Where
// that markup does not balance ("<noscript><p>Turn scripts on!</noscript>") everything after it
// would be inside it too.
#ifndef AKIN_SRC_PAGES_HTML_NESTING_H_
#define AKIN_SRC_PAGES_HTML_NESTING_H_

#include <string>
#include <string_view>

namespace akin {

// `text` is UTF-8, or at least a superset of ASCII. One pass.
bool NestsTooDeep(std::string_view text);

// Writes blanks over the tags that may hold others. One pass.
void BlankContainers(std::string& text);

// Writes blanks over <noscript> elements that have an end, and returns them. One pass.
std::string TakeNoscript(std::string& text);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_NESTING_H_
