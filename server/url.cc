#include "server/url.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "akin/utf8.h"

namespace akin::server {
namespace {

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

// Characters that a path or a query may contain as they are.
bool IsPlain(char c) {
  return IsUnreserved(c) || std::string_view("!$&'()*+,;=:@/?").find(c) != std::string_view::npos;
}

std::optional<unsigned> HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

Status CheckText(std::string_view text) {
  if (text.find('\0') != std::string_view::npos) {
    return InvalidArgument("", "%00 is no character of a name");
  }
  while (!text.empty()) {
    const auto first = FirstCodePoint(text);
    if (!first) return InvalidArgument("", "the decoded text is not UTF-8");
    text.remove_prefix(first->bytes);
  }
  return {};
}

Result<std::string> Decode(std::string_view text, bool plus_is_blank) {
  std::string decoded;
  decoded.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '%') {
      const auto high = i + 1 < text.size() ? HexDigit(text[i + 1]) : std::nullopt;
      const auto low = i + 2 < text.size() ? HexDigit(text[i + 2]) : std::nullopt;
      if (!high || !low) return InvalidArgument("", "% is not followed by two hexadecimal digits");
      decoded += static_cast<char>(*high * 16 + *low);
      i += 2;
    } else if (IsPlain(c)) {
      decoded += c == '+' && plus_is_blank ? ' ' : c;
    } else {
      return InvalidArgument(
          "", fmt::format("byte {:#04x} must be written as %{:02X}", static_cast<unsigned char>(c),
                          static_cast<unsigned char>(c)));
    }
  }
  AKIN_TRY(CheckText(decoded));
  return decoded;
}

Result<Query> ParseQuery(std::string_view text) {
  Query query;
  for (size_t begin = 0; begin <= text.size() && !text.empty();) {
    const size_t end = std::min(text.find('&', begin), text.size());
    const std::string_view pair = text.substr(begin, end - begin);
    begin = end + 1;
    const size_t equals = std::min(pair.find('='), pair.size());
    AKIN_TRY_ASSIGN(std::string name, Decode(pair.substr(0, equals), true));
    if (name.empty()) return InvalidArgument("", "a parameter has no name");
    if (equals == pair.size()) {
      return InvalidArgument(name, fmt::format("parameter '{}' has no value", name));
    }
    auto value = Decode(pair.substr(equals + 1), true);
    if (!value.ok()) return value.status().WithParameter(name);
    if (std::any_of(query.begin(), query.end(),
                    [&](const auto& one) { return one.first == name; })) {
      return InvalidArgument(name, fmt::format("parameter '{}' is given twice", name));
    }
    query.emplace_back(std::move(name), std::move(*value));
  }
  return query;
}

}  // namespace

Result<Target> ParseTarget(std::string_view target) {
  if (target.empty() || target.front() != '/') {
    return InvalidArgument("", "the target of a request begins with a slash");
  }
  const size_t mark = std::min(target.find('?'), target.size());
  Target parsed;
  AKIN_TRY_ASSIGN(parsed.path, Decode(target.substr(0, mark), false));
  if (mark < target.size()) {
    AKIN_TRY_ASSIGN(parsed.query, ParseQuery(target.substr(mark + 1)));
  }
  return parsed;
}

std::string EncodeUrl(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    if (IsUnreserved(c)) {
      encoded += c;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

}  // namespace akin::server
