#include "graph/near_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "akin/try.h"
#include "base/ascii.h"
#include "base/web_url_form.h"

namespace akin {
namespace {

constexpr VertexId kPassUpTo = 1'000'000;  // vertices

// What separates a title from the name of the site behind or before it.
constexpr std::string_view kBehindTitle[] = {" - ", " | ", " – ",  " — ", " · ",
                                             " « ", " » ", " :: ", " (",  " in "};
constexpr std::string_view kBeforeTitle[] = {" - ", " | ", " – ", " — ", " · ",
                                             " « ", " » ", "::",  ": "};

// In lower case, as the rest is already.
std::string Unescaped(std::string_view url) {
  std::string plain;
  for (size_t i = 0; i < url.size(); ++i) {
    const std::optional<unsigned char> escaped = EscapedByte(url.substr(i));
    plain.push_back(escaped ? ascii::Lower(static_cast<char>(*escaped)) : url[i]);
    if (escaped) i += 2;
  }
  return plain;
}

// Without the segments "." and "..", which the first segment, the host, cannot be.
std::string WithoutDots(std::string_view path) {
  std::vector<std::string_view> segments;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view segment = path.substr(begin, end - begin);
    const bool dots = segment == "." || segment == "..";
    if (segment == ".." && segments.size() > 1) segments.pop_back();
    if (!dots) segments.push_back(segment);
    if (dots && end == path.size()) segments.emplace_back();
    begin = end + 1;
  }
  std::string joined;
  for (size_t i = 0; i < segments.size(); ++i) {
    if (i > 0) joined += '/';
    joined += segments[i];
  }
  return joined;
}

// Host, path and query, if it is a URL of the web in lower case.
std::optional<std::string> FoldedUrl(std::string_view lower) {
  std::string_view port;
  for (const auto& [scheme, usual] :
       {std::pair<std::string_view, std::string_view>("http://", ":80"), {"https://", ":443"}}) {
    if (!lower.starts_with(scheme)) continue;
    lower.remove_prefix(scheme.size());
    port = usual;
    break;
  }
  if (port.empty()) return {};
  lower = lower.substr(0, lower.find('#'));
  const size_t host_end = std::min(lower.find_first_of("/?"), lower.size());
  std::string_view host = lower.substr(0, host_end);
  if (const size_t at = host.rfind('@'); at != std::string_view::npos) host.remove_prefix(at + 1);
  if (host.ends_with(port)) host.remove_suffix(port.size());
  const std::string_view rest = lower.substr(host_end);
  const size_t query = std::min(rest.find('?'), rest.size());
  return WithoutDots(std::string(host) + Unescaped(rest.substr(0, query))) +
         Unescaped(rest.substr(query));
}

// Cuts the ending off, unless nothing would be left.
bool CutEnding(std::string& name, std::string_view ending) {
  if (name.size() <= ending.size() || !name.ends_with(ending)) return false;
  name.resize(name.size() - ending.size());
  return true;
}

bool SameFolded(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii::Lower(x) == ascii::Lower(y); });
}

// What a title has besides the wanted words, on one side of them.
struct Affix {
  std::string text;
  std::string site;  // the end of text that is the name of the site, if another part is before it
  bool behind = false;

  bool IsOfSite(std::string_view title) const { return !site.empty() && title.ends_with(site); }

  bool IsOf(std::string_view title) const {
    return title.size() > text.size() && (behind ? title.ends_with(text) : title.starts_with(text));
  }
};

std::optional<Affix> AffixOf(std::string_view title, std::string_view wanted) {
  if (title.size() <= wanted.size()) return {};
  const std::string_view behind = title.substr(wanted.size());
  if (SameFolded(title.substr(0, wanted.size()), wanted)) {
    for (const std::string_view separator : kBehindTitle) {
      if (!behind.starts_with(separator)) continue;
      Affix affix{.text = std::string(behind), .behind = true};
      for (const std::string_view last : kBehindTitle) {
        const size_t at = behind.rfind(last);
        if (at != std::string_view::npos && at > 0 && behind.size() - at > affix.site.size()) {
          affix.site = behind.substr(at);
        }
      }
      return affix;
    }
  }
  const std::string_view before = title.substr(0, title.size() - wanted.size());
  if (SameFolded(title.substr(before.size()), wanted)) {
    for (const std::string_view separator : kBeforeTitle) {
      if (before.ends_with(separator)) return Affix{.text = std::string(before)};
    }
  }
  return {};
}

