#include "ingest/html_page.h"

#include <gumbo.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <utility>

namespace akin {
namespace {

// --- Character sets ---

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr size_t kDeclarationWithin = 1024;  // as in the HTML standard

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
bool IsLetter(char c) { return Lower(c) >= 'a' && Lower(c) <= 'z'; }
bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

std::string Lowered(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  return lower;
}

// The word after the '=' that follows `attribute` in `text`: utf-8 in both charset="utf-8" and
// content='text/html; charset = utf-8'.
std::string_view ValueAfter(std::string_view text, std::string_view attribute) {
  const size_t found = text.find(attribute);
  if (found == std::string_view::npos) return {};
  text.remove_prefix(found + attribute.size());
  const auto skip = [&](auto skipped) {
    while (!text.empty() && skipped(text.front())) text.remove_prefix(1);
  };
  skip(IsBlank);
  if (!text.starts_with('=')) return {};
  text.remove_prefix(1);
  skip([](char c) { return IsBlank(c) || c == '"' || c == '\''; });
  const auto is_label = [](char c) {
    return IsLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':' || c == '.';
  };
  return text.substr(
      0, static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_label) - text.begin()));
}

// In lower case; empty when nothing is declared.
std::string DeclaredCharset(std::string_view bytes) {
  const std::string head = Lowered(bytes.substr(0, kDeclarationWithin));
  std::string_view rest = head;
  if (rest.starts_with("<?xml")) {
    const std::string_view label = ValueAfter(rest.substr(0, rest.find("?>")), "encoding");
    if (!label.empty()) return std::string(label);
  }
  for (size_t meta = rest.find("<meta"); meta != std::string_view::npos;
       meta = rest.find("<meta")) {
    rest.remove_prefix(meta + 1);
    const std::string_view label = ValueAfter(rest.substr(0, rest.find('>')), "charset");
    if (!label.empty()) return std::string(label);
  }
  return {};
}

// What iconv is to be asked for; empty for UTF-8. A page that could say so in ASCII is not in
// UTF-16, and what calls itself Latin-1 or ASCII on the web is Windows-1252 (both from the WHATWG
// encoding standard).
std::string IconvName(const std::string& label) {
  const bool unicode = label.starts_with("utf") || label.starts_with("ucs") || label == "unicode";
  if (label.empty() || unicode) return {};
  for (const std::string_view latin : {"iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1",
                                       "ascii", "us-ascii", "windows-1252", "cp1252", "x-cp1252"}) {
    if (label == latin) return "CP1252";
  }
  return label;
}

// Bytes that mean nothing in `charset` become U+FFFD. The input comes back when iconv does not know
// it.
std::string Converted(std::string_view bytes, const std::string& charset) {
  const iconv_t converter = iconv_open("UTF-8", charset.c_str());
  // NOLINTNEXTLINE(performance-no-int-to-ptr): how POSIX says that it failed
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::string(bytes);
  std::string text;
  std::array<char, 4096> buffer;
  char* from = const_cast<char*>(bytes.data());  // iconv's signature is older than const
  size_t left = bytes.size();
  while (left > 0) {
    char* to = buffer.data();
    size_t room = buffer.size();
    const bool stuck =
        iconv(converter, &from, &left, &to, &room) == static_cast<size_t>(-1) && errno != E2BIG;
    text.append(buffer.data(), buffer.size() - room);
    if (!stuck || left == 0) continue;
    text += kReplacement;
    ++from;
    --left;
  }
  iconv_close(converter);
  return text;
}

// --- Pages that nest too deep ---

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
  return Lowered(rest.substr(0, static_cast<size_t>(end - rest.begin())));
}

bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Counts a tag as open until its own end tag comes, which is never too little and is too much for
// pages that leave out </p> or </li>; those lose nothing by it.
bool NestsTooDeep(std::string_view text) {
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

// Turns tags into text, save those that hold what is looked for and those whose content is not
// markup. Without containers around them these do not nest: an <a> ends the <a> before it.
void BlankContainers(std::string& text) {
  for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::string name = TagName(text, at);
    if (name.empty()) continue;
    const bool keep =
        IsOneOf(name, {"a", "area", "base", "title", "script", "style", "textarea", "xmp"});
    if (!keep) text[at] = ' ';
  }
}

// --- The tree ---

