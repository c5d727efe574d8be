#include "text/word_parts.h"

#include <algorithm>

#include "base/ascii.h"

namespace akin {
namespace {

bool IsCapital(char c) { return c >= 'A' && c <= 'Z'; }
// Other scripts are kept in lower case.
bool IsSmall(char c) { return (c >= 'a' && c <= 'z') || (c & 0x80) != 0; }
bool IsAnyLetter(char c) { return IsCapital(c) || IsSmall(c); }

// Whether a new word begins at position i > 0 of a run of letters.
bool BeginsHump(std::string_view word, size_t i) {
  if (!IsCapital(word[i])) return false;
  if (IsSmall(word[i - 1])) return true;
  if (!IsCapital(word[i - 1]) || i + 1 == word.size() || !IsSmall(word[i + 1])) return false;
  // The plural of an abbreviation.
  const bool ends = i + 2 == word.size() || !IsAnyLetter(word[i + 2]);
  return !(word[i + 1] == 's' && ends);
}

}  // namespace

bool IsTechnical(std::string_view word) { return !std::all_of(word.begin(), word.end(), IsSmall); }

bool HasHumps(std::string_view word) {
  for (size_t i = 1; i < word.size(); ++i) {
    if (BeginsHump(word, i)) return true;
  }
  return false;
}

void PartsOf(std::string_view word, std::vector<std::string>& parts) {
  size_t count = 0;  // of `parts` that are in use
  const auto add = [&](std::string_view part) {
    if (part.size() < 2 || part.size() == word.size()) return;
    if (count == parts.size()) parts.emplace_back();
    std::string& lower = parts[count++];
    lower.assign(part);
    std::transform(lower.begin(), lower.end(), lower.begin(), ascii::Lower);
  };
  for (size_t at = 0; at < word.size();) {
    if (!IsAnyLetter(word[at])) {
      ++at;
      continue;
    }
    size_t end = at + 1;
    while (end < word.size() && IsAnyLetter(word[end]) && !BeginsHump(word, end)) ++end;
    if (word.substr(end).starts_with("++")) end += 2;
    add(word.substr(at, end - at));
    at = end;
  }
  parts.resize(count);
}

}  // namespace akin
