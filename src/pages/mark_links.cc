#include "pages/mark_links.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/random.h"

namespace akin {
namespace {

// A list has at least this many targets that are not boilerplate for another reason, and so many
// links to each of them on average. A table of contents has one; it tells what belongs together.
constexpr size_t kListTargets = 100;
constexpr size_t kListLinks = 2;
// A bar of next, previous, up and home has at most this many links.
constexpr size_t kLongestBar = 8;

// The places where few links are together, among them those to all neighbours. A page with only one
// neighbour has none: a table of contents has the next page too.
std::set<uint64_t> BarsOf(const HtmlPage& html, std::span<const std::optional<std::string>> targets,
                          std::span<const std::optional<std::string>> neighbours) {
  std::set<std::string_view> wanted;
  for (const auto& neighbour : neighbours) {
    if (neighbour) wanted.insert(*neighbour);
  }
  if (wanted.size() < 2) return {};
  struct Bar {
    size_t links = 0;
    std::set<std::string_view> neighbours;
  };
  std::unordered_map<uint64_t, Bar> bars;
  for (size_t i = 0; i < targets.size(); ++i) {
    Bar& bar = bars[html.places[i].place];
    ++bar.links;
    if (targets[i] && wanted.contains(*targets[i])) bar.neighbours.insert(*targets[i]);
  }
  std::set<uint64_t> found;
  for (const auto& [place, bar] : bars) {
    if (bar.links <= kLongestBar && bar.neighbours == wanted) found.insert(place);
  }
  return found;
}

// All links of the page to one target.
struct LinksToTarget {
  bool landmark = false;
  bool sequence = false;
  std::vector<uint64_t> places;  // of those that are neither
  uint64_t first = 0;            // the place of any of them
};

LinkMark MarkOf(LinksToTarget& links) {
  if (links.places.empty()) {
    return {.reason = links.landmark ? BoilerplateReason::kLandmark : BoilerplateReason::kSequence,
            .place = links.first};
  }
  std::sort(links.places.begin(), links.places.end());
  const auto end = std::unique(links.places.begin(), links.places.end());
  // A single place is itself, so that it has a name.
  uint64_t place = links.places.front();
  for (auto other = links.places.begin() + 1; other != end; ++other) place = Mix64(place + *other);
  return {.place = place};
}

}  // namespace

bool IsMostlyLinks(const PageText& text) {
  uint64_t linked = 0;
  uint32_t counted = 0;  // words before this have been counted: links may be nested
  for (const PageAnchor& anchor : text.anchors) {
    const uint32_t begin = std::max(anchor.begin, counted);
    if (anchor.end <= begin) continue;
    linked += anchor.end - begin;
    counted = anchor.end;
  }
  return 2 * linked >= text.word_count;
}

void MarkLinks(const HtmlPage& html, bool mostly_links,
               std::span<const std::optional<std::string>> targets,
               std::span<const std::optional<std::string>> neighbours, PackedPage& page) {
  const std::set<uint64_t> bars = BarsOf(html, targets, neighbours);
  std::vector<LinksToTarget> links(page.targets.size());
  for (size_t i = 0; i < targets.size(); ++i) {
    if (!targets[i]) continue;
    const auto found = std::lower_bound(page.targets.begin(), page.targets.end(), *targets[i]);
    // Links without text are not stored with the page.
    if (found == page.targets.end() || *found != *targets[i]) continue;
    LinksToTarget& to = links[static_cast<size_t>(found - page.targets.begin())];
    const LinkPlace& at = html.places[i];
    const bool sequence = at.sequence || bars.contains(at.place);
    to.landmark |= at.landmark;
    to.sequence |= sequence;
    to.first = at.place;
    if (!at.landmark && !sequence) to.places.push_back(at.place);
  }
  page.marks.clear();
  size_t others = 0;  // targets that are not boilerplate yet, and links to them
  size_t links_to_others = 0;
  for (LinksToTarget& to : links) {
    others += to.places.empty() ? 0 : 1;
    links_to_others += to.places.size();
    page.marks.push_back(MarkOf(to));
  }
  page.place_names = html.place_names;
  const bool list =
      mostly_links && others >= kListTargets && links_to_others >= kListLinks * others;
  if (!list) return;
  for (LinkMark& mark : page.marks) {
    if (mark.reason == BoilerplateReason::kNone) mark.reason = BoilerplateReason::kList;
  }
}

}  // namespace akin
