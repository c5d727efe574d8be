// An HTTP response as a crawler keeps it: status line, header, body.
//
// Bodies are given as they were before they were sent: put together from chunks and unpacked. Many
// crawlers do that themselves and keep the old header, so a body that is not what the header says
// is taken as it is.
#ifndef AKIN_SRC_PAGES_HTTP_MESSAGE_H_
#define AKIN_SRC_PAGES_HTTP_MESSAGE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace akin {

struct HttpMessage {
  int status = 0;
  std::string content_type;
  bool chunked = false;
  std::string content_encoding;  // in lower case
  std::string_view body;         // as sent; in the text that was parsed
};

// Nothing if it does not begin like one.
std::optional<HttpMessage> ParseHttp(std::string_view text);

// The body as it was before it was sent, up to `longest` bytes. Nothing if it is packed in a way
// that is not known here (gzip and deflate are).
std::optional<std::string> DecodedBody(const HttpMessage& message, size_t longest);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTTP_MESSAGE_H_
