// The source of a page as far as it can be told without building its tree: where tags, comments and
// raw text begin and end. By the rules of the HTML standard's tokenizer; all of it one pass.
#ifndef AKIN_SRC_PAGES_HTML_SOURCE_H_
#define AKIN_SRC_PAGES_HTML_SOURCE_H_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace akin {

// Tag names are compared as far as this: in "<a<a<a<a" every name reaches to the end of the page.
inline constexpr size_t kLongestTagName = 32;

// The name of the tag that starts at text[at] == '<', in lower case and without '/'; empty if none
// does.
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

// Whether what is in an element of that name is not markup.
inline bool IsRaw(std::string_view name) {
  return IsOneOf(name,
                 {"title", "script", "style", "textarea", "xmp", "iframe", "noembed", "noframes"});
}

struct HtmlAttribute {
  std::string_view name;
  std::string_view whole;  // with its value, as it stands there
};

// Reads the attributes of a tag from behind its name to its '>'.
class AttributeReader {
 public:
  AttributeReader(std::string_view text, size_t at) : text_(text), at_(at) {}

  // False at the end of the tag.
  bool Next(HtmlAttribute& attribute);
  // Then: behind the '>', or the end of the text, where the tag is none.
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

// Behind the tag that starts at text[at] == '<', which has a name.
size_t TagEnd(std::string_view text, size_t at);

// Behind the comment, or what is taken for one, that starts at text[at] == '<'.
size_t CommentEnd(std::string_view text, size_t at);

// Where the end tag of that name begins, from `at` on; the end of the text if there is none.
size_t RawTextEnd(std::string_view text, size_t at, std::string_view name);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_SOURCE_H_
