#include "pages/http_message.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdint>

#include "base/ascii.h"

namespace akin {
namespace {

constexpr int kAnyWindow = MAX_WBITS + 32;  // zlib: detects gzip or zlib
constexpr int kNoHeader = -MAX_WBITS;

// Removes the next line from `text` and returns it without its line end.
std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void ReadHttpField(std::string_view line, HttpMessage& message) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view name = ascii::Trimmed(line.substr(0, colon));
  const std::string_view value = ascii::Trimmed(line.substr(colon + 1));
  if (ascii::Same(name, "content-type")) {
    message.content_type = value;
  } else if (ascii::Same(name, "content-language")) {
    message.content_language = value;
  } else if (ascii::Same(name, "content-encoding")) {
    message.content_encoding = ascii::Lowered(value);
  } else if (ascii::Same(name, "transfer-encoding")) {
    message.chunked = ascii::Lowered(value).find("chunked") != std::string::npos;
  }
}

// RFC 9112 section 7.1. nullopt if it is not in chunks; if it breaks off, what there is of it.
std::optional<std::string> JoinChunks(std::string_view body) {
  std::string whole;
  for (bool first = true;; first = false) {
    if (body.empty() && !first) return whole;
    const std::string_view line = TakeLine(body);
    size_t size = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
    const bool number = error == std::errc() &&
                        (end == line.data() + line.size() || *end == ';' || ascii::IsBlank(*end));
    if (!number && first) return {};
    if (!number || size == 0) return whole;
    whole += body.substr(0, size);
    body.remove_prefix(std::min(size, body.size()));
    TakeLine(body);
  }
}

// nullopt if it does not begin like its declared format.
std::optional<std::string> Inflated(std::string_view packed, int window, size_t longest) {
  z_stream stream{};
  if (inflateInit2(&stream, window) != Z_OK) return {};
  std::string plain;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(std::min<size_t>(packed.size(), UINT_MAX));
  int code = Z_OK;
  while (code == Z_OK && plain.size() < longest) {
    constexpr size_t kAtOnce = size_t{64} << 10;
    const size_t had = plain.size();
    const size_t room = std::min(kAtOnce, longest - had);
    plain.resize(had + room);
    stream.next_out = reinterpret_cast<Bytef*>(plain.data() + had);
    stream.avail_out = static_cast<uInt>(room);
    code = inflate(&stream, Z_NO_FLUSH);
    plain.resize(had + room - stream.avail_out);
  }
  inflateEnd(&stream);
  if (plain.empty() && code != Z_STREAM_END) return {};
  return plain;
}

}  // namespace

std::optional<HttpMessage> ParseHttp(std::string_view text) {
  const std::string_view line = TakeLine(text);
  if (!line.starts_with("HTTP/")) return {};
  HttpMessage message;
  const size_t blank = std::min(line.find(' '), line.size());
  const std::string_view rest = ascii::Trimmed(line.substr(blank));
  std::from_chars(rest.data(), rest.data() + rest.size(), message.status);
  while (!text.empty()) {
    const std::string_view field = TakeLine(text);
    if (field.empty()) break;
    ReadHttpField(field, message);
  }
  message.body = text;
  return message;
}

std::optional<std::string> DecodedBody(const HttpMessage& message, size_t longest) {
  std::string body;
  std::optional<std::string> whole;
  if (message.chunked) whole = JoinChunks(message.body);
  body = whole ? *std::move(whole) : std::string(message.body);
  const std::string& encoding = message.content_encoding;
  if (encoding == "gzip" || encoding == "x-gzip" || encoding == "deflate") {
    std::optional<std::string> plain = Inflated(body, kAnyWindow, longest);
    if (!plain && encoding == "deflate") plain = Inflated(body, kNoHeader, longest);
    if (plain) body = *std::move(plain);
  } else if (!encoding.empty() && encoding != "identity") {
    return {};
  }
  body.resize(std::min(body.size(), longest));
  return body;
}

}  // namespace akin
