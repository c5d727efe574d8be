// What can be found in the source of a page without building its tree: where tags, comments and raw
// text begin and end. Follows the tokenizer of the HTML standard; everything takes one pass.
#ifndef AKIN_SRC_PAGES_HTML_SOURCE_H_
#define AKIN_SRC_PAGES_HTML_SOURCE_H_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace akin {

// Only this many bytes of tag names are compared: in "<a<a<a<a" every name reaches to the end of
// the page.
inline constexpr size_t kLongestTagName = 32;

// The name of the tag that starts at text[at] == '<', in lower case and without '/'; empty if there
// is none.
inline std::string TagName(std::string_view text, size_t at) {
  std::string_view rest = text.substr(at + 1, kLongestTagName);
  if (rest.starts_with('/')) rest.remove_prefix(1);
  if (rest.empty() || !ascii::IsLetter(rest.front())) return {};
  const auto ends = [](char c) { return ascii::IsBlank(c) || c == '/' || c == '>'; };
  const auto* const end = std::find_if(rest.begin(), rest.end(), ends);
  return ascii::Lowered(rest.substr(0, static_cast<size_t>(end - rest.begin())));
}

inline bool IsOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether the content of an element of that name is not markup.
inline bool IsRaw(std::string_view name) {
  return IsOneOf(name,
                 {"title", "script", "style", "textarea", "xmp", "iframe", "noembed", "noframes"});
}

struct HtmlAttribute {
  std::string_view name;
  std::string_view whole;  // with its value, unchanged
};

// Reads the attributes of a tag, from the end of its name to its '>'.
class AttributeReader {
 public:
  AttributeReader(std::string_view text, size_t at) : text_(text), at_(at) {}

  // False at the end of the tag.
  bool Next(HtmlAttribute& attribute);
  // After the last Next: the position after the '>', or the end of the text if the tag is not
  // closed.
  size_t end() const { return at_; }
  bool closed() const { return closed_; }
  bool self_closing() const { return self_closing_; }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() && ascii::IsBlank(text_[at_])) ++at_;
  }
  void SkipValue();

  std::string_view text_;
  size_t at_;
  bool closed_ = false;
  bool self_closing_ = false;
};

// The position after the tag that starts at text[at] == '<', which has a name.
size_t TagEnd(std::string_view text, size_t at);

// The position after the comment, or what is treated as one, that starts at text[at] == '<'.
size_t CommentEnd(std::string_view text, size_t at);

// Where the end tag of that name begins, from `at` on; the end of the text if there is none.
size_t RawTextEnd(std::string_view text, size_t at, std::string_view name);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_SOURCE_H_
