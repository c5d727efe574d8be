#include "pages/html_outline.h"

#include <algorithm>
#include <cstddef>

#include "pages/html_source.h"

namespace akin {
namespace {

// Private use characters, from U+E000 on; the second of a pair is from U+E800 on. All have the same
// first byte.
constexpr char kLead = '\xEE';
constexpr size_t kOutlineBase = 2048;
constexpr size_t kPairBytes = 6;
constexpr size_t kShortText = 12;  // not worth replacing

void AppendDigit(std::string& out, size_t value) {
  out += {kLead, static_cast<char>(0x80 | value >> 6), static_cast<char>(0x80 | (value & 0x3F))};
}

// The value of the character at text[at]; text is UTF-8.
size_t DigitAt(std::string_view text, size_t at) {
  return static_cast<size_t>(text[at + 1] & 0x3F) << 6 | static_cast<size_t>(text[at + 2] & 0x3F);
}

bool HasTag(std::string_view text, std::string_view name) {
  for (size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (TagName(text, at) == name) return true;
  }
  return false;
}

bool IsUsed(std::string_view attribute, std::string_view tag) {
  if (IsOneOf(ascii::Lowered(attribute), {"href", "alt", "role", "rel", "id", "class"}))
    return true;
  const bool language = ascii::Same(attribute, "lang") || ascii::Same(attribute, "xml:lang");
  return language && IsOneOf(tag, {"html", "body"});
}

}  // namespace

void HtmlOutline::Text(std::string_view text) {
  // Blanks before the text may be dropped, or be placed elsewhere than the text.
  const auto* const said = std::find_if_not(text.begin(), text.end(), ascii::IsBlank);
  if (said != text.begin()) outline_.push_back(' ');
  text.remove_prefix(static_cast<size_t>(said - text.begin()));
  const bool doubtful = text.size() < kShortText || texts_.size() == kOutlineBase * kOutlineBase ||
                        text.find_first_of(std::string_view("&\0", 2)) != std::string_view::npos;
  if (doubtful) {
    outline_ += text;
    return;
  }
  AppendDigit(outline_, texts_.size() / kOutlineBase);
  AppendDigit(outline_, texts_.size() % kOutlineBase + kOutlineBase);
  texts_.push_back(text);
}

// `tag` is the whole tag.
void HtmlOutline::Tag(std::string_view tag, std::string_view name) {
  // For these elements other attributes affect the tree. End tags hardly ever have attributes, and
  // in <svg> gumbo does not recognise those that do.
  const bool as_it_is = name.size() + 2 >= kLongestTagName || tag[1] == '/' ||
                        IsOneOf(name, {"input", "font", "annotation-xml", "isindex"});
  if (as_it_is) {
    outline_ += tag;
    return;
  }
  const size_t begin = name.size() + 1;
  outline_ += tag.substr(0, begin);
  AttributeReader attributes(tag, begin);
  for (HtmlAttribute attribute; attributes.Next(attribute);) {
    if (!IsUsed(attribute.name, name)) continue;
    outline_.push_back(' ');
    outline_ += attribute.whole;
  }
  if (!attributes.closed()) return;
  outline_ += attributes.self_closing() ? " />" : ">";
}

// The end of what must stay unchanged after the tag of that name before `at`: nothing, raw text, or
// the rest of the page if it is unclear how gumbo will parse it.
size_t HtmlOutline::KeptEnd(std::string_view html, size_t at, std::string_view name, bool starts) {
  odd_ = odd_ || IsOneOf(name, {"svg", "math", "select", "frameset"});
  if (name == "plaintext") return html.size();
  if (!starts || !IsRaw(name)) return at;
  const size_t end = RawTextEnd(html, at, name);
  const std::string_view raw = html.substr(at, end - at);
  // In <svg> such an element contains markup after all, and in <select> most are ignored. If a
  // script has a comment with a script in it, it continues after the end of that one.
  const size_t comment = name == "script" ? raw.find("<!--") : std::string_view::npos;
  const bool sure = odd_ ? raw.find('<') == std::string_view::npos
                         : comment == std::string_view::npos || !HasTag(raw.substr(comment), name);
  return sure ? end : html.size();
}

// The same for a '<' that begins no tag. An ordinary comment is written without its content.
size_t HtmlOutline::Comment(std::string_view html, size_t at) {
  const std::string_view rest = html.substr(at);
  if (rest.size() < 2 || std::string_view("!?/").find(rest[1]) == std::string_view::npos) {
    return std::min(html.find('<', at + 1), html.size());
  }
  const size_t end = CommentEnd(html, at);
  if (!rest.starts_with("<!--")) return rest.starts_with("<![") ? html.size() : end;
  const std::string_view comment = html.substr(at, end - at);
  const bool ordinary = comment.ends_with("-->") && comment.find("--!>") == std::string_view::npos;
  if (!ordinary) return html.size();
  outline_ += "<!---->";
  return end;
}

HtmlOutline::HtmlOutline(std::string_view html) {
  if (html.find(kLead) != std::string_view::npos) {
    outline_ = html;
    return;
  }
  outline_.reserve(html.size() / 2);
  for (size_t at = 0; at < html.size();) {
    const size_t open = std::min(html.find('<', at), html.size());
    Text(html.substr(at, open - at));
    if (open == html.size()) return;
    const std::string name = TagName(html, open);
    if (name.empty()) {
      const size_t before = outline_.size();
      at = Comment(html, open);
      if (outline_.size() == before) outline_ += html.substr(open, at - open);
      continue;
    }
    const size_t end = TagEnd(html, open);
    Tag(html.substr(open, end - open), name);
    at = KeptEnd(html, end, name, html[open + 1] != '/');
    outline_ += html.substr(end, at - end);
  }
}

void HtmlOutline::Restore(std::string_view text, std::string& out) const {
  for (size_t at = 0; at < text.size();) {
    const size_t lead = texts_.empty() ? text.size() : std::min(text.find(kLead, at), text.size());
    out += text.substr(at, lead - at);
    at = lead;
    if (at == text.size()) return;
    if (text.size() - at >= kPairBytes && text[at + 3] == kLead) {
      const size_t high = DigitAt(text, at);
      const size_t low = DigitAt(text, at + 3);
      if (high < kOutlineBase && low >= kOutlineBase &&
          high * kOutlineBase + low - kOutlineBase < texts_.size()) {
        out += texts_[high * kOutlineBase + low - kOutlineBase];
        at += kPairBytes;
        continue;
      }
    }
    out.push_back(text[at++]);
  }
}

}  // namespace akin
