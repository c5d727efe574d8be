// The bytes of a page as UTF-8, by what it declares itself to be.
//
// In order of trust, as in the HTML standard: a byte order mark, what the server said, what stands
// in the first kilobyte (<meta>, XML declaration). Without a usable declaration the bytes are taken
// for UTF-8 and left as they are. Bytes that mean nothing in the declared character set become
// U+FFFD.
#ifndef AKIN_SRC_PAGES_CHARSET_H_
#define AKIN_SRC_PAGES_CHARSET_H_

#include <string>
#include <string_view>

namespace akin {

// `declared` is what the server said, in any case; empty if it said nothing.
std::string PageToUtf8(std::string_view bytes, std::string_view declared = {});

// The value of charset in text/html; charset="utf-8", or nothing.
std::string_view CharsetOfContentType(std::string_view content_type);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_CHARSET_H_