// Memory that is freed all at once.
class Arena {
 public:
  void* Allocate(size_t size) {
    size = (size + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) *
           alignof(std::max_align_t);
    if (size > room_) {
      room_ = std::max(size, kBlock);
      // Not make_unique: it would write zeros over all of it.
      blocks_.push_back(std::unique_ptr<std::byte[]>(new std::byte[room_]));
      next_ = blocks_.back().get();
    }
    room_ -= size;
    return std::exchange(next_, next_ + size);
  }

 private:
  static constexpr size_t kBlock = size_t{256} << 10;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::byte* next_ = nullptr;
  size_t room_ = 0;
};

// One blank for every run of blanks and control characters, none at the ends, and not more than a
// line or two: a <title> that is never closed goes on to the end of the page.
std::string AsTitle(std::string_view text) {
  constexpr size_t kLongestTitle = 1000;
  std::string title;
  while (!text.empty() && title.size() < kLongestTitle) {
    const bool wide_control =
        text.size() > 1 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0;
    const bool blank =
        wide_control || static_cast<unsigned char>(text[0]) <= ' ' || text[0] == '\x7F';
    size_t length = wide_control ? 2 : 1;
    // Whole characters only.
    while (length < text.size() && (text[length] & 0xC0) == 0x80) ++length;
    if (!blank) {
      title += text.substr(0, length);
    } else if (!title.empty() && title.back() != ' ') {
      title.push_back(' ');
    }
    text.remove_prefix(length);
  }
  if (title.ends_with(' ')) title.pop_back();
  return title;
}

std::string TextOf(const GumboElement& element) {
  std::string text;
  for (unsigned i = 0; i < element.children.length; ++i) {
    const auto* child = static_cast<const GumboNode*>(element.children.data[i]);
    const bool is_text = child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_WHITESPACE;
    if (is_text) text += child->v.text.text;
  }
  return text;
}

void Visit(const GumboElement& element, HtmlPage& page) {
  if (element.tag == GUMBO_TAG_TITLE && element.tag_namespace == GUMBO_NAMESPACE_HTML) {
    if (page.title.empty()) page.title = AsTitle(TextOf(element));
    return;
  }
  const bool link = element.tag == GUMBO_TAG_A || element.tag == GUMBO_TAG_AREA;
  if (!link && element.tag != GUMBO_TAG_BASE) return;
  const GumboAttribute* href = gumbo_get_attribute(&element.attributes, "href");
  if (href == nullptr) return;
  if (link) {
    page.hrefs.emplace_back(href->value);
  } else if (page.base_href.empty()) {
    page.base_href = href->value;
  }
}

// In document order and without recursion.
void VisitAll(const GumboNode* root, HtmlPage& page) {
  std::vector<const GumboNode*> pending = {root};
  while (!pending.empty()) {
    const GumboNode* node = pending.back();
    pending.pop_back();
    if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
    Visit(node->v.element, page);
    const GumboVector& children = node->v.element.children;
    for (unsigned i = children.length; i > 0; --i) {
      pending.push_back(static_cast<const GumboNode*>(children.data[i - 1]));
    }
  }
}

}  // namespace

std::string PageToUtf8(std::string_view bytes) {
  if (bytes.starts_with(kUtf8Mark)) return std::string(bytes.substr(kUtf8Mark.size()));
  if (bytes.starts_with("\xFF\xFE")) return Converted(bytes.substr(2), "UTF-16LE");
  if (bytes.starts_with("\xFE\xFF")) return Converted(bytes.substr(2), "UTF-16BE");
  const std::string charset = IconvName(DeclaredCharset(bytes));
  return charset.empty() ? std::string(bytes) : Converted(bytes, charset);
}

HtmlPage ParseHtmlPage(std::string_view bytes) {
  std::string text = PageToUtf8(bytes.substr(0, kLongestPage));
  if (NestsTooDeep(text)) BlankContainers(text);
  Arena arena;
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;  // pages are full of them
  options.userdata = &arena;
  options.allocator = [](void* userdata, size_t size) {
    return static_cast<Arena*>(userdata)->Allocate(size);
  };
  options.deallocator = [](void* /*userdata*/, void* /*memory*/) {};
  HtmlPage page;
  const GumboOutput* output = gumbo_parse_with_options(&options, text.data(), text.size());
  VisitAll(output->root, page);
  return page;
}

}  // namespace akin
