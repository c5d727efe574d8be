// Letters and blanks as HTML and HTTP define them: ASCII only, whatever the locale.
#ifndef AKIN_SRC_BASE_ASCII_H_
#define AKIN_SRC_BASE_ASCII_H_

#include <algorithm>
#include <string>
#include <string_view>

namespace akin::ascii {

inline char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
inline bool IsLetter(char c) { return Lower(c) >= 'a' && Lower(c) <= 'z'; }
inline bool IsDigit(char c) { return c >= '0' && c <= '9'; }
inline bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

inline std::string Lowered(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), Lower);
  return lower;
}

// Whether `text` equals `lower`, or begins with it, ignoring case.
inline bool Same(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return Lower(a) == b; });
}
inline bool StartsWith(std::string_view text, std::string_view lower) {
  return Same(text.substr(0, lower.size()), lower);
}

inline std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace akin::ascii

#endif  // AKIN_SRC_BASE_ASCII_H_