struct AffixedTitle {
  VertexId vertex = kNoVertex;
  Affix affix;
  uint32_t titles = 0;       // that have the affix
  uint32_t site_titles = 0;  // that have its site
};

// Those with a common affix, and of these the most common, as near_names.h says.
std::vector<VertexId> MostCommon(std::vector<AffixedTitle> found) {
  const bool any = std::any_of(found.begin(), found.end(), [](const AffixedTitle& title) {
    return title.titles >= kCommonTitles;
  });
  for (AffixedTitle& title : found) {
    if (!any) title.titles = title.site_titles;
  }
  std::erase_if(found, [](const AffixedTitle& title) { return title.titles < kCommonTitles; });
  uint32_t most = 0;
  for (const AffixedTitle& title : found) most = std::max(most, title.titles);
  uint32_t second = 0;
  for (const AffixedTitle& title : found) {
    if (title.titles < most) second = std::max(second, title.titles);
  }
  std::vector<VertexId> vertices;
  for (const AffixedTitle& title : found) {
    if (title.titles == most || most < 2 * second) vertices.push_back(title.vertex);
  }
  return vertices;
}

// By one pass over all names and titles, and another if only a part of a title fits.
Result<NearNames> FindByPasses(const Keys& keys, std::string_view wanted) {
  const std::string folded = FoldedName(wanted);
  NearNames by_name;
  NearNames by_title{.by_title = true};
  std::vector<AffixedTitle> affixed;
  AKIN_TRY(keys.ForEach([&](VertexId v, std::string_view name) -> Status {
    if (FoldedName(name) == folded) by_name.vertices.push_back(v);
    if (!keys.has_titles()) return {};
    AKIN_TRY_ASSIGN(const std::string title, keys.Title(v));
    if (SameFolded(title, wanted)) by_title.vertices.push_back(v);
    if (auto affix = AffixOf(title, wanted)) {
      affixed.push_back({.vertex = v, .affix = *std::move(affix)});
    }
    return {};
  }));
  if (!by_name.vertices.empty()) return by_name;
  if (!by_title.vertices.empty() || affixed.empty()) return by_title;
  for (VertexId v = 0; v < keys.size(); ++v) {
    AKIN_TRY_ASSIGN(const std::string title, keys.Title(v));
    for (AffixedTitle& each : affixed) {
      each.titles += each.affix.IsOf(title) ? 1 : 0;
      each.site_titles += each.affix.IsOfSite(title) ? 1 : 0;
    }
  }
  by_title.vertices = MostCommon(std::move(affixed));
  return by_title;
}

Result<NearNames> FindBySpellings(const Keys& keys, std::string_view wanted) {
  const std::string folded = FoldedName(wanted);
  std::string whole(wanted);
  for (const std::string_view ending : {"index.html", "/", ".html", ".htm"}) {
    CutEnding(whole, ending);
  }
  NearNames found;
  for (const std::string_view stem : {std::string_view(whole), std::string_view(folded)}) {
    for (const std::string_view before : {"", "https://", "http://"}) {
      for (const std::string_view behind : {"", ".html", ".htm", "/", "/index.html"}) {
        std::string name(before);
        name.append(stem).append(behind);
        AKIN_TRY_ASSIGN(const std::optional<VertexId> v, keys.Find(name));
        if (v) found.vertices.push_back(*v);
      }
    }
  }
  std::sort(found.vertices.begin(), found.vertices.end());
  const auto end = std::unique(found.vertices.begin(), found.vertices.end());
  found.vertices.erase(end, found.vertices.end());
  return found;
}

}  // namespace

std::string FoldedName(std::string_view name) {
  std::string folded = ascii::Lowered(name);
  if (std::optional<std::string> url = FoldedUrl(folded)) folded = *std::move(url);
  if (CutEnding(folded, "/index.html") || CutEnding(folded, "/index.htm")) return folded;
  if (CutEnding(folded, "/") || CutEnding(folded, ".html")) return folded;
  CutEnding(folded, ".htm");
  return folded;
}

Result<NearNames> FindNearNames(const Keys& keys, std::string_view wanted) {
  if (wanted.empty() || (keys.integers() && !keys.has_titles())) return NearNames();
  if (keys.size() <= kPassUpTo) return FindByPasses(keys, wanted);
  return FindBySpellings(keys, wanted);
}

}  // namespace akin
