// Names of pages on the web: URLs, of which those that mean the same are the same text.
//
// Normalised by RFC 3986 section 6.2.2 and 6.2.3: scheme and host in lower case (a host in other
// scripts as IDNA has it), no user, no default port, "/" for an empty path, no dot segments, no
// escapes that need not be and capital digits in the others, everything else escaped that may not
// stand there. The query stays, the fragment goes. Only http and https are names.
//
// libcurl parses and joins; a link costs about two microseconds.
#ifndef AKIN_SRC_PAGES_WEB_URL_H_
#define AKIN_SRC_PAGES_WEB_URL_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace akin {

// Longer ones are nobody's name.
inline constexpr size_t kLongestUrl = 8192;

// Nothing if it is not an absolute URL of the web.
std::optional<std::string> NormalizedUrl(std::string_view url);

class WebResolver {
 public:
  // `page` is the page's URL, `base_href` its <base href> or empty.
  WebResolver(std::string_view page, std::string_view base_href);
  WebResolver(WebResolver&&) noexcept;
  ~WebResolver();

  // The URL that `href` points at, normalised; nothing for javascript:, mailto: and what is no
  // reference.
  std::optional<std::string> Resolve(std::string_view href) const;

 private:
  struct Base;
  std::unique_ptr<Base> base_;
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_WEB_URL_H_
