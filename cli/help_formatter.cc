#include "help_formatter.h"

#include <algorithm>
#include <string_view>

namespace akin::cli {
namespace {

constexpr size_t kColumns = 80;

// Breaks lines at blanks. A word that is too long gets a line of its own.
std::string Wrap(std::string_view text, size_t width) {
  std::string wrapped;
  size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const bool fits = used + 1 + word.size() <= width;
    if (used > 0) wrapped += fits ? ' ' : '\n';
    used = used > 0 && fits ? used + 1 + word.size() : word.size();
    wrapped += word;
  }
  return wrapped;
}

}  // namespace

// CLI11 indents what follows a line break to the column of descriptions.
std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  return Wrap(CLI::Formatter::make_option_desc(option), kColumns - get_column_width());
}

}  // namespace akin::cli
