// The normal form of a URL of the web (RFC 3986 section 6.2.2 and 6.2.3), as far as it can be had
// without a library: scheme and host in lower case, no user, no default port, "/" for an empty
// path, no dot segments, no unnecessary escapes, capital digits in the others, and invalid
// characters escaped. The query is kept, the fragment removed.
//
// Readers of pages resolve references with libcurl (pages/web_url.h) and share the steps that are
// here; so a URL that a user asks for has the form that it got when it was read.
#ifndef AKIN_SRC_BASE_WEB_URL_FORM_H_
#define AKIN_SRC_BASE_WEB_URL_FORM_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace akin {

// Longer URLs are not used as names.
inline constexpr size_t kLongestUrl = 8192;

// The normal form of an absolute http or https URL whose host is a plain name or an IPv4 address.
// nullopt for everything else: hosts in other scripts need IDNA, and IPv6 has many spellings.
std::optional<std::string> PlainUrlForm(std::string_view url);

// --- The steps ---

// The byte for an escape such as "%2f" at the start of `text`; nullopt if there is none.
std::optional<unsigned char> EscapedByte(std::string_view text);
// Appends an escape such as "%2F".
void AppendEscape(std::string& out, unsigned char c);
// Every escape of a path or query in one way. A '%' that begins none stands for itself.
std::string WithPlainEscapes(std::string_view text);
// RFC 3986 section 5.2.4, for a path that begins with '/'.
std::string WithoutDotSegments(std::string_view path);

// Without blanks at the ends and line breaks inside.
std::string CleanReference(std::string_view href);
// A reference as browsers take it: clean, without fragment, with invalid characters escaped, and
// with slashes for backslashes.
std::string PreparedReference(std::string_view href);
// "mailto" of "mailto:x@y"; empty for a relative reference (RFC 3986 section 3.1).
std::string_view SchemeOf(std::string_view href);
bool IsWebScheme(std::string_view scheme);

}  // namespace akin

#endif  // AKIN_SRC_BASE_WEB_URL_FORM_H_
