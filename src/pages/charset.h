// Converts the bytes of a page to UTF-8, according to its declared character set.
//
// In order of trust, as in the HTML standard: a byte order mark, what the server said, a
// declaration in the first kilobyte (<meta>, XML declaration). Without a usable declaration the
// bytes are assumed to be UTF-8 and left unchanged. Bytes that are invalid in the declared
// character set become U+FFFD.
#ifndef AKIN_SRC_PAGES_CHARSET_H_
#define AKIN_SRC_PAGES_CHARSET_H_

#include <string>
#include <string_view>

namespace akin {

// `declared` is what the server said, in upper or lower case; empty if it said nothing.
std::string PageToUtf8(std::string_view bytes, std::string_view declared = {});

// The value of charset in text/html; charset="utf-8", or empty.
std::string_view CharsetOfContentType(std::string_view content_type);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_CHARSET_H_
