#include "report/dot_text.h"

#include "akin/utf8.h"

namespace akin::report {

std::string DotQuoted(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const auto code_point = FirstCodePoint(text);
    const size_t bytes = code_point ? code_point->bytes : 1;
    if (!code_point || IsControl(code_point->value)) {
      quoted += "\xef\xbf\xbd";
    } else {
      if (text.front() == '"' || text.front() == '\\') quoted += '\\';
      quoted += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return quoted + '"';
}

}  // namespace akin::report
