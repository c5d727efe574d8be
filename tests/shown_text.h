// For tests: a PageText on one line. "|" is a syntactic cut, "#" a topical one, "|#" both; "{2: "
// begins the text of link 2 and "}" ends it: "news {0: more } | other".
#ifndef AKIN_TESTS_SHOWN_TEXT_H_
#define AKIN_TESTS_SHOWN_TEXT_H_

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "graph/page_text.h"

namespace akin {

inline std::string Shown(const PageText& text) {
  std::vector<std::string> before(text.word_count + size_t{1});
  for (const PageCut& cut : text.cuts) {
    before[cut.at] += (cut.kinds & kSyntacticCut) != 0 ? "|" : "";
    before[cut.at] += (cut.kinds & kTopicalCut) != 0 ? "#" : "";
    before[cut.at] += " ";
  }
  // Links that end at a word come before those that begin there, and outer before inner ones.
  std::vector<PageAnchor> anchors = text.anchors;
  std::stable_sort(anchors.begin(), anchors.end(),
                   [](const auto& a, const auto& b) { return a.end > b.end; });
  for (const PageAnchor& anchor : anchors) {
    const bool empty = anchor.end == anchor.begin;
    if (!empty) before[anchor.end] = "} " + before[anchor.end];
    before[anchor.begin] += fmt::format("{{{}: {}", anchor.link, empty ? "} " : "");
  }
  std::string shown = before[0];
  std::istringstream words(text.words);
  size_t count = 0;
  for (std::string word; words >> word;) shown += word + " " + before.at(++count);
  if (!shown.empty()) shown.pop_back();
  return shown;
}

}  // namespace akin

#endif  // AKIN_TESTS_SHOWN_TEXT_H_
