#include "pages/template_place.h"

#include <algorithm>
#include <functional>
#include <span>

#include "base/ascii.h"
#include "base/checksum.h"
#include "base/random.h"
#include "pages/html_source.h"

namespace akin {
namespace {

constexpr size_t kLongestShown = 60;

bool IsStable(char c) { return ascii::IsLetter(c) || c == '-' || c == '_'; }

// Calls visit with the first words of an attribute that are of letters, '-' and '_'.
template <class Visit>
void EachStableWord(std::string_view text, Visit&& visit) {
  constexpr size_t kMostBytes = 256;
  text = text.substr(0, kMostBytes);
  while (!text.empty()) {
    const auto* const end = std::find_if(text.begin(), text.end(), ascii::IsBlank);
    const std::string_view word = text.substr(0, static_cast<size_t>(end - text.begin()));
    if (!word.empty() && std::all_of(word.begin(), word.end(), IsStable)) visit(word);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
}

uint64_t HashOf(std::string_view text) { return Checksum(std::as_bytes(std::span(text))); }

bool IsLandmark(const TemplatePlace& outer, const ElementNames& element) {
  if (!element.role.empty()) {
    const std::string_view role = ascii::Trimmed(element.role);
    return IsOneOf(ascii::Lowered(role.substr(0, role.find(' '))),
                   {"navigation", "banner", "contentinfo", "complementary", "search"});
  }
  if (element.tag == "nav") return true;
  if (element.tag == "aside") return !outer.sectioned;
  return IsOneOf(element.tag, {"header", "footer"}) && !outer.sectioned && !outer.in_main;
}

}  // namespace

TemplatePlace PlaceInside(const TemplatePlace& outer, const ElementNames& element) {
  // Classes of these tell pages apart more often than templates.
  if (IsOneOf(element.tag, {"html", "head", "body"})) return outer;
  TemplatePlace place = outer;
  const auto add = [&](std::string_view kind, std::string_view word) {
    place.path = Mix64(place.path + HashOf(word) + kWeyl * HashOf(kind));
  };
  add("tag", element.tag);
  EachStableWord(element.id, [&](std::string_view word) { add("id", word); });
  EachStableWord(element.classes, [&](std::string_view word) { add("class", word); });
  place.landmark = outer.landmark || IsLandmark(outer, element);
  place.sectioned = outer.sectioned || IsOneOf(element.tag, {"article", "section", "aside", "nav"});
  place.in_main = outer.in_main || element.tag == "main";
  return place;
}

std::string ShownElement(const ElementNames& element) {
  std::string shown(element.tag);
  const auto add = [&](char before, std::string_view word) {
    if (shown.size() + word.size() >= kLongestShown) return;
    shown += before;
    shown += word;
  };
  EachStableWord(element.id, [&](std::string_view word) { add('#', word); });
  EachStableWord(element.classes, [&](std::string_view word) { add('.', word); });
  return shown;
}

}  // namespace akin
