// Shared by the files that resolve references: libcurl's URLs, and how browsers clean a reference
// before they parse it.
#ifndef AKIN_SRC_PAGES_CURL_URL_H_
#define AKIN_SRC_PAGES_CURL_URL_H_

#include <curl/curl.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"

namespace akin {

struct CurlUrlDeleter {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using CurlUrl = std::unique_ptr<CURLU, CurlUrlDeleter>;

// `href` relative to `base`; null if it is not a valid reference. Without a base it must be
// absolute; an empty one gives the base.
inline CurlUrl JoinedUrl(CURLU* base, std::string_view href) {
  CurlUrl url(base != nullptr ? curl_url_dup(base) : curl_url());
  if (!url || href.empty()) return url;
  const std::string text(href);
  return curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) == CURLUE_OK ? std::move(url)
                                                                              : CurlUrl();
}

inline std::string UrlPart(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return {};
  std::string copy(text);
  curl_free(text);
  return copy;
}

// Without blanks at the ends and line breaks inside.
inline std::string CleanReference(std::string_view href) {
  while (!href.empty() && static_cast<unsigned char>(href.front()) <= ' ') href.remove_prefix(1);
  while (!href.empty() && static_cast<unsigned char>(href.back()) <= ' ') href.remove_suffix(1);
  std::string clean;
  for (const char c : href) {
    if (c != '\t' && c != '\n' && c != '\r') clean.push_back(c);
  }
  return clean;
}

// "mailto" of "mailto:x@y"; empty for a relative reference (RFC 3986 section 3.1).
inline std::string_view SchemeOf(std::string_view href) {
  if (href.empty() || !ascii::IsLetter(href.front())) return {};
  for (size_t i = 1; i < href.size(); ++i) {
    const char c = href[i];
    if (c == ':') return href.substr(0, i);
    if (!ascii::IsLetter(c) && !ascii::IsDigit(c) && c != '+' && c != '-' && c != '.') return {};
  }
  return {};
}

inline bool IsWebScheme(std::string_view scheme) {
  return ascii::Same(scheme, "http") || ascii::Same(scheme, "https");
}

}  // namespace akin

#endif  // AKIN_SRC_PAGES_CURL_URL_H_
