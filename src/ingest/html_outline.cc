#include "ingest/html_outline.h"

#include <algorithm>
#include <cstddef>

#include "ingest/html_source.h"

namespace akin {
namespace {

// Characters for private use, U+E000 and up; the second of a pair is from U+E800 up. Their first
// byte is the same for all.
constexpr char kLead = '\xEE';
constexpr size_t kDigit = 2048;
constexpr size_t kPairBytes = 6;
constexpr size_t kShortText = 12;  // not worth it

void AppendDigit(std::string& out, size_t value) {
  out += {kLead, static_cast<char>(0x80 | value >> 6), static_cast<char>(0x80 | (value & 0x3F))};
}

// The value of the character at text[at]; text is UTF-8.
size_t DigitAt(std::string_view text, size_t at) {
  return static_cast<size_t>(text[at + 1] & 0x3F) << 6 | static_cast<size_t>(text[at + 2] & 0x3F);
}

bool IsBlankText(std::string_view text) {
  return std::all_of(text.begin(), text.end(), ascii::IsBlank);
}

}  // namespace

void HtmlOutline::Text(std::string_view text) {
  if (IsBlankText(text)) {
    if (!text.empty()) outline_.push_back(' ');
    return;
  }
  const bool doubtful = text.size() < kShortText || texts_.size() == kDigit * kDigit ||
                        text.find_first_of(std::string_view("&\0", 2)) != std::string_view::npos;
  if (doubtful) {
    outline_ += text;
    return;
  }
  AppendDigit(outline_, texts_.size() / kDigit);
  AppendDigit(outline_, texts_.size() % kDigit + kDigit);
  texts_.push_back(text);
}

// `tag` is all of it.
void HtmlOutline::Tag(std::string_view tag, std::string_view name) {
  // Of these, others matter for the tree. End tags hardly ever have any, and in <svg> gumbo does
  // not know those that have.
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
    if (!ascii::Same(attribute.name, "href") && !ascii::Same(attribute.name, "alt")) continue;
    outline_.push_back(' ');
    outline_ += attribute.whole;
  }
  if (!attributes.closed()) return;
  outline_ += attributes.self_closing() ? " />" : ">";
}

HtmlOutline::HtmlOutline(std::string_view html) {
  if (html.find(kLead) != std::string_view::npos) {
    outline_ = html;
    return;
  }
  outline_.reserve(html.size() / 2);
  size_t at = 0;
  while (at < html.size()) {
    const size_t open = std::min(html.find('<', at), html.size());
    Text(html.substr(at, open - at));
    at = open;
    if (at == html.size()) return;
    const std::string name = TagName(html, at);
    size_t end = 0;
    if (!name.empty()) {
      end = TagEnd(html, at);
      Tag(html.substr(at, end - at), name);
      at = end;
      const bool starts = html[open + 1] != '/';
      if (name == "plaintext") end = html.size();
      if (IsRaw(name) && starts) end = RawTextEnd(html, at, name);
      // What such a script means for the end of it is a science of its own.
      if (html.substr(at, end - at).find("<!--") != std::string_view::npos) end = html.size();
    } else {
      const bool comment = html.substr(at).starts_with("<!--");
      end = comment || html.substr(at + 1, 1).find_first_of("!?/") != std::string_view::npos
                ? CommentEnd(html, at)
                : std::min(html.find('<', at + 1), html.size());
      const bool plain = comment && html.substr(at, end - at).ends_with("-->") &&
                         html.substr(at, end - at).find("--!>") == std::string_view::npos;
      if (plain) {
        outline_ += "<!---->";
        at = end;
      }
    }
    outline_ += html.substr(at, end - at);
    at = end;
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
      if (high < kDigit && low >= kDigit && high * kDigit + low - kDigit < texts_.size()) {
        out += texts_[high * kDigit + low - kDigit];
        at += kPairBytes;
        continue;
      }
    }
    out.push_back(text[at++]);
  }
}

}  // namespace akin
