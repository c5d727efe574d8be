#include "pages/charset.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include "base/ascii.h"

namespace akin {
namespace {

using ascii::IsBlank;
using ascii::IsDigit;
using ascii::IsLetter;
using ascii::Lowered;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr size_t kDeclarationWithin = 1024;  // as in the HTML standard

// The word after the '=' that follows `attribute` in `text`: utf-8 in both charset="utf-8" and
// content='text/html; charset = utf-8'.
std::string_view ValueAfter(std::string_view text, std::string_view attribute) {
  const size_t found = text.find(attribute);
  if (found == std::string_view::npos) return {};
  text.remove_prefix(found + attribute.size());
  const auto skip = [&](auto skipped) {
    while (!text.empty() && skipped(text.front())) text.remove_prefix(1);
  };
  skip(IsBlank);
  if (!text.starts_with('=')) return {};
  text.remove_prefix(1);
  skip([](char c) { return IsBlank(c) || c == '"' || c == '\''; });
  const auto is_label = [](char c) {
    return IsLetter(c) || IsDigit(c) || c == '-' || c == '_' || c == ':' || c == '.';
  };
  return text.substr(
      0, static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_label) - text.begin()));
}

// In lower case; empty if nothing is declared.
std::string DeclaredCharset(std::string_view bytes) {
  const std::string head = Lowered(bytes.substr(0, kDeclarationWithin));
  std::string_view rest = head;
  if (rest.starts_with("<?xml")) {
    const std::string_view label = ValueAfter(rest.substr(0, rest.find("?>")), "encoding");
    if (!label.empty()) return std::string(label);
  }
  for (size_t meta = rest.find("<meta"); meta != std::string_view::npos;
       meta = rest.find("<meta")) {
    rest.remove_prefix(meta + 1);
    const std::string_view label = ValueAfter(rest.substr(0, rest.find('>')), "charset");
    if (!label.empty()) return std::string(label);
  }
  return {};
}

// The name to pass to iconv; empty for UTF-8. A page that declares UTF-16 in ASCII is not in
// UTF-16, and what is called Latin-1 or ASCII on the web is Windows-1252 (both from the WHATWG
// encoding standard).
std::string IconvName(const std::string& label) {
  const bool unicode = label.starts_with("utf") || label.starts_with("ucs") || label == "unicode";
  if (label.empty() || unicode) return {};
  for (const std::string_view latin : {"iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1",
                                       "ascii", "us-ascii", "windows-1252", "cp1252", "x-cp1252"}) {
    if (label == latin) return "CP1252";
  }
  return label;
}

// Bytes that are invalid in `charset` become U+FFFD. Returns the input if iconv does not know the
// character set.
std::string Converted(std::string_view bytes, const std::string& charset) {
  const iconv_t converter = iconv_open("UTF-8", charset.c_str());
  // NOLINTNEXTLINE(performance-no-int-to-ptr): how POSIX says that it failed
  if (converter == reinterpret_cast<iconv_t>(-1)) return std::string(bytes);
  std::string text;
  std::array<char, 4096> buffer;
  char* from = const_cast<char*>(bytes.data());  // iconv's signature is older than const
  size_t left = bytes.size();
  while (left > 0) {
    char* to = buffer.data();
    size_t room = buffer.size();
    const bool stuck =
        iconv(converter, &from, &left, &to, &room) == static_cast<size_t>(-1) && errno != E2BIG;
    text.append(buffer.data(), buffer.size() - room);
    if (!stuck || left == 0) continue;
    text += kReplacement;
    ++from;
    --left;
  }
  iconv_close(converter);
  return text;
}

}  // namespace

std::string_view CharsetOfContentType(std::string_view content_type) {
  const std::string lower = Lowered(content_type);
  const std::string_view found = ValueAfter(lower, "charset");
  if (found.empty()) return {};
  return content_type.substr(static_cast<size_t>(found.data() - lower.data()), found.size());
}

std::string PageToUtf8(std::string_view bytes, std::string_view declared) {
  if (bytes.starts_with(kUtf8Mark)) return std::string(bytes.substr(kUtf8Mark.size()));
  if (bytes.starts_with("\xFF\xFE")) return Converted(bytes.substr(2), "UTF-16LE");
  if (bytes.starts_with("\xFE\xFF")) return Converted(bytes.substr(2), "UTF-16BE");
  const std::string label = declared.empty() ? DeclaredCharset(bytes) : Lowered(declared);
  const std::string charset = IconvName(label);
  return charset.empty() ? std::string(bytes) : Converted(bytes, charset);
}

}  // namespace akin
