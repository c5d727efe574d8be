#include "pages/url.h"

#include <utility>

#include "base/ascii.h"
#include "base/web_url_form.h"
#include "pages/curl_url.h"

namespace akin {
namespace {

constexpr std::string_view kRoot = "http://folder.invalid/";  // RFC 2606: never a real host
constexpr std::string_view kHost = "folder.invalid";

// To a file system "a//b" is "a/b", and keys have no leading slash.
std::string AsKey(std::string_view path) {
  std::string key;
  for (const char c : path) {
    if (c != '/' || (!key.empty() && key.back() != '/')) key.push_back(c);
  }
  return key;
}

}  // namespace

struct LinkResolver::Base {
  CurlUrl url;
};

LinkResolver::LinkResolver(LinkResolver&&) noexcept = default;
LinkResolver::~LinkResolver() = default;

LinkResolver::LinkResolver(std::string_view page, std::string_view base_href)
    : base_(std::make_unique<Base>(Base{JoinedUrl(nullptr, FolderUrl(page))})) {
  const std::string clean = CleanReference(base_href);
  // An invalid base is ignored.
  CurlUrl url =
      JoinedUrl(base_->url.get(), std::string_view(clean).substr(0, clean.find_first_of("?#")));
  if (url) base_->url = std::move(url);
}

std::optional<std::string> LinkResolver::Resolve(std::string_view href) const {
  const std::string clean = CleanReference(href);
  // Cut before joining: an empty path means the page itself, which curl does not handle.
  const std::string_view path = std::string_view(clean).substr(0, clean.find_first_of("?#"));
  const std::string_view scheme = SchemeOf(path);
  if (!scheme.empty() && !IsWebScheme(scheme)) return {};
  const CurlUrl url = JoinedUrl(base_->url.get(), path);
  if (!url || UrlPart(url.get(), CURLUPART_HOST) != kHost) return {};
  // Escaped dots are dots too, and a name does not lead out of the folder.
  return AsKey(WithoutDotSegments(PercentDecode(UrlPart(url.get(), CURLUPART_PATH))));
}

std::string FolderUrl(std::string_view page) {
  return std::string(kRoot) + PercentEncodePath(page);
}

std::string PercentEncodePath(std::string_view path) {
  std::string encoded;
  for (const char c : path) {
    if (ascii::IsLetter(c) || ascii::IsDigit(c) ||
        std::string_view("/-._~").find(c) != std::string_view::npos) {
      encoded.push_back(c);
    } else {
      AppendEscape(encoded, static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

std::string PercentDecode(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::optional<unsigned char> escaped = EscapedByte(text.substr(i));
    decoded.push_back(escaped ? static_cast<char>(*escaped) : text[i]);
    if (escaped) i += 2;
  }
  return decoded;
}

}  // namespace akin
