#include <optional>
#include <string>

#include "base/web_url_form.h"
#include "fuzz/require.h"
#include "fuzz/targets.h"
#include "pages/page_filter.h"
#include "pages/url.h"
#include "pages/web_url.h"

namespace akin {

// The lines are a page, a base, a link and a glob.
void FuzzLink(std::string_view bytes) {
  std::string_view part[4];
  for (std::string_view& line : part) {
    const size_t end = std::min(bytes.find('\n'), bytes.size());
    line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  const auto [page, base, href, glob] = part;
  const std::optional<std::string> name = NormalizedUrl(page);
  if (name) Require(NormalizedUrl(*name) == name, "names are normal");
  const WebResolver web(name ? *name : "http://a.org/b/c", base);
  if (const auto target = web.Resolve(href)) {
    Require(target->size() <= kLongestUrl, "targets have a length");
    Require(NormalizedUrl(*target) == target, "targets are normal");
  }
  const LinkResolver folder(page, base);
  if (const auto path = folder.Resolve(href)) {
    Require(!path->starts_with("../") && path->find("/../") == std::string::npos,
            "paths stay in the folder");
  }
  FolderUrl(page);
  Require(PercentDecode(PercentEncodePath(page)) == page, "escapes come back");
  PlainUrlForm(href);
  if (glob.size() < 100 && page.size() < 1000) MatchesGlob(glob, page);
}

}  // namespace akin
