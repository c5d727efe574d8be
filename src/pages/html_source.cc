#include "pages/html_source.h"

namespace akin {

bool AttributeReader::Next(HtmlAttribute& attribute) {
  for (self_closing_ = false; at_ < text_.size(); ++at_) {
    if (text_[at_] == '>') {
      ++at_;
      closed_ = true;
      return false;
    }
    if (!ascii::IsBlank(text_[at_]) && text_[at_] != '/') break;
    self_closing_ = text_[at_] == '/';
  }
  if (at_ == text_.size()) return false;
  const size_t begin = at_;
  ++at_;  // a '=' here is part of the name
  at_ = std::min(text_.find_first_of(" \t\n\r\f/>=", at_), text_.size());
  attribute.name = text_.substr(begin, at_ - begin);
  size_t end = at_;
  SkipBlanks();
  if (at_ < text_.size() && text_[at_] == '=') {
    ++at_;
    SkipBlanks();
    SkipValue();
    end = at_;
  }
  attribute.whole = text_.substr(begin, end - begin);
  return true;
}

void AttributeReader::SkipValue() {
  if (at_ == text_.size()) return;
  const bool quoted = text_[at_] == '"' || text_[at_] == '\'';
  const size_t end =
      quoted ? text_.find(text_[at_], at_ + 1) : text_.find_first_of(" \t\n\r\f>", at_);
  at_ = end == std::string_view::npos ? text_.size() : end + (quoted ? 1 : 0);
}

size_t TagEnd(std::string_view text, size_t at) {
  at = std::min(text.find_first_of(" \t\n\r\f/>", at + 2), text.size());
  AttributeReader attributes(text, at);
  for (HtmlAttribute attribute; attributes.Next(attribute);) {
  }
  return attributes.end();
}

size_t CommentEnd(std::string_view text, size_t at) {
  const bool proper = text.substr(at).starts_with("<!--");
  // The two dashes may also be those of the end: <!-->.
  const size_t end = proper ? text.find("-->", at + 2) : text.find('>', at);
  return end == std::string_view::npos ? text.size() : end + (proper ? 3 : 1);
}

size_t RawTextEnd(std::string_view text, size_t at, std::string_view name) {
  for (at = text.find("</", at); at != std::string_view::npos; at = text.find("</", at + 2)) {
    if (TagName(text, at) == name) return at;
  }
  return text.size();
}

}  // namespace akin
