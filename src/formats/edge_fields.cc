#include "formats/edge_fields.h"

#include <algorithm>
#include <cctype>

#include "base/line_reader.h"

namespace akin {

std::string_view TrimBlanks(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

bool LooksLikeComment(std::string_view line) {
  const auto hex = [&](size_t i) {
    return i < line.size() && std::isxdigit(static_cast<unsigned char>(line[i])) != 0;
  };
  if (line.starts_with('#')) return true;
  return line.starts_with('%') && !(hex(1) && hex(2));
}

bool IsData(std::string_view line) {
  while (!line.empty() && IsBlank(line.front())) line.remove_prefix(1);
  return !line.empty() && !LooksLikeComment(line);
}

bool Fields::Split(std::string_view line, Separator separator) {
  count_ = 0;
  if (separator == kBlanks) return SplitAtBlanks(line);
  return HasQuotes(line, separator) ? SplitQuoted(line, separator) : SplitAt(line, separator);
}

bool Fields::SplitAt(std::string_view line, char separator) {
  for (;;) {
    const size_t at = line.find(separator);
    Add(TrimBlanks(line.substr(0, at)));
    if (at == std::string_view::npos) return true;
    line.remove_prefix(at + 1);
  }
}

bool Fields::SplitAtBlanks(std::string_view line) {
  const char* p = line.data();
  const char* const end = p + line.size();
  for (;;) {
    while (p != end && IsBlank(*p)) ++p;
    if (p == end) return true;
    const char* const start = p;
    while (p != end && !IsBlank(*p)) ++p;
    Add({start, static_cast<size_t>(p - start)});
  }
}

bool Fields::SplitQuoted(std::string_view line, Separator separator) {
  for (;;) {
    line = TrimBlanks(line);
    if (line.starts_with('"')) {
      if (!TakeQuoted(line, separator)) return false;
    } else {
      const size_t end = std::min(line.find(separator), line.size());
      Add(TrimBlanks(line.substr(0, end)));
      line.remove_prefix(end);
    }
    if (line.empty()) return true;
    line.remove_prefix(1);
  }
}

// Moves one quoted field from the front of `line`, up to the separator after it.
bool Fields::TakeQuoted(std::string_view& line, Separator separator) {
  // Fields that are only counted share the last place.
  const auto* const kept = std::ranges::find(columns_, count_);
  std::string& text = unquoted_[static_cast<size_t>(kept - columns_.begin())];
  text.clear();
  line.remove_prefix(1);
  for (;;) {
    const size_t quote = line.find('"');
    if (quote == std::string_view::npos) {
      problem_ = "a quote is not closed on the same line";
      return false;
    }
    text += line.substr(0, quote);
    line.remove_prefix(quote + 1);
    if (!line.starts_with('"')) break;
    text += '"';
    line.remove_prefix(1);
  }
  line = TrimBlanks(line);
  if (!line.empty() && line.front() != separator) {
    problem_ = separator == ','
                   ? "text after a closing quote; expected a comma (write \"\" for a quote inside)"
                   : "text after a closing quote; write \"\" for a quote inside";
    return false;
  }
  Add(text);
  return true;
}

}  // namespace akin
