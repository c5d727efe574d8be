#include "pages/web_url.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <array>
#include <utility>

#include "akin/utf8.h"
#include "pages/curl_url.h"
#include "pages/url.h"

namespace akin {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

// Whether a path or query may contain it (RFC 3986 section 3.3 and 3.4). Brackets are not allowed,
// but occur.
bool MayStand(unsigned char c) {
  return ascii::IsLetter(static_cast<char>(c)) || ascii::IsDigit(static_cast<char>(c)) ||
         (c != 0 && std::string_view("-._~!$&'()*+,;=:@/?[]|").find(static_cast<char>(c)) !=
                        std::string_view::npos);
}

bool IsUnreserved(unsigned char c) {
  return ascii::IsLetter(static_cast<char>(c)) || ascii::IsDigit(static_cast<char>(c)) ||
         c == '-' || c == '.' || c == '_' || c == '~';
}

void AppendEscaped(std::string& out, unsigned char c) { out += {'%', kHex[c >> 4], kHex[c & 15]}; }

// Writes every escape in one way. A '%' that begins none stands for itself.
std::string NormalizedEscapes(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::optional<unsigned char> escaped = EscapedByte(text.substr(i));
    if (escaped) {
      if (IsUnreserved(*escaped)) {
        out.push_back(static_cast<char>(*escaped));
      } else {
        AppendEscaped(out, *escaped);
      }
      i += 2;
    } else if (MayStand(c)) {
      out.push_back(text[i]);
    } else {
      AppendEscaped(out, c);
    }
  }
  return out;
}

// RFC 3986 section 5.2.4, for a path that begins with '/'.
std::string WithoutDots(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const size_t next = std::min(path.find('/', 1), path.size());
    const std::string_view segment = path.substr(0, next);  // with its slash
    path.remove_prefix(next);
    const bool up = segment == "/..";
    if (!up && segment != "/.") {
      out += segment;
      continue;
    }
    if (up) out.resize(out.empty() ? 0 : out.rfind('/'));
    if (path.empty()) out.push_back('/');
  }
  return out;
}

// In lower case, and in ASCII by IDNA; empty if that is impossible.
std::string NormalizedHost(const std::string& host) {
  const bool plain =
      std::all_of(host.begin(), host.end(), [](char c) { return c > ' ' && c < '\x7F'; });
  if (plain) return ascii::Lowered(host);
  UErrorCode error = U_ZERO_ERROR;
  static const UIDNA* const idna = uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII, &error);
  if (idna == nullptr) return {};
  std::array<char, 256> name;  // no host is longer
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const int32_t length =
      uidna_nameToASCII_UTF8(idna, host.data(), static_cast<int32_t>(host.size()), name.data(),
                             static_cast<int32_t>(name.size()), &info, &error);
  if (U_FAILURE(error) || info.errors != 0) return {};
  return {name.data(), static_cast<size_t>(length)};
}

std::optional<std::string> Normalized(CURLU* url) {
  const std::string scheme = UrlPart(url, CURLUPART_SCHEME);
  const std::string host = NormalizedHost(UrlPart(url, CURLUPART_HOST));
  if (!IsWebScheme(scheme) || host.empty() || host.find_first_of("/?#@%\\") != std::string::npos) {
    return {};
  }
  std::string name = ascii::Lowered(scheme) + "://" + host;
  const std::string port = UrlPart(url, CURLUPART_PORT, CURLU_NO_DEFAULT_PORT);
  if (!port.empty()) name.append(":").append(port);
  const std::string path = UrlPart(url, CURLUPART_PATH);
  if (!path.starts_with('/')) name.push_back('/');
  name += WithoutDots(NormalizedEscapes(path));
  const std::string query = UrlPart(url, CURLUPART_QUERY);
  if (!query.empty()) name.append("?").append(NormalizedEscapes(query));
  if (name.size() > kLongestUrl) return {};
  return name;
}

// A reference in the form that curl accepts: without fragment, with invalid characters escaped, and
// with slashes for backslashes, as browsers do.
std::string Prepared(std::string_view href) {
  const std::string clean = CleanReference(href.substr(0, kLongestUrl + 1));
  const std::string_view whole = std::string_view(clean).substr(0, clean.find('#'));
  const size_t query = std::min(whole.find('?'), whole.size());
  std::string out;
  for (size_t i = 0; i < whole.size(); ++i) {
    const auto c = static_cast<unsigned char>(whole[i]);
    if (c == '\\' && i < query) {
      out.push_back('/');
    } else if (c <= ' ' || c >= 0x7F) {
      AppendEscaped(out, c);
    } else {
      out.push_back(whole[i]);
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> NormalizedUrl(std::string_view url) {
  if (url.size() > kLongestUrl) return {};
  const std::string prepared = Prepared(url);
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
    : base_(std::make_unique<Base>(Base{JoinedUrl(nullptr, Prepared(page))})) {
  // An invalid base is ignored.
  if (CurlUrl url = JoinedUrl(base_->url.get(), Prepared(base_href))) base_->url = std::move(url);
}

std::optional<std::string> WebResolver::Resolve(std::string_view href) const {
  if (href.size() > kLongestUrl) return {};
  const std::string prepared = Prepared(href);
  const std::string_view scheme = SchemeOf(prepared);
  if (!scheme.empty() && !IsWebScheme(scheme)) return {};
  const CurlUrl url = JoinedUrl(base_->url.get(), prepared);
  if (!url) return {};
  return Normalized(url.get());
}

}  // namespace akin
