// What a page says by itself about which of its links are boilerplate (graph/link_mark.h).
#ifndef AKIN_SRC_PAGES_MARK_LINKS_H_
#define AKIN_SRC_PAGES_MARK_LINKS_H_

#include <optional>
#include <span>
#include <string>

#include "graph/packed_page.h"
#include "pages/html_page.h"

namespace akin {

// Whether most words of a page are those of its links. If it has many links too, it is a list.
bool IsMostlyLinks(const PageText& text);

// Sets the marks of the targets of a packed page. `targets` and `neighbours` are the names to which
// html.hrefs and html.neighbours lead.
void MarkLinks(const HtmlPage& html, bool mostly_links,
               std::span<const std::optional<std::string>> targets,
               std::span<const std::optional<std::string>> neighbours, PackedPage& page);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_MARK_LINKS_H_
