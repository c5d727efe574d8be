// A page without its text, for gumbo, which takes ten times as long per byte as anything else here.
//
// Text between tags is replaced by two characters that identify it, and restored from them after
// parsing. Unused attributes and the content of comments are removed too. This happens only where
// the rules leave no doubt that something is text, an attribute or a comment; the content of
// scripts and the like, short text, text with entities and text that may contain one of those
// characters are left unchanged. So the tree is the same, except for attributes.
#ifndef AKIN_SRC_PAGES_HTML_OUTLINE_H_
#define AKIN_SRC_PAGES_HTML_OUTLINE_H_

#include <string>
#include <string_view>
#include <vector>

namespace akin {

class HtmlOutline {
 public:
  // `html` must outlive the object and not change.
  explicit HtmlOutline(std::string_view html);

  // For gumbo; the caller may change it.
  std::string& html() { return outline_; }
  // Appends to `out` the original of a text of the tree.
  void Restore(std::string_view text, std::string& out) const;

 private:
  void Text(std::string_view text);
  void Tag(std::string_view tag, std::string_view name);
  size_t Comment(std::string_view html, size_t at);
  size_t KeptEnd(std::string_view html, size_t at, std::string_view name, bool starts);

  std::string outline_;
  std::vector<std::string_view> texts_;
  bool odd_ = false;  // there was an <svg> or another element that changes what tags mean
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_OUTLINE_H_
