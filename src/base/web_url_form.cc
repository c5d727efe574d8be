#include "base/web_url_form.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/ascii.h"

namespace akin {
namespace {

int HexDigit(char c) {
  if (ascii::IsDigit(c)) return c - '0';
  const char lower = ascii::Lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool IsUnreserved(unsigned char c) {
  return ascii::IsLetter(static_cast<char>(c)) || ascii::IsDigit(static_cast<char>(c)) ||
         c == '-' || c == '.' || c == '_' || c == '~';
}

// Whether a path or query may contain it (RFC 3986 section 3.3 and 3.4). Brackets are not allowed,
// but occur.
bool MayStand(unsigned char c) {
  return IsUnreserved(c) ||
         (c != 0 && std::string_view("!$&'()*+,;=:@/?[]|").find(static_cast<char>(c)) !=
                        std::string_view::npos);
}

bool IsDecimal(std::string_view text, uint32_t largest) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number <= largest &&
         (text.size() == 1 || text.front() != '0');
}

bool IsIpv4(std::string_view host) {
  for (int part = 0; part < 4; ++part) {
    const size_t end = part < 3 ? host.find('.') : host.size();
    if (end == std::string_view::npos || !IsDecimal(host.substr(0, end), 255)) return false;
    host.remove_prefix(std::min(end + 1, host.size()));
  }
  return true;
}

// A name whose last label has a letter, so that nobody takes it for an address; or an address as it
// is usually written.
bool IsPlainHost(std::string_view host) {
  if (host.empty() || host.size() > 255) return false;
  for (const char c : host) {
    if (!ascii::IsLetter(c) && !ascii::IsDigit(c) && c != '-' && c != '.' && c != '_') return false;
  }
  const std::string_view last = host.substr(host.find_last_of('.') + 1);
  return std::any_of(last.begin(), last.end(), ascii::IsLetter) ? !ascii::StartsWith(last, "0x")
                                                                : IsIpv4(host);
}

}  // namespace

std::optional<unsigned char> EscapedByte(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return {};
  const int high = HexDigit(text[1]);
  const int low = HexDigit(text[2]);
  if (high < 0 || low < 0) return {};
  return static_cast<unsigned char>(high * 16 + low);
}

void AppendEscape(std::string& out, unsigned char c) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  out += {'%', kHex[c >> 4], kHex[c & 15]};
}

std::string WithPlainEscapes(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::optional<unsigned char> escaped = EscapedByte(text.substr(i));
    if (escaped) {
      if (IsUnreserved(*escaped)) {
        out.push_back(static_cast<char>(*escaped));
      } else {
        AppendEscape(out, *escaped);
      }
      i += 2;
    } else if (MayStand(c)) {
      out.push_back(text[i]);
    } else {
      AppendEscape(out, c);
    }
  }
  return out;
}

std::string WithoutDotSegments(std::string_view path) {
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

std::string CleanReference(std::string_view href) {
  while (!href.empty() && static_cast<unsigned char>(href.front()) <= ' ') href.remove_prefix(1);
  while (!href.empty() && static_cast<unsigned char>(href.back()) <= ' ') href.remove_suffix(1);
  std::string clean;
  for (const char c : href) {
    if (c != '\t' && c != '\n' && c != '\r') clean.push_back(c);
  }
  return clean;
}

std::string PreparedReference(std::string_view href) {
  const std::string clean = CleanReference(href.substr(0, kLongestUrl + 1));
  const std::string_view whole = std::string_view(clean).substr(0, clean.find('#'));
  const size_t query = std::min(whole.find('?'), whole.size());
  std::string out;
  for (size_t i = 0; i < whole.size(); ++i) {
    const auto c = static_cast<unsigned char>(whole[i]);
    if (c == '\\' && i < query) {
      out.push_back('/');
    } else if (c <= ' ' || c >= 0x7F) {
      AppendEscape(out, c);
    } else {
      out.push_back(whole[i]);
    }
  }
  return out;
}

std::string_view SchemeOf(std::string_view href) {
  if (href.empty() || !ascii::IsLetter(href.front())) return {};
  for (size_t i = 1; i < href.size(); ++i) {
    const char c = href[i];
    if (c == ':') return href.substr(0, i);
    if (!ascii::IsLetter(c) && !ascii::IsDigit(c) && c != '+' && c != '-' && c != '.') return {};
  }
  return {};
}

bool IsWebScheme(std::string_view scheme) {
  return ascii::Same(scheme, "http") || ascii::Same(scheme, "https");
}

std::optional<std::string> PlainUrlForm(std::string_view url) {
  if (url.size() > kLongestUrl) return {};
  const std::string prepared = PreparedReference(url);
  const std::string scheme = ascii::Lowered(SchemeOf(prepared));
  if (!IsWebScheme(scheme)) return {};
  std::string_view rest = std::string_view(prepared).substr(scheme.size());
  if (!rest.starts_with("://")) return {};
  rest.remove_prefix(3);
  const size_t host_end = std::min(rest.find_first_of("/?"), rest.size());
  std::string_view host = rest.substr(0, host_end);
  if (const size_t user = host.rfind('@'); user != std::string_view::npos) {
    host.remove_prefix(user + 1);
  }
  std::string_view port;
  if (const size_t colon = host.find(':'); colon != std::string_view::npos) {
    port = host.substr(colon + 1);
    host = host.substr(0, colon);
  }
  if (!IsPlainHost(host) || (!port.empty() && !IsDecimal(port, 65535))) return {};
  std::string form = scheme + "://" + ascii::Lowered(host);
  if (!port.empty() && port != (scheme == "http" ? "80" : "443")) form.append(":").append(port);
  const std::string_view behind = rest.substr(host_end);
  const size_t query = std::min(behind.find('?'), behind.size());
  const std::string_view path = behind.substr(0, query);
  if (path.empty()) form.push_back('/');
  form += WithoutDotSegments(WithPlainEscapes(path));
  if (query + 1 < behind.size()) {
    form.append("?").append(WithPlainEscapes(behind.substr(query + 1)));
  }
  if (form.size() > kLongestUrl) return {};
  return form;
}

}  // namespace akin
