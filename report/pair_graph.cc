#include "report/pair_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "report/dot_text.h"
#include "report/svg_drawing.h"

namespace akin::report {
namespace {

// In pixels.
constexpr double kPairBoxHeight = 40;
constexpr double kBesidePairs = 28;
constexpr double kBetweenRows = 64;
constexpr double kPairMargin = 70;  // room for arrows beside the boxes
constexpr double kPairHeader = 62;
constexpr double kNarrowestBox = 90;
constexpr double kWidestBox = 260;
constexpr std::string_view kArrow = "#555555";

std::string ScoreText(const SurferPair& pair) {
  return pair.a == pair.b ? "1" : fmt::format("{:.3f}", pair.score);
}

// From white to a light blue, on which black text can be read.
std::string FillOf(double score) {
  const auto faded = [&](double full) { return std::lround(255 - (255 - full) * score); };
  return fmt::format("#{:02x}{:02x}{:02x}", faded(120), faded(170), faded(230));
}

class PairPicture {
 public:
  PairPicture(const PairGraph& graph, std::span<const std::string> names)
      : graph_(graph), names_(names), row_of_(graph.pairs.size()), boxes_(graph.pairs.size()) {
    FindRows();
    OrderRows();
    PlaceBoxes();
  }

  std::string Draw() {
    drawing_.Add(R"(<?xml version="1.0" encoding="UTF-8"?>)");
    const std::string title = "Pairs of vertices, with their SimRank";
    drawing_.Begin(width_, height_, title);
    drawing_.Add(R"(<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" )"
                 R"(markerWidth="7" markerHeight="7" orient="auto-start-reverse">)"
                 R"(<path d="M0 0L10 5L0 10z" fill="{}"/></marker></defs>)",
                 kArrow);
    drawing_.Text(kBesidePairs, 30, title, {.size = 17, .bold = true});
    drawing_.Text(kBesidePairs, 48, "similarity flows along the arrows; dashed: in cycles",
                  {.colour = kFaintInk});
    for (const auto& [from, to] : graph_.arcs) DrawArc(from, to);
    for (size_t i = 0; i < boxes_.size(); ++i) DrawPair(i);
    return drawing_.End();
  }

 private:
  // Steps from the nearest vertex with itself. Every pair that scores above 0 has one.
  void FindRows() {
    std::vector<bool> seen(row_of_.size());
    std::vector<size_t> found;
    for (size_t i = 0; i < row_of_.size(); ++i) {
      if (graph_.pairs[i].a != graph_.pairs[i].b) continue;
      seen[i] = true;
      found.push_back(i);
    }
    for (size_t next = 0; next < found.size(); ++next) {
      for (const auto& [from, to] : graph_.arcs) {
        if (from != found[next] || seen[to]) continue;
        seen[to] = true;
        row_of_[to] = row_of_[from] + 1;
        found.push_back(to);
      }
    }
    for (const size_t pair : found) {
      if (row_of_[pair] >= rows_.size()) rows_.resize(row_of_[pair] + 1);
      rows_[row_of_[pair]].push_back(pair);
    }
  }

  // Each pair below the mean of those in the row above that point to it.
  void OrderRows() {
    std::vector<double> place(row_of_.size());
    for (size_t row = 0; row < rows_.size(); ++row) {
      for (const size_t pair : rows_[row]) {
        double sum = 0;
        double count = 0;
        for (const auto& [from, to] : graph_.arcs) {
          if (to != pair || row_of_[from] + 1 != row) continue;
          sum += place[from];
          ++count;
        }
        if (count > 0) place[pair] = sum / count;
      }
      std::stable_sort(rows_[row].begin(), rows_[row].end(),
                       [&](size_t a, size_t b) { return place[a] < place[b]; });
      for (size_t i = 0; i < rows_[row].size(); ++i) {
        place[rows_[row][i]] =
            (static_cast<double>(i) + 0.5) / static_cast<double>(rows_[row].size());
      }
    }
  }

  double BoxWidth(size_t pair) const {
    return std::clamp(TextWidth(names_[pair], 13) + 16, kNarrowestBox, kWidestBox);
  }

