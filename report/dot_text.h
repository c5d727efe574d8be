// Text in the language of Graphviz.
#ifndef AKIN_REPORT_DOT_TEXT_H_
#define AKIN_REPORT_DOT_TEXT_H_

#include <string>
#include <string_view>

namespace akin::report {

// A quoted string. Control characters and bytes that are not UTF-8 become U+FFFD.
std::string DotQuoted(std::string_view text);

}  // namespace akin::report

#endif  // AKIN_REPORT_DOT_TEXT_H_
