#include "ingest/url.h"

#include <curl/curl.h>

#include <utility>

namespace akin {
namespace {

constexpr std::string_view kHost = "folder.invalid";  // RFC 2606: never a real host

bool IsAlpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// What browsers do before they look at a reference: no blanks at the ends, no line breaks inside.
std::string WithoutBlanks(std::string_view href) {
  while (!href.empty() && static_cast<unsigned char>(href.front()) <= ' ') href.remove_prefix(1);
  while (!href.empty() && static_cast<unsigned char>(href.back()) <= ' ') href.remove_suffix(1);
  std::string clean;
  for (const char c : href) {
    if (c != '\t' && c != '\n' && c != '\r') clean.push_back(c);
  }
  return clean;
}

// "mailto" of "mailto:x@y"; empty for a relative reference (RFC 3986 section 3.1).
std::string_view SchemeOf(std::string_view href) {
  if (href.empty() || !IsAlpha(href.front())) return {};
  for (size_t i = 1; i < href.size(); ++i) {
    const char c = href[i];
    if (c == ':') return href.substr(0, i);
    if (!IsAlpha(c) && !IsDigit(c) && c != '+' && c != '-' && c != '.') return {};
  }
  return {};
}

bool IsWebScheme(std::string_view scheme) {
  std::string lower;
  for (const char c : scheme) lower.push_back(static_cast<char>(c | 0x20));
  return lower == "http" || lower == "https";
}

// A file system takes "a//b" for "a/b", and keys have no slash in front.
std::string AsKey(std::string_view path) {
  std::string key;
  for (const char c : path) {
    if (c != '/' || (!key.empty() && key.back() != '/')) key.push_back(c);
  }
  return key;
}

std::string Part(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return {};
  std::string copy(text);
  curl_free(text);
  return copy;
}

}  // namespace

void LinkResolver::UrlDeleter::operator()(void* url) const {
  curl_url_cleanup(static_cast<CURLU*>(url));
}

LinkResolver::Url LinkResolver::Joined(const Url& base, std::string_view href) {
  Url url(base ? curl_url_dup(static_cast<CURLU*>(base.get())) : curl_url());
  if (!url || href.empty()) return url;
  const std::string text(href);
  const CURLUcode code =
      curl_url_set(static_cast<CURLU*>(url.get()), CURLUPART_URL, text.c_str(), 0);
  return code == CURLUE_OK ? std::move(url) : Url();
}

LinkResolver::LinkResolver(std::string_view page, std::string_view base_href)
    : base_(Joined({}, "http://" + std::string(kHost) + "/" + PercentEncodePath(page))) {
  const std::string clean = WithoutBlanks(base_href);
  // A base that is no reference is as if it were not there.
  if (Url base = Joined(base_, std::string_view(clean).substr(0, clean.find_first_of("?#")))) {
    base_ = std::move(base);
  }
}

std::optional<std::string> LinkResolver::Resolve(std::string_view href) const {
  const std::string clean = WithoutBlanks(href);
  // Cut before joining: an empty path is the page itself, which curl does not know.
  const std::string_view path = std::string_view(clean).substr(0, clean.find_first_of("?#"));
  const std::string_view scheme = SchemeOf(path);
  if (!scheme.empty() && !IsWebScheme(scheme)) return {};
  const Url url = Joined(base_, path);
  if (!url || Part(static_cast<CURLU*>(url.get()), CURLUPART_HOST) != kHost) return {};
  return AsKey(PercentDecode(Part(static_cast<CURLU*>(url.get()), CURLUPART_PATH)));
}

std::string PercentEncodePath(std::string_view path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : path) {
    if (IsAlpha(c) || IsDigit(c) || std::string_view("/-._~").find(c) != std::string_view::npos) {
      encoded.push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      encoded += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return encoded;
}

std::string PercentDecode(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                        HexDigit(text[i + 2]) >= 0;
    if (escape) {
      decoded.push_back(static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2])));
      i += 2;
    } else {
      decoded.push_back(text[i]);
    }
  }
  return decoded;
}

}  // namespace akin
