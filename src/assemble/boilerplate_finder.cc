#include "assemble/boilerplate_finder.h"

#include <algorithm>
#include <optional>

#include "akin/try.h"
#include "base/checksum.h"
#include "base/files.h"
#include "base/threads.h"
#include "graph/graph.h"
#include "graph/graph_scan.h"

namespace akin {
namespace {

constexpr uint64_t kFewestSitePages = 10;
constexpr size_t kMostPlaces = 4096;   // counted
constexpr size_t kMostLists = 100000;  // counted
constexpr size_t kReported = 50;
constexpr size_t kMarkBuffer = size_t{1} << 18;
constexpr size_t kArcsPassedOn = 4096;

// Visits the arcs of a graph in the order of one direction, except marked ones. `marks` are sorted
// alike; only those for which counts(mark) holds matter, and those that the graph has are passed to
// found(mark).
template <class Mark, class Counts, class FoundMark>
Status VisitUnmarked(const GraphScan& scan, const SpillFile& marks, const std::stop_token& stop,
                     Counts&& counts, FoundMark&& found, const ArcVisitor& visit) {
  SpillReader reader(marks, 0, marks.size(), kMarkBuffer);
  std::optional<Mark> next;
  const auto advance = [&]() -> Status {
    next.reset();
    if (!reader.AtEnd()) AKIN_TRY(reader.ReadValue(next.emplace()));
    return {};
  };
  AKIN_TRY(advance());
  std::vector<uint64_t> kept;
  AKIN_TRY(scan.InOrder(stop, [&](const RowWindow& window) -> Status {
    for (size_t i = 0; i < window.size(); ++i) {
      for (const VertexId column : window[i]) {
        const uint64_t arc = PackArc(static_cast<VertexId>(window.first + i), column);
        while (next && SortKey(*next) < arc) AKIN_TRY(advance());
        if (next && SortKey(*next) == arc && counts(*next)) {
          AKIN_TRY(found(*next));
          continue;
        }
        kept.push_back(arc);
        if (kept.size() < kArcsPassedOn) continue;
        AKIN_TRY(visit(kept));
        kept.clear();
      }
    }
    return {};
  }));
  return kept.empty() ? Status() : visit(kept);
}

// Sorted records in a file, from which they can be read at any pace.
template <class Record>
Result<std::unique_ptr<SpillFile>> SpillSorted(ExternalSorter<Record>& sorter,
                                               const std::string& path) {
  AKIN_TRY_ASSIGN(auto file, SpillFile::Create(path));
  AKIN_TRY(sorter.Drain(
      [&](std::span<const Record> records) { return file->Append(std::as_bytes(records)); }));
  AKIN_TRY(file->FinishWriting());
  return file;
}

bool LeavesOut(Boilerplate boilerplate, uint64_t reason) {
  return boilerplate == Boilerplate::kDrop ||
         reason == static_cast<uint64_t>(BoilerplateReason::kList) ||
         reason == static_cast<uint64_t>(BoilerplateReason::kRecurring);
}

// Keeps the first kReported, those with most arcs first.
template <class Counted>
void KeepLargest(std::vector<Counted>& counted) {
  std::stable_sort(counted.begin(), counted.end(),
                   [](const Counted& a, const Counted& b) { return a.arcs > b.arcs; });
  if (counted.size() > kReported) counted.resize(kReported);
}

}  // namespace

uint64_t SiteOf(std::string_view name) {
  const size_t scheme = name.find("://");
  if (scheme == std::string_view::npos) return 0;
  const std::string_view host = name.substr(0, name.find_first_of("/?#", scheme + 3));
  return Checksum(std::as_bytes(std::span(host)));
}

BoilerplateFinder::BoilerplateFinder(std::string directory, const IngestOptions& options,
                                     const Control& control)
    : directory_(std::move(directory)),
      options_(options),
      control_(control),
      links_(Join(directory_, "site-links.spill"), control.memory / 4),
      marked_(Join(directory_, "marked.spill"), control.memory / 4) {}

void BoilerplateFinder::NamePlaces(std::span<const PlaceName> names) {
  for (const PlaceName& name : names) {
    if (names_.size() < kMostPlaces) names_.try_emplace(name.place, name.name);
  }
}

Status BoilerplateFinder::AddPage(VertexId page, uint64_t site, std::span<const VertexId> targets,
                                  std::span<const LinkMark> marks) {
  AKIN_TRY(links_.Add({.site = site, .place = 0, .from = page, .target = 0}));
  for (size_t i = 0; i < marks.size(); ++i) {
    if (marks[i].reason != BoilerplateReason::kNone) {
      AKIN_TRY(Mark(page, targets[i], marks[i]));
    } else {
      AKIN_TRY(links_.Add(
          {.site = site, .place = marks[i].place, .from = page, .target = targets[i] + 1}));
    }
  }
  return {};
}

Status BoilerplateFinder::Mark(VertexId from, VertexId to, const LinkMark& mark) {
  if (options_.reverse) std::swap(from, to);
  return marked_.Add({.arc = PackArc(to, from),
                      .place = mark.place,
                      .reason = static_cast<uint64_t>(mark.reason)});
}

Status BoilerplateFinder::FindRecurring() {
  uint64_t pages = 0;           // of the site
  std::vector<SiteLink> alike;  // to one target from one place
  const auto end_group = [&]() -> Status {
    const bool recurs = pages >= kFewestSitePages && 2 * alike.size() > pages;
    for (const SiteLink& link : alike) {
      if (!recurs) break;
      AKIN_TRY(Mark(link.from, link.target - 1,
                    {.reason = BoilerplateReason::kRecurring, .place = link.place}));
    }
    alike.clear();
    return {};
  };
  std::optional<uint64_t> site;
  AKIN_TRY(links_.Drain([&](std::span<const SiteLink> links) -> Status {
    for (const SiteLink& link : links) {
      const bool same = !alike.empty() && alike.front().site == link.site &&
                        alike.front().target == link.target && alike.front().place == link.place;
      if (!same) AKIN_TRY(end_group());
      if (site != link.site) pages = 0;
      site = link.site;
      if (link.target == 0) {
        ++pages;
      } else {
        alike.push_back(link);
      }
    }
    return {};
  }));
  return end_group();
}

void BoilerplateFinder::Count(const MarkedArc& marked) {
  ++by_reason_[marked.reason];
  if (marked.reason == static_cast<uint64_t>(BoilerplateReason::kList)) {
    const VertexId page = options_.reverse ? ArcRow(marked.arc) : ArcColumn(marked.arc);
    if (lists_.size() < kMostLists || lists_.contains(page)) ++lists_[page];
    return;
  }
  const auto key = std::pair(marked.reason, marked.place);
  if (places_.size() >= kMostPlaces && !places_.contains(key)) return;
  Found& found = places_[key];
  if (found.arcs++ == 0) found.example = marked.arc;
}

BoilerplateReport BoilerplateFinder::Report() const {
  BoilerplateReport report;
  report.by_reason = by_reason_;
  for (const uint64_t arcs : by_reason_) report.arcs += arcs;
  // Places of the same name are one to a reader.
  std::map<std::pair<uint64_t, std::string>, BoilerplatePlace> places;
  for (const auto& [key, found] : places_) {
    const auto name = names_.find(key.second);
    const std::string shown = name == names_.end() ? "several places" : name->second;
    BoilerplatePlace& place = places[{key.first, shown}];
    place.reason = static_cast<BoilerplateReason>(key.first);
    place.place = shown;
    place.arcs += found.arcs;
    place.from = ArcColumn(found.example);
    place.to = ArcRow(found.example);
  }
  for (auto& [key, place] : places) report.places.push_back(std::move(place));
  for (const auto& [page, arcs] : lists_) report.lists.push_back({.page = page, .arcs = arcs});
  KeepLargest(report.places);
  KeepLargest(report.lists);
  return report;
}

Status BoilerplateFinder::Decide() {
  AKIN_TRY(FindRecurring());
  AKIN_TRY_ASSIGN(marks_, SpillSorted(marked_, Join(directory_, "marks-in.spill")));
  return {};
}

Result<uint64_t> BoilerplateFinder::Write(const std::string& graph_path, const std::string& path,
                                          Boilerplate boilerplate) {
  by_reason_ = {};
  places_.clear();
  lists_.clear();
  AKIN_TRY_ASSIGN(const auto graph, Graph::Open(graph_path, Container::Verification::kLazily));
  ThreadPool pool(ThreadsOrAll(control_.threads));
  ExternalSorter<uint64_t> by_source(Join(directory_, "marked-out.spill"), control_.memory / 4);
  const SortedArcs in = [&](const ArcVisitor& visit) -> Status {
    AKIN_TRY_ASSIGN(const GraphScan scan,
                    GraphScan::Open(*graph, GraphScan::Direction::kIn, pool, control_));
    return VisitUnmarked<MarkedArc>(
        scan, *marks_, control_.stop,
        [&](const MarkedArc& marked) { return LeavesOut(boilerplate, marked.reason); },
        [&](const MarkedArc& marked) {
          Count(marked);
          return by_source.Add(PackArc(ArcColumn(marked.arc), ArcRow(marked.arc)));
        },
        visit);
  };
  const SortedArcs out = [&](const ArcVisitor& visit) -> Status {
    AKIN_TRY_ASSIGN(const auto marks, SpillSorted(by_source, Join(directory_, "marks-out.spill")));
    AKIN_TRY_ASSIGN(const GraphScan scan,
                    GraphScan::Open(*graph, GraphScan::Direction::kOut, pool, control_));
    return VisitUnmarked<uint64_t>(
        scan, *marks, control_.stop, [](uint64_t) { return true; },
        [](uint64_t) { return Status(); }, visit);
  };
  return WriteGraph(path, graph->vertices(), in, out);
}

}  // namespace akin
