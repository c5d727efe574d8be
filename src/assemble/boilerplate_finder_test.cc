#include "assemble/boilerplate_finder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "file_tree.h"
#include "graph/graph.h"
#include "temp_dir.h"

namespace akin {
namespace {

using Arcs = std::set<std::pair<VertexId, VertexId>>;  // from, to

struct MarkedPage {
  uint64_t site = 0;
  std::map<VertexId, LinkMark> links;
};

// Marks as a page may have them, of few kinds, so that many agree.
rc::Gen<std::vector<MarkedPage>> Pages() {
  return rc::gen::exec([] {
    std::vector<MarkedPage> pages(*rc::gen::inRange<size_t>(1, 40));
    for (MarkedPage& page : pages) {
      page.site = *rc::gen::inRange(0, 2);
      const int links = *rc::gen::inRange(0, 5);
      for (int i = 0; i < links; ++i) {
        const auto to = *rc::gen::inRange<VertexId>(0, static_cast<VertexId>(pages.size()));
        const bool marked = *rc::gen::inRange(0, 4) == 0;
        page.links[*rc::gen::inRange(0, 2) == 0 ? 0 : to] = {
            .reason = marked ? BoilerplateReason::kLandmark : BoilerplateReason::kNone,
            .place = *rc::gen::inRange<uint64_t>(1, 3)};
      }
    }
    return pages;
  });
}

// The definition: for each link, all pages of its site are asked.
Arcs MarkedOf(const std::vector<MarkedPage>& pages, Boilerplate boilerplate) {
  Arcs marked;
  for (VertexId from = 0; from < pages.size(); ++from) {
    for (const auto& [to, mark] : pages[from].links) {
      size_t of_site = 0;
      size_t alike = 0;
      for (const MarkedPage& other : pages) {
        if (other.site != pages[from].site) continue;
        ++of_site;
        const auto same = other.links.find(to);
        alike += same != other.links.end() && same->second == mark ? 1 : 0;
      }
      const bool recurs = of_site >= 10 && alike * 2 > of_site;
      const bool landmark = mark.reason != BoilerplateReason::kNone;
      if (landmark ? boilerplate == Boilerplate::kDrop : recurs) marked.emplace(from, to);
    }
  }
  return marked;
}

Arcs ArcsOf(const std::vector<MarkedPage>& pages) {
  Arcs arcs;
  for (VertexId from = 0; from < pages.size(); ++from) {
    for (const auto& link : pages[from].links) arcs.emplace(from, link.first);
  }
  return arcs;
}

void WriteArcs(const Arcs& arcs, VertexId vertices, bool reverse, const std::string& path) {
  std::vector<uint64_t> in, out;
  for (auto [from, to] : arcs) {
    if (reverse) std::swap(from, to);
    in.push_back(PackArc(to, from));
    out.push_back(PackArc(from, to));
  }
  std::sort(in.begin(), in.end());
  std::sort(out.begin(), out.end());
  ASSERT_TRUE(WriteGraph(
                  path, vertices, [&](const ArcVisitor& visit) { return visit(in); },
                  [&](const ArcVisitor& visit) { return visit(out); })
                  .ok());
}

RC_GTEST_PROP(BoilerplateFinderTest, MarksByTheDefinition, ()) {
  const std::vector<MarkedPage> pages = *Pages();
  const bool reverse = *rc::gen::arbitrary<bool>();
  const auto vertices = static_cast<VertexId>(pages.size());
  // Some arcs are not in the graph, as if ingest had dropped them.
  Arcs arcs = ArcsOf(pages);
  if (*rc::gen::arbitrary<bool>() && !arcs.empty()) arcs.erase(arcs.begin());
  Arcs of_site = arcs;
  Arcs kept = arcs;
  size_t recurring = 0;
  size_t marked = 0;
  for (const auto& arc : MarkedOf(pages, Boilerplate::kSite)) recurring += of_site.erase(arc);
  for (const auto& arc : MarkedOf(pages, Boilerplate::kDrop)) marked += kept.erase(arc);

  const TempDir directory;
  WriteArcs(arcs, vertices, reverse, directory / "graph.akin");
  WriteArcs(of_site, vertices, reverse, directory / "expected-site.akin");
  WriteArcs(kept, vertices, reverse, directory / "expected.akin");
  for (const uint64_t memory : {uint64_t{1} << 12, uint64_t{1} << 28}) {
    const IngestOptions options{.reverse = reverse};
    const Control control{.threads = 2, .memory = memory};
    BoilerplateFinder finder(directory.path(), options, control);
    for (VertexId page = 0; page < vertices; ++page) {
      std::vector<VertexId> targets;
      std::vector<LinkMark> marks;
      for (const auto& [to, mark] : pages[page].links) {
        targets.push_back(to);
        marks.push_back(mark);
      }
      RC_ASSERT(finder.AddPage(page, pages[page].site, targets, marks).ok());
    }
    RC_ASSERT(finder.Decide().ok());
    const std::string graph = directory / "graph.akin";
    RC_ASSERT(finder.Write(graph, directory / "site.akin", Boilerplate::kSite).ok());
    RC_ASSERT(finder.Report().arcs == recurring);
    RC_ASSERT(ReadBytes(directory / "site.akin") == ReadBytes(directory / "expected-site.akin"));
    RC_ASSERT(finder.Write(graph, directory / "content.akin", Boilerplate::kDrop).ok());
    RC_ASSERT(finder.Report().arcs == marked);
    RC_ASSERT(ReadBytes(directory / "content.akin") == ReadBytes(directory / "expected.akin"));
  }
}

TEST(BoilerplateFinderTest, ASiteIsAHost) {
  EXPECT_EQ(SiteOf("https://a.example/x/y.html"), SiteOf("https://a.example/"));
  EXPECT_EQ(SiteOf("https://a.example"), SiteOf("https://a.example?q=https://b.example/"));
  EXPECT_NE(SiteOf("https://a.example/x"), SiteOf("https://b.example/x"));
  EXPECT_EQ(SiteOf("x/y.html"), SiteOf("z.html"));
}

TEST(BoilerplateFinderTest, ReportsPlacesAndLists) {
  const TempDir directory;
  // Each of 12 pages links to page 0 in the footer; page 5 is a list.
  Arcs arcs;
  for (VertexId page = 0; page < 12; ++page) {
    arcs.emplace(page, 0);
    arcs.emplace(5, page);
  }
  WriteArcs(arcs, 12, false, directory / "graph.akin");
  const IngestOptions options;
  const Control control;
  BoilerplateFinder finder(directory.path(), options, control);
  const std::vector<PlaceName> names = {{.place = 7, .name = "div.footer"}};
  finder.NamePlaces(names);
  for (VertexId page = 0; page < 12; ++page) {
    std::vector<VertexId> targets = {0};
    std::vector<LinkMark> marks = {{.place = 7}};
    for (VertexId to = 1; page == 5 && to < 12; ++to) {
      targets.push_back(to);
      marks.push_back({.reason = BoilerplateReason::kList, .place = 8});
    }
    ASSERT_TRUE(finder.AddPage(page, 1, targets, marks).ok());
  }
  ASSERT_TRUE(finder.Decide().ok());
  const std::string content = directory / "content.akin";
  ASSERT_TRUE(finder.Write(directory / "graph.akin", content, Boilerplate::kDrop).ok());
  const BoilerplateReport report = finder.Report();
  EXPECT_EQ(report.arcs, 23U);
  EXPECT_THAT(report.by_reason, ::testing::ElementsAre(0, 0, 0, 11, 12));
  ASSERT_EQ(report.places.size(), 1U);
  EXPECT_EQ(report.places[0].place, "div.footer");
  EXPECT_EQ(report.places[0].arcs, 12U);
  EXPECT_EQ(report.places[0].to, 0U);
  ASSERT_EQ(report.lists.size(), 1U);
  EXPECT_EQ(report.lists[0].page, 5U);
  EXPECT_EQ(report.lists[0].arcs, 11U);
}

}  // namespace
}  // namespace akin
