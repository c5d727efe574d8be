// An HTTP response as a crawler stores it: status line, header, body.
//
// Bodies are returned as they were before they were sent: chunks are joined and the content is
// decompressed. Many crawlers do that themselves and keep the old header, so a body that does not
// match its header is returned unchanged.
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
  std::string content_language;
  bool chunked = false;
  std::string content_encoding;  // in lower case
  std::string_view body;         // as sent; points into the text that was parsed
};

// nullopt if it does not begin like an HTTP response.
std::optional<HttpMessage> ParseHttp(std::string_view text);

// The body as it was before it was sent, up to `longest` bytes. nullopt if it is compressed in an
// unsupported way (gzip and deflate are supported).
std::optional<std::string> DecodedBody(const HttpMessage& message, size_t longest);

}  // namespace akin

#endif  // AKIN_SRC_PAGES_HTTP_MESSAGE_H_
