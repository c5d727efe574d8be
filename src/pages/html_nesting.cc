#include "pages/html_nesting.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

#include "pages/html_source.h"

namespace akin {
namespace {

// The most steps gumbo may take in the worst case. Ordinary pages stay below a tenth of it.
constexpr uint64_t kMostTagsTimesDepth = 4'000'000;

struct Tag {
  std::string name;
  bool ends = false;  // an end tag
  size_t begin = 0;
  size_t end = 0;
};

// Calls visit(tag) for what a browser treats as tags, not for what looks like one inside a comment
// or a script. One pass, and `visit` may overwrite the tag and what is before it.
template <class Visit>
void ForEachTag(const std::string& text, Visit visit) {
  for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    Tag tag{.name = TagName(text, at), .begin = at};
    if (tag.name.empty()) {
      const bool comment = at + 1 < text.size() && (text[at + 1] == '!' || text[at + 1] == '?');
      at = comment ? CommentEnd(text, at) : at + 1;
      continue;
    }
    tag.ends = text[at + 1] == '/';
    tag.end = TagEnd(text, at);
    at = IsRaw(tag.name) && !tag.ends ? RawTextEnd(text, tag.end, tag.name) : tag.end;
    visit(tag);
  }
}

void Blank(std::string& text, size_t begin, size_t end) {
  std::fill_n(text.begin() + static_cast<ptrdiff_t>(begin), end - begin, ' ');
}

bool HasEndTag(std::string_view text, std::string_view name) {
  return RawTextEnd(text, 0, name) < text.size();
}

}  // namespace

// Counts a tag as open until its end tag. This never underestimates the depth, and overestimates it
// for pages that omit </p> or </li>, which does no harm.
bool NestsTooDeep(std::string_view text) {
  const auto most = static_cast<uint64_t>(std::count(text.begin(), text.end(), '<'));
  if (most * most <= kMostTagsTimesDepth) return false;
  std::map<std::string, uint64_t, std::less<>> open;
  uint64_t tags = 0, depth = 0, deepest = 0;
  bool foreign = false;  // inside <svg> and <math> no element name implies an empty element
  for (size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    const std::string name = TagName(text, at);
    if (name.empty()) continue;
    ++tags;
    foreign = foreign || name == "svg" || name == "math";
    if (!foreign &&
        IsOneOf(name, {"br", "img", "hr", "input", "meta", "link", "area", "base", "col", "wbr"})) {
      continue;
    }
    uint64_t& count = open[name];
    if (text[at + 1] != '/') {
      ++count;
      deepest = std::max(deepest, ++depth);
    } else if (count > 0) {
      --count;
      --depth;
    }
  }
  return tags * deepest > kMostTagsTimesDepth;
}

void BlankContainers(std::string& text) {
  ForEachTag(text, [&](const Tag& tag) {
    // Without containers around them these do not nest: an <a> ends the previous <a>.
    const bool keep =
        IsRaw(tag.name) || IsOneOf(tag.name, {"a", "area", "base", "img", "input", "br", "hr"});
    if (!keep) Blank(text, tag.begin, tag.end);
  });
}

std::string TakeNoscript(std::string& text) {
  std::string taken;
  if (!HasEndTag(text, "noscript")) return taken;
  size_t begin = std::string::npos;  // of the open one
  ForEachTag(text, [&](const Tag& tag) {
    if (tag.name != "noscript") return;
    if (!tag.ends) {
      begin = std::min(begin, tag.begin);
    } else if (begin != std::string::npos) {
      taken.append(text, begin, tag.end - begin);
      Blank(text, begin, tag.end);
      begin = std::string::npos;
    }
  });
  return taken;
}

}  // namespace akin
