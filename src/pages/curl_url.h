// libcurl's URLs, for the files that resolve references.
#ifndef AKIN_SRC_PAGES_CURL_URL_H_
#define AKIN_SRC_PAGES_CURL_URL_H_

#include <curl/curl.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

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

}  // namespace akin

#endif  // AKIN_SRC_PAGES_CURL_URL_H_
