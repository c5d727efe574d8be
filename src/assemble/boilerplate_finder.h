// Decides which arcs are boilerplate, and writes graphs without them (docs/formats/corpus.md).
//
// Pages say by themselves which of their links are in landmarks and the like. What recurs shows
// only when all pages of a site are known: links from more than half of its pages to the same
// target, at the same places of the template. To find them, links are sorted by site, target and
// place. A site is a host, or all pages whose names are no URLs. Sites of few pages have no
// template to speak of.
//
// Memory: as granted, 4 bytes per page of a site and 200 bytes for each of the first 4096 places.
// Disk: 24 bytes per link and marked arc if they do not fit.
#ifndef AKIN_SRC_ASSEMBLE_BOILERPLATE_FINDER_H_
#define AKIN_SRC_ASSEMBLE_BOILERPLATE_FINDER_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "akin/boilerplate.h"
#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/external_sorter.h"
#include "base/spill_file.h"
#include "graph/link_mark.h"

namespace akin {

// A number for the host of a page whose name is a URL; the same for all others.
uint64_t SiteOf(std::string_view name);

class BoilerplateFinder {
 public:
  // Temporary files go to `directory`. The options say how links became arcs.
  BoilerplateFinder(std::string directory, const IngestOptions& options, const Control& control);

  // For the report. Only the first names are kept.
  void NamePlaces(std::span<const PlaceName> names);
  // Every page once, with marks for all targets or none.
  Status AddPage(VertexId page, uint64_t site, std::span<const VertexId> targets,
                 std::span<const LinkMark> marks);

  // After the last page.
  Status Decide();
  // Writes the file `path`, what is left of the file `graph`, and returns its identity.
  Result<uint64_t> Write(const std::string& graph, const std::string& path,
                         Boilerplate boilerplate);
  // What is left out of the graph that was written last.
  BoilerplateReport Report() const;

 private:
  // A link that recurs if enough pages of the site have the same, or a page of the site.
  struct SiteLink {
    uint64_t site;
    uint64_t place;
    VertexId from;
    uint32_t target;  // the number of the vertex + 1; 0: this is a page, and comes first
    bool operator<(const SiteLink& other) const {
      return std::tie(site, target, place, from) <
             std::tie(other.site, other.target, other.place, other.from);
    }
  };
  struct MarkedArc {
    uint64_t arc;  // (to, from) as in in-links
    uint64_t place;
    uint64_t reason;
    uint64_t sort_key() const { return arc; }
  };
  // A place of the template, with what was found there.
  struct Found {
    std::string name;
    uint64_t arcs = 0;
    uint64_t example = 0;  // of its arcs
  };

  Status Mark(VertexId from, VertexId to, const LinkMark& mark);
  Status FindRecurring();
  void Count(const MarkedArc& marked);

  std::string directory_;
  const IngestOptions& options_;
  const Control& control_;
  ExternalSorter<SiteLink> links_;
  ExternalSorter<MarkedArc> marked_;
  std::unique_ptr<SpillFile> marks_;       // MarkedArcs in order
  std::map<uint64_t, std::string> names_;  // of places
  std::array<uint64_t, kBoilerplateReasons> by_reason_{};
  std::map<std::pair<uint64_t, uint64_t>, Found> places_;  // by reason and place
  std::map<VertexId, uint64_t> lists_;                     // arcs by page
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_BOILERPLATE_FINDER_H_