  void PlaceBoxes() {
    std::vector<double> widths;
    for (const std::vector<size_t>& row : rows_) {
      double width = -kBesidePairs;
      for (const size_t pair : row) width += BoxWidth(pair) + kBesidePairs;
      widths.push_back(width);
    }
    const double widest = widths.empty() ? 0 : *std::max_element(widths.begin(), widths.end());
    width_ = std::max(widest + 2 * kPairMargin, 420.0);
    height_ = kPairHeader + static_cast<double>(rows_.size()) * (kPairBoxHeight + kBetweenRows);
    for (size_t row = 0; row < rows_.size(); ++row) {
      double left = (width_ - widths[row]) / 2;
      const double top =
          kPairHeader + 16 + static_cast<double>(row) * (kPairBoxHeight + kBetweenRows);
      for (const size_t pair : rows_[row]) {
        boxes_[pair] = {left, top, left + BoxWidth(pair), top + kPairBoxHeight};
        left = boxes_[pair].right + kBesidePairs;
      }
    }
  }

  void DrawPair(size_t pair) {
    const Box& box = boxes_[pair];
    const double width = box.right - box.left;
    drawing_.Add(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="6" fill="{}" )"
                 R"(stroke="{}"/>)",
                 box.left, box.top, width, kPairBoxHeight, FillOf(graph_.pairs[pair].score),
                 kAxisLine);
    const double middle = (box.left + box.right) / 2;
    drawing_.Text(middle, box.top + 16, ShortenTo(names_[pair], width - 10, 13),
                  {.size = 13, .anchor = "middle"});
    drawing_.Text(middle, box.top + 32, ScoreText(graph_.pairs[pair]),
                  {.size = 13, .anchor = "middle", .bold = true});
  }

  void Curve(Spot from, Spot first, Spot second, Spot to, bool dashed) {
    drawing_.Add(R"(<path d="M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}" )"
                 R"x(fill="none" stroke="{}" stroke-width="1.3"{} marker-end="url(#head)"/>)x",
                 from.x, from.y, first.x, first.y, second.x, second.y, to.x, to.y, kArrow,
                 dashed ? R"( stroke-dasharray="5 4")" : "");
  }

  // How far the control points of an arc lie beside its begin, for it to pass all boxes between.
  double FarEnough(size_t from, size_t to, bool right) const {
    const Box& begin = boxes_[from];
    double beyond = 30;
    for (size_t row = row_of_[to]; row <= row_of_[from]; ++row) {
      for (const size_t pair : rows_[row]) {
        const Box& box = boxes_[pair];
        beyond = std::max(beyond, (right ? box.right - begin.right : begin.left - box.left) + 16);
      }
    }
    return (right ? 1 : -1) * beyond * 4 / 3;  // a curve gets three quarters of the way
  }

  // Downwards from the bottom to the top; upwards, or within a row, from side to side.
  void DrawArc(size_t from, size_t to) {
    const Box& a = boxes_[from];
    const Box& b = boxes_[to];
    if (row_of_[to] > row_of_[from]) {
      const double bend = (b.top - a.bottom) / 2;
      const double x = (a.left + a.right) / 2;
      const double end = (b.left + b.right) / 2;
      Curve({x, a.bottom}, {x, a.bottom + bend}, {end, b.top - bend}, {end, b.top - 1}, false);
      return;
    }
    const bool right = a.right + b.right >= width_;
    const double out = right ? 1 : -1;
    const double far = from == to ? out * 40 : FarEnough(from, to, right);
    const Spot begin{right ? a.right : a.left, (a.top + a.bottom) / 2 - (from == to ? 10 : 6)};
    const Spot end{(right ? b.right : b.left) + out,
                   (b.top + b.bottom) / 2 + (from == to ? 10 : 6)};
    Curve(begin, {begin.x + far, begin.y}, {end.x + far, end.y}, end, true);
  }

  const PairGraph& graph_;
  std::span<const std::string> names_;
  std::vector<size_t> row_of_;
  std::vector<std::vector<size_t>> rows_;
  std::vector<Box> boxes_;
  double width_ = 0;
  double height_ = 0;
  Drawing drawing_;
};

}  // namespace

std::string PairGraphSvg(const PairGraph& graph, std::span<const std::string> names) {
  return PairPicture(graph, names).Draw();
}

std::string PairGraphDot(const PairGraph& graph, std::span<const std::string> names) {
  std::string dot = "digraph pairs {\n  node [shape=box, style=\"rounded,filled\"];\n";
  for (size_t i = 0; i < graph.pairs.size(); ++i) {
    const SurferPair& pair = graph.pairs[i];
    std::string label = DotQuoted(names[i]);
    label.insert(label.size() - 1, "\\n" + ScoreText(pair));
    dot += fmt::format("  p{} [label={}, fillcolor=\"{}\"];\n", i, label, FillOf(pair.score));
  }
  for (const auto& [from, to] : graph.arcs) dot += fmt::format("  p{} -> p{};\n", from, to);
  return dot + "}\n";
}

}  // namespace akin::report
