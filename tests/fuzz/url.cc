#include "server/url.h"

#include <string>

#include "akin/utf8.h"
#include "fuzz/require.h"
#include "fuzz/targets.h"

namespace akin {
namespace {

void RequireText(std::string_view text) {
  Require(text.find('\0') == std::string_view::npos, "no NUL");
  while (!text.empty()) {
    const auto first = FirstCodePoint(text);
    Require(first.has_value(), "decoded text is UTF-8");
    text.remove_prefix(first->bytes);
  }
}

}  // namespace

void FuzzUrl(std::string_view bytes) {
  const auto target = server::ParseTarget(bytes);
  if (!target.ok()) {
    Require(target.status().code() == Code::kInvalidArgument, "bad input is no failure");
    Require(!target.status().message().empty(), "an error says what is wrong");
    return;
  }
  Require(target->path.starts_with('/'), "a path begins with a slash");
  RequireText(target->path);
  std::string again = "/" + server::EncodeUrl(target->path.substr(1));
  char before = '?';
  for (const auto& [name, value] : target->query) {
    Require(!name.empty(), "a parameter has a name");
    RequireText(name);
    RequireText(value);
    again += before + server::EncodeUrl(name) + "=" + server::EncodeUrl(value);
    before = '&';
  }
  const auto same = server::ParseTarget(again);
  Require(same.ok() && same->path == target->path && same->query == target->query,
          "what is encoded again means the same");
}

}  // namespace akin
