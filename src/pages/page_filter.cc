#include "pages/page_filter.h"

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

std::string_view LastPart(std::string_view name) {
  const size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

bool MatchesAny(const std::vector<std::string>& globs, std::string_view name) {
  return std::any_of(globs.begin(), globs.end(),
                     [&](const std::string& glob) { return MatchesGlob(glob, name); });
}

Status CheckGlobsOf(std::string_view parameter, const std::vector<std::string>& globs) {
  for (const std::string& glob : globs) {
    if (glob.empty()) {
      return InvalidArgument(parameter, "an empty glob matches no page; write one such as *.html");
    }
  }
  return {};
}

}  // namespace

bool MatchesGlob(std::string_view glob, std::string_view name) {
  if (glob.find('/') == std::string_view::npos) name = LastPart(name);
  // matched[j]: the part of the glob so far matches the first j bytes of the name.
  std::vector<char> matched(name.size() + 1, 0);
  matched[0] = 1;
  for (size_t i = 0; i < glob.size(); ++i) {
    if (glob[i] == '*') {
      const bool deep = i + 1 < glob.size() && glob[i + 1] == '*';
      if (deep) ++i;
      for (size_t j = 1; j <= name.size(); ++j) {
        if (matched[j - 1] != 0 && (deep || name[j - 1] != '/')) matched[j] = 1;
      }
      continue;
    }
    for (size_t j = name.size(); j > 0; --j) {
      const bool fits = glob[i] == '?' ? name[j - 1] != '/' : name[j - 1] == glob[i];
      matched[j] = matched[j - 1] != 0 && fits ? 1 : 0;
    }
    matched[0] = 0;
  }
  return matched[name.size()] != 0;
}

Status CheckGlobs(const IngestOptions& options) {
  AKIN_TRY(CheckGlobsOf("include", options.include));
  return CheckGlobsOf("exclude", options.exclude);
}

bool PageFilter::Excludes(std::string_view name) const {
  return MatchesAny(options_.exclude, name);
}

bool PageFilter::Reads(std::string_view name, IngestReport& report) const {
  if (Excludes(name)) {
    ++report.pages_excluded;
    return false;
  }
  if (options_.include.empty() || MatchesAny(options_.include, name)) return true;
  ++report.pages_not_included;
  return false;
}

}  // namespace akin
