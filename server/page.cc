#include "server/page.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "akin/errors.h"

namespace akin::server {
namespace {

using namespace std::string_view_literals;

constexpr PageFile kPageFiles[] = {
#include "page.inc"
};

constexpr std::pair<std::string_view, std::string_view> kPageTypes[] = {
    {".html", "text/html; charset=utf-8"}, {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},   {".svg", "image/svg+xml"},
    {".txt", "text/plain; charset=utf-8"},
};

// Names in a corpus are a stranger's. Whatever the page does with them, the browser runs, loads and
// sends nothing but what is part of this program, and makes no text into elements.
constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'";

std::string_view TypeOf(std::string_view path) {
  for (const auto& [ending, type] : kPageTypes) {
    if (path.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

std::string_view Trim(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The items of a header that is a list; no item is empty.
template <class Visit>
void EachItem(std::string_view list, char separator, const Visit& visit) {
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(separator, begin), list.size());
    const std::string_view item = Trim(list.substr(begin, end - begin));
    if (!item.empty()) visit(item);
    begin = end + 1;
  }
}

// A weight of nothing: q=0, q=0.0 and so on.
bool IsRefused(std::string_view parameters) {
  bool refused = false;
  EachItem(parameters, ';', [&](std::string_view one) {
    if (one.size() < 3 || (one[0] | 32) != 'q' || one[1] != '=') return;
    refused = one.substr(2).find_first_not_of("0.") == std::string_view::npos;
  });
  return refused;
}

bool IsGzip(std::string_view coding) {
  return coding.size() == 4 && std::equal(coding.begin(), coding.end(), "gzip",
                                          [](char a, char b) { return (a | 32) == b; });
}

std::optional<std::string> Unpack(const PageFile& file) {
  std::string bytes(file.size, '\0');
  z_stream stream = {};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(file.gzip.data()));
  stream.avail_in = static_cast<uInt>(file.gzip.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return std::nullopt;
  const int done = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  if (done != Z_STREAM_END || stream.total_out != file.size) return std::nullopt;
  return bytes;
}

}  // namespace

std::span<const PageFile> PageFiles() { return kPageFiles; }

const PageFile* FindPageFile(std::string_view path) {
  const std::string_view wanted = path == "/" ? "/index.html" : path;
  for (const PageFile& file : kPageFiles) {
    if (file.path == wanted) return &file;
  }
  return nullptr;
}

bool AcceptsGzip(std::string_view accept_encoding) {
  std::optional<bool> gzip, any;
  EachItem(accept_encoding, ',', [&](std::string_view item) {
    const size_t end = std::min(item.find(';'), item.size());
    const std::string_view coding = Trim(item.substr(0, end));
    const bool taken = !IsRefused(item.substr(end));
    if (IsGzip(coding)) gzip = taken;
    if (coding == "*") any = taken;
  });
  return gzip.value_or(any.value_or(false));
}

bool MatchesTag(std::string_view if_none_match, std::string_view tag) {
  bool matches = false;
  EachItem(if_none_match, ',', [&](std::string_view item) {
    if (item.starts_with("W/")) item.remove_prefix(2);
    matches |= item == tag || item == "*";
  });
  return matches;
}

Reply PageReply(const PageFile& file, const Request& request) {
  const bool packed = AcceptsGzip(request.accept_encoding);
  // The names of all files but the first have a hash of their content.
  const bool lasting = file.path.starts_with("/assets/");
  const std::string tag = fmt::format("\"{}{}\"", file.hash, packed ? "-gzip" : "");
  Reply reply{.type = std::string(TypeOf(file.path)), .endpoint = "page"};
  reply.headers = {
      {"Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache"},
      {"ETag", tag},
      {"Vary", "Accept-Encoding"},
      {"Content-Security-Policy", std::string(kContentPolicy)},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Referrer-Policy", "no-referrer"},
  };
  if (MatchesTag(request.if_none_match, tag)) {
    reply.status = 304;
    return reply;
  }
  if (packed) {
    reply.headers.emplace_back("Content-Encoding", "gzip");
    reply.body = file.gzip;
    return reply;
  }
  auto plain = Unpack(file);
  if (!plain) return ErrorReply(500, "damaged", Status(Code::kDamaged, "the page is damaged"));
  reply.body = std::move(*plain);
  return reply;
}

}  // namespace akin::server
