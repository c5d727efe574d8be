// A page without its text, for gumbo, which takes ten times as long over a byte as anything else
// here.
//
// Text between tags is taken out and two characters are put in its place that say which it was;
// from the tree these are turned back. Attributes that nobody looks at go too, and what is in
// comments. All of that only where the rules leave no doubt that it is text, an attribute, a
// comment; what is in scripts and the like, short text, text with entities and text that could be
// one of those characters stays as it is. So the tree is the same, but for attributes.
#ifndef AKIN_SRC_PAGES_HTML_OUTLINE_H_
#define AKIN_SRC_PAGES_HTML_OUTLINE_H_

#include <string>
#include <string_view>
#include <vector>

namespace akin {

class HtmlOutline {
 public:
  // `html` must outlive it and stay as it is.
  explicit HtmlOutline(std::string_view html);

  // For gumbo; the caller's to change.
  std::string& html() { return outline_; }
  // Adds to `out` what a text of the tree stands for.
  void Restore(std::string_view text, std::string& out) const;

 private:
  void Text(std::string_view text);
  void Tag(std::string_view tag, std::string_view name);
  size_t Comment(std::string_view html, size_t at);
  size_t KeptEnd(std::string_view html, size_t at, std::string_view name, bool starts);

  std::string outline_;
  std::vector<std::string_view> texts_;
  bool odd_ = false;  // there was an <svg> or another that changes what tags mean
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTML_OUTLINE_H_
