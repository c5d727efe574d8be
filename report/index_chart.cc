#include "report/index_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>
#include <utility>
#include <vector>

#include "report/human_numbers.h"
#include "report/svg_chart.h"

namespace akin::report {
namespace {

// Colours that the colour-blind can distinguish.
constexpr std::string_view kBlue = "#0072b2";
constexpr std::string_view kOrange = "#d55e00";
constexpr std::string_view kGreen = "#007a5a";
constexpr std::string_view kGrey = "#b0b0b0";

Panel SizesPanel(const IndexStatistics& statistics) {
  Series alone{.name = "vertices alone", .mark = Mark::kBars, .colour = kGrey};
  Series trees{.name = "trees", .mark = Mark::kBars, .colour = kBlue};
  Series members{.name = "vertices in them", .mark = Mark::kLine, .colour = kOrange};
  double most = 1;
  for (const SizeBucket& bucket : statistics.histogram) {
    const auto least = static_cast<double>(bucket.least);
    const std::string range =
        fmt::format("{} to {} vertices", Grouped(bucket.least), Grouped(2 * bucket.least - 1));
    most = std::max(most, static_cast<double>(bucket.members));
    if (bucket.least == 1) {
      alone.points.push_back({.x = 1,
                              .y = static_cast<double>(bucket.members),
                              .tip = fmt::format("alone: {}", Grouped(bucket.members)),
                              .x_end = 2});
      continue;
    }
    trees.points.push_back({.x = least,
                            .y = static_cast<double>(bucket.trees),
                            .tip = fmt::format("{}: {} trees", range, Grouped(bucket.trees)),
                            .x_end = 2 * least});
    // In the middle of the bar.
    members.points.push_back(
        {.x = least * std::numbers::sqrt2,
         .y = static_cast<double>(bucket.members),
         .tip = fmt::format("{}: {} vertices in all", range, Grouped(bucket.members))});
  }
  const double end = std::max(8.0, 2 * static_cast<double>(statistics.histogram.back().least));
  Panel panel{.title = "Trees by size",
              .x = PowersOfTwo("tree size (vertices)", 1, end),
              .y = PowersOfTen("number, over all fingerprints", 1, most),
              .series = {std::move(trees), std::move(members), std::move(alone)}};
  // A legend explains only what is visible.
  std::erase_if(panel.series, [](const Series& series) {
    return std::all_of(series.points.begin(), series.points.end(),
                       [](const Point& point) { return point.y <= 0; });
  });
  return panel;
}

Panel LengthsPanel(const IndexStatistics& statistics) {
  Series mean{.name = "mean tree of a member", .mark = Mark::kLine, .colour = kBlue};
  Series largest{.name = "largest tree", .mark = Mark::kDashedLine, .colour = kOrange};
  Series met{.name = "vertices that met another (right axis)",
             .mark = Mark::kLine,
             .colour = kGreen,
             .on_right = true};
  for (const LengthStatistics& at : statistics.by_length) {
    const double x = at.length;
    mean.points.push_back({.x = x,
                           .y = at.sizes.size_biased,
                           .tip = fmt::format("length {}: a member's tree has {:.1f} vertices",
                                              at.length, at.sizes.size_biased)});
    largest.points.push_back({.x = x,
                              .y = static_cast<double>(at.sizes.largest),
                              .tip = fmt::format("length {}: the largest tree has {} vertices",
                                                 at.length, Grouped(at.sizes.largest))});
    met.points.push_back({.x = x,
                          .y = at.sizes.share_met(),
                          .tip = fmt::format("length {}: {:.1f}% have met another", at.length,
                                             100 * at.sizes.share_met())});
  }
  Panel panel{.title = "By path length",
              .x = CountingAxis("path length (steps)", 1, statistics.by_length.back().length),
              .y = PowersOfTen("tree size (vertices)", 1,
                               std::max(10.0, static_cast<double>(statistics.sizes.largest))),
              .right = PercentAxis("share of vertices, over all fingerprints"),
              .series = {std::move(largest), std::move(mean), std::move(met)}};
  panel.y.least = 1;  // there are no bars here that need space
  panel.right->colour = kGreen;
  return panel;
}

}  // namespace

std::string PlotStatistics(const std::string& corpus, const IndexInfo& info,
                           const IndexStatistics& statistics) {
  const std::filesystem::path path = std::filesystem::path(corpus).lexically_normal();
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  const std::string made = !info.bags.empty()
                               ? fmt::format("bags {}", info.bags)
                               : fmt::format("length {}, decay {:g}", info.length, info.decay);
  return DrawSvg({.title = fmt::format("Fingerprint trees of {}, index {}", name, info.name),
                  .subtitle = fmt::format("{}, {} vertices, {} fingerprints, {}",
                                          MeasureName(info.measure), Grouped(statistics.vertices),
                                          Grouped(statistics.fingerprints), made),
                  .panels = {SizesPanel(statistics), LengthsPanel(statistics)}});
}

}  // namespace akin::report
