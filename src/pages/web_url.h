// Names of pages on the web: URLs, normalised so that equivalent ones are the same text.
//
// Normalised by RFC 3986 section 6.2.2 and 6.2.3: scheme and host in lower case (hosts in other
// scripts by IDNA), no user, no default port, "/" for an empty path, no dot segments, no
// unnecessary escapes, capital digits in the others, and invalid characters escaped. The query is
// kept, the fragment removed. Only http and https URLs are names.
//
// libcurl parses and joins; a link costs about two microseconds.
#ifndef AKIN_SRC_PAGES_WEB_URL_H_
#define AKIN_SRC_PAGES_WEB_URL_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/web_url_form.h"

namespace akin {

// nullopt if it is not an absolute http or https URL.
std::optional<std::string> NormalizedUrl(std::string_view url);

class WebResolver {
 public:
  // `page` is the page's URL, `base_href` its <base href> or empty.
  WebResolver(std::string_view page, std::string_view base_href);
  WebResolver(WebResolver&&) noexcept;
  ~WebResolver();

  // The URL that `href` points at, normalised; nullopt for javascript:, mailto: and invalid
  // references.
  std::optional<std::string> Resolve(std::string_view href) const;

 private:
  struct Base;
  std::unique_ptr<Base> base_;
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_WEB_URL_H_
