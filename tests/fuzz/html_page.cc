#include "pages/html_page.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/require.h"
#include "fuzz/targets.h"
#include "graph/packed_page.h"
#include "pages/words.h"

namespace akin {
namespace {

void RequireSound(const PageText& text, size_t links) {
  const auto blanks = std::count(text.words.begin(), text.words.end(), ' ');
  Require(static_cast<uint64_t>(blanks) == text.word_count, "a blank after every word");
  Require(text.words.find("  ") == std::string::npos, "no word is empty");
  uint32_t begin = 0;
  for (const PageAnchor& anchor : text.anchors) {
    Require(anchor.begin >= begin, "anchors are in order");
    Require(anchor.begin <= anchor.end && anchor.end <= text.word_count, "anchors are of words");
    Require(anchor.link < links, "anchors are of links");
    begin = anchor.begin;
  }
  uint32_t at = 0;
  for (const PageCut& cut : text.cuts) {
    Require(cut.at > at && cut.at < text.word_count, "cuts are between words, in order");
    Require(cut.kinds >= 1 && cut.kinds <= 3, "cuts are of a kind");
    at = cut.at;
  }
}

}  // namespace

void FuzzHtmlPage(std::string_view bytes) {
  static WordBreaker words = WordBreaker::Create().value();
  static PagePacker packer = PagePacker::Create().value();
  const HtmlPage page = ParseHtmlPage(bytes, &words);
  RequireSound(page.text, page.hrefs.size());
  const HtmlPage without = ParseHtmlPage(bytes);
  Require(without.hrefs == page.hrefs && without.title == page.title, "words change nothing else");
  std::vector<std::optional<std::string>> targets(page.hrefs.begin(), page.hrefs.end());
  for (size_t i = 0; i < targets.size(); i += 3) targets[i].reset();
  const PackedPage packed = packer.Pack(page.text, targets).value();
  Require(std::is_sorted(packed.targets.begin(), packed.targets.end()), "targets are in order");
  PageText text;
  const auto body = std::as_bytes(std::span(packed.body));
  Require(UnpackBody(body, packed.targets.size(), text), "what was packed can be unpacked");
  RequireSound(text, packed.targets.size());
  Require(text.words == page.text.words && text.title == page.text.title, "words come back");
  Require(text.cuts == page.text.cuts, "cuts come back");
  Require(text.language == page.text.language, "the language comes back");
  UnpackBody(std::as_bytes(std::span(bytes)), 7, text);  // any bytes
}

}  // namespace akin
