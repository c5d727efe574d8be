#include "pages/web_url.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/web_url_form.h"
#include "pages/curl_url.h"

namespace akin {
namespace {

bool IsAscii(const std::string& host) {
  return std::all_of(host.begin(), host.end(), [](char c) { return c > ' ' && c < '\x7F'; });
}

// In ASCII by IDNA, which lets control characters pass; empty if that is impossible.
std::string AsciiHost(const std::string& host) {
  UErrorCode error = U_ZERO_ERROR;
  static const UIDNA* const idna = uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII, &error);
  if (idna == nullptr) return {};
  std::array<char, 256> name;  // no host is longer
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const int32_t length =
      uidna_nameToASCII_UTF8(idna, host.data(), static_cast<int32_t>(host.size()), name.data(),
                             static_cast<int32_t>(name.size()), &info, &error);
  if (U_FAILURE(error) || info.errors != 0) return {};
  const std::string ascii(name.data(), static_cast<size_t>(length));
  return IsAscii(ascii) ? ascii : std::string();
}

// As libcurl has it when it reads it again. Escapes and IDNA can give what it reads otherwise, an
// address, or not at all, a ';'. Then empty.
std::string HostReadAgain(const std::string& host) {
  const CurlUrl url = JoinedUrl(nullptr, "http://" + host + "/");
  return url ? ascii::Lowered(UrlPart(url.get(), CURLUPART_HOST)) : std::string();
}

std::optional<std::string> Normalized(CURLU* url) {
  const std::string scheme = UrlPart(url, CURLUPART_SCHEME);
  const std::string written = UrlPart(url, CURLUPART_HOST);
  const bool is_ascii = IsAscii(written);
  std::string host = is_ascii ? ascii::Lowered(written) : AsciiHost(written);
  if (!IsWebScheme(scheme) || host.empty() || host.find_first_of("/?#@%\\") != std::string::npos) {
    return {};
  }
  if (!is_ascii || ascii::IsDigit(host.front())) host = HostReadAgain(host);
  if (host.empty()) return {};
  std::string name = ascii::Lowered(scheme) + "://" + host;
  const std::string port = UrlPart(url, CURLUPART_PORT, CURLU_NO_DEFAULT_PORT);
  if (!port.empty()) name.append(":").append(port);
  const std::string path = UrlPart(url, CURLUPART_PATH);
  if (!path.starts_with('/')) name.push_back('/');
  name += WithoutDotSegments(WithPlainEscapes(path));
  const std::string query = UrlPart(url, CURLUPART_QUERY);
  if (!query.empty()) name.append("?").append(WithPlainEscapes(query));
  if (name.size() > kLongestUrl) return {};
  return name;
}

}  // namespace

std::optional<std::string> NormalizedUrl(std::string_view url) {
  if (url.size() > kLongestUrl) return {};
  const std::string prepared = PreparedReference(url);
  if (!IsWebScheme(SchemeOf(prepared))) return {};
  const CurlUrl parsed = JoinedUrl(nullptr, prepared);
  if (!parsed) return {};
  return Normalized(parsed.get());
}

struct WebResolver::Base {
  CurlUrl url;
};

WebResolver::WebResolver(WebResolver&&) noexcept = default;
WebResolver::~WebResolver() = default;

WebResolver::WebResolver(std::string_view page, std::string_view base_href)
    : base_(std::make_unique<Base>(Base{JoinedUrl(nullptr, PreparedReference(page))})) {
  // An invalid base is ignored.
  if (CurlUrl url = JoinedUrl(base_->url.get(), PreparedReference(base_href)))
    base_->url = std::move(url);
}

std::optional<std::string> WebResolver::Resolve(std::string_view href) const {
  if (href.size() > kLongestUrl) return {};
  const std::string prepared = PreparedReference(href);
  const std::string_view scheme = SchemeOf(prepared);
  if (!scheme.empty() && !IsWebScheme(scheme)) return {};
  const CurlUrl url = JoinedUrl(base_->url.get(), prepared);
  if (!url) return {};
  return Normalized(url.get());
}

}  // namespace akin
