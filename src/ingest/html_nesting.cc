#include "ingest/html_nesting.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>

#include "ingest/ascii.h"

namespace akin {
namespace {

using ascii::IsBlank;
using ascii::IsLetter;

// Steps gumbo may take in the worst case. Ordinary pages stay below a tenth of it.
constexpr uint64_t kMostTagsTimesDepth = 4'000'000;

// The name of the tag that starts at text[at] == '<', in lower case and without '/'; empty if none
// does. Cut off, because in "<a<a<a<a" every name reaches to the end of the page.
std::string TagName(std::string_view text, size_t at) {
  constexpr size_t kEnough = 32;
  std::string_view rest = text.substr(at + 1, kEnough);
  if (rest.starts_with('/')) rest.remove_prefix(1);
  if (rest.empty() || !IsLetter(rest.front())) return {};
  const auto ends = [](char c) { return IsBlank(c) || c == '/' || c == '>'; };
  const auto* const end = std::find_if(rest.begin(), rest.end(), ends);
  return ascii::Lowered(rest.substr(0, static_cast<size_t>(end - rest.begin())));
}

bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Behind the tag that starts at text[at] == '<': behind its '>', which may stand in a quoted value
// and then is not the one.
size_t TagEnd(std::string_view text, size_t at) {
  while (at < text.size()) {
    at = text.find_first_of(">=", at);
    if (at == std::string_view::npos) return text.size();
    if (text[at++] == '>') return at;
    while (at < text.size() && IsBlank(text[at])) ++at;
    const bool quoted = at < text.size() && (text[at] == '"' || text[at] == '\'');
    at = quoted ? text.find(text[at], at + 1) : text.find_first_of(" \t\n\r\f>", at);
    if (at == std::string_view::npos) return text.size();
    if (quoted) ++at;
  }
  return text.size();
}

// Behind the comment, or what is taken for one, that starts at text[at] == '<'.
size_t CommentEnd(std::string_view text, size_t at) {
  const bool proper = text.substr(at).starts_with("<!--");
  // The two dashes may be those of the end: <!-->.
  const size_t end = proper ? text.find("-->", at + 2) : text.find('>', at);
  return end == std::string_view::npos ? text.size() : end + (proper ? 3 : 1);
}

// Whether what is in an element of that name is not markup.
bool IsRaw(std::string_view name) {
  return IsOneOf(name,
                 {"title", "script", "style", "textarea", "xmp", "iframe", "noembed", "noframes"});
}

// Where the end tag of such an element begins.
size_t RawTextEnd(std::string_view text, size_t at, std::string_view name) {
  for (at = text.find("</", at); at != std::string_view::npos; at = text.find("</", at + 2)) {
    if (TagName(text, at) == name) return at;
  }
  return text.size();
}

struct Tag {
  std::string name;
  bool ends = false;  // an end tag
  size_t begin = 0;
  size_t end = 0;
};

// Calls visit(tag) for what a browser takes for tags: not what looks like one inside a comment or a
// script. One pass, and `visit` may write over the tag and what is before it.
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

// Counts a tag as open until its own end tag comes, which is never too little and is too much for
// pages that leave out </p> or </li>; those lose nothing by it.
bool NestsTooDeep(std::string_view text) {
  const auto most = static_cast<uint64_t>(std::count(text.begin(), text.end(), '<'));
  if (most * most <= kMostTagsTimesDepth) return false;
  std::map<std::string, uint64_t, std::less<>> open;
  uint64_t tags = 0, depth = 0, deepest = 0;
  bool foreign = false;  // inside <svg> and <math> no element is empty by its name
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
    // Without containers around them these do not nest: an <a> ends the <a> before it.
    const bool keep =
        IsRaw(tag.name) || IsOneOf(tag.name, {"a", "area", "base", "img", "input", "br", "hr"});
    if (!keep) Blank(text, tag.begin, tag.end);
  });
}

std::string TakeNoscript(std::string& text) {
  std::string taken;
  if (!HasEndTag(text, "noscript")) return taken;
  size_t begin = std::string::npos;  // of the one that is open
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
