#include "report/explained_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "report/svg_drawing.h"

namespace akin::report {
namespace {

// In pixels.
constexpr double kWidth = 1100;
constexpr double kMargin = 24;
constexpr double kHeader = 74;
constexpr double kHeading = 50;  // of a section
constexpr double kRow = 58;      // of a reason
constexpr double kBelowSection = 44;
constexpr double kSideBox = 170;   // width of the boxes of the two vertices
constexpr double kCauseBox = 236;  // and of the boxes between them
constexpr double kBoxHeight = 42;
constexpr double kSmallFont = 11;
constexpr size_t kMostBetween = 2;  // vertices of a path that are shown between two boxes

constexpr std::string_view kColourA = "#2f66b0";
constexpr std::string_view kColourB = "#b8601f";
constexpr std::string_view kCauseFill = "#f4f4f1";

// What is written on a path between its ends: some of its vertices, or how many are left out.
std::vector<std::string> Between(const std::vector<NamedVertex>& path) {
  std::vector<std::string> labels;
  for (size_t i = 1; i + 1 < path.size(); ++i) labels.push_back(path[i].label());
  if (labels.size() <= kMostBetween) return labels;
  return {labels.front(), fmt::format("\u2026 {} more", labels.size() - 1)};
}

class Section {
 public:
  Section(Drawing& drawing, const NamedExplanation& why, const NamedReasons& reasons, double top,
          bool dashed)
      : drawing_(drawing), why_(why), reasons_(reasons), top_(top), dashed_(dashed) {}

  static double Height(const NamedReasons& reasons) {
    const auto rows = static_cast<double>(std::max<size_t>(reasons.listed.size(), 1));
    return kHeading + rows * kRow + kBelowSection;
  }

  void Draw(const std::string& title, const std::string& subtitle) {
    drawing_.Text(kMargin, top_ + 16, ShortenTo(title, kWidth - 2 * kMargin, 15),
                  {.size = 14, .bold = true});
    drawing_.Text(kMargin, top_ + 34, ShortenTo(subtitle, kWidth - 2 * kMargin, 12),
                  {.colour = kFaintInk});
    for (size_t i = 0; i < reasons_.listed.size(); ++i) DrawReason(reasons_.listed[i], RowAt(i));
    if (reasons_.listed.empty()) {
      drawing_.Text(kWidth / 2, RowAt(0) + 4, "no reason found",
                    {.colour = kFaintInk, .anchor = "middle"});
    }
    DrawEnd(kMargin, why_.a, kColourA);
    DrawEnd(kWidth - kMargin - kSideBox, why_.b, kColourB);
    if (reasons_.rest > 0) {
      drawing_.Text(kWidth / 2, RowAt(reasons_.listed.size()) - 8,
                    fmt::format("and {}: {}, {:.0f}%", OthersText(reasons_.rest),
                                ContributionText(reasons_.rest_contribution),
                                Percent(reasons_.rest_contribution)),
                    {.colour = kFaintInk, .anchor = "middle"});
    }
  }

 private:
  double RowAt(size_t i) const { return top_ + kHeading + kRow * (static_cast<double>(i) + 0.5); }
  double EndAt() const {
    const auto rows = static_cast<double>(std::max<size_t>(reasons_.listed.size(), 1));
    return top_ + kHeading + kRow * rows / 2;
  }
  double Percent(double contribution) const {
    return reasons_.score.value > 0 ? 100 * contribution / reasons_.score.value : 0;
  }

  void DrawBox(double left, double middle, double width, std::string_view fill,
               std::string_view stroke) {
    drawing_.Add(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" rx="5" fill="{}" )"
                 R"(stroke="{}"/>)",
                 left, middle - kBoxHeight / 2, width, kBoxHeight, fill, stroke);
  }

  // One of the two vertices.
  void DrawEnd(double left, const NamedVertex& vertex, std::string_view colour) {
    const double y = EndAt();
    DrawBox(left, y, kSideBox, kPaper, colour);
    drawing_.Text(left + kSideBox / 2, y + 4.5, ShortenTo(vertex.label(), kSideBox - 12, 13.5),
                  {.size = 13, .anchor = "middle", .bold = true});
  }

  void DrawReason(const NamedReason& named, double y) {
    const double share = Percent(named.reason.contribution) / 100;
    const double left = (kWidth - kCauseBox) / 2;
    DrawSide(named, named.path_a, named.reason.weight_a, y, share, true);
    DrawSide(named, named.path_b, named.reason.weight_b, y, share, false);
    DrawBox(left, y, kCauseBox, kCauseFill, kGrid);
    drawing_.Add(R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="3" fill="{}"/>)", left,
                 y + kBoxHeight / 2 - 3, kCauseBox * std::clamp(share, 0.0, 1.0), kFaintInk);
    drawing_.Text(kWidth / 2, y - 4, ShortenTo(named.cause.label(), kCauseBox - 14, 13),
                  {.size = 13, .anchor = "middle"});
    std::string numbers = ContributionText(named.reason.contribution);
    if (named.reason.error.value_or(0) > 0)
      numbers += " ± " + ContributionText(*named.reason.error);
    numbers += fmt::format(" · {:.0f}%", 100 * share);
    if (named.reason.count > 0) {
      numbers += fmt::format(" · {} of {}", named.reason.count, reasons_.fingerprints);
    }
    drawing_.Text(kWidth / 2, y + 12, numbers,
                  {.size = kSmallFont, .colour = kFaintInk, .anchor = "middle"});
  }

  // The path from the box of a reason to the box at one side. Links go from the reason outwards.
  void DrawSide(const NamedReason& named, const std::vector<NamedVertex>& path, double weight,
                double y, double share, bool on_left) {
    const double sign = on_left ? -1 : 1;
    const std::string_view colour = on_left ? kColourA : kColourB;
    const double from = kWidth / 2 + sign * kCauseBox / 2;
    const double to = kWidth / 2 + sign * (kWidth / 2 - kMargin - kSideBox);
    const double bend = from + (to - from) * 0.72;  // to here the line is level
    const double width = 1 + 5 * std::clamp(share, 0.0, 1.0);
    const bool is_end = path.size() < 2 && !named.of_term();
    if (is_end) return;  // the reason is the vertex itself
    drawing_.Add(R"(<path d="M{:.1f} {:.1f}H{:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}" )"
                 R"(fill="none" stroke="{}" stroke-opacity="0.55" stroke-width="{:.2f}"{}/>)",
                 from, y, bend, (bend + to) / 2, y, (bend + to) / 2, EndAt(),
                 named.of_term() ? to : to - sign * 5, EndAt(), colour, width,
                 dashed_ ? R"( stroke-dasharray="5 4")" : "");
    if (named.of_term()) {
      drawing_.Text((from + bend) / 2, y - 5, fmt::format("weight {:.4f}", weight),
                    {.size = kSmallFont, .colour = kFaintInk, .anchor = "middle"});
      return;
    }
    drawing_.Add(R"(<path d="M{:.1f} {:.1f}l{:.1f} -5v10z" fill="{}"/>)", to, EndAt(), -sign * 9,
                 colour);
    DrawBetween(path, from, bend, y, on_left, colour);
  }

  // The vertices of a path, from the side to the reason.
  void DrawBetween(const std::vector<NamedVertex>& path, double from, double to, double y,
                   bool on_left, std::string_view colour) {
    std::vector<std::string> labels = Between(path);
    std::reverse(labels.begin(), labels.end());  // now from the reason to the side
    const double room = (to - from) / static_cast<double>(std::max<size_t>(labels.size(), 1));
    for (size_t i = 0; i < labels.size(); ++i) {
      const double x = from + room * (static_cast<double>(i) + 0.5);
      drawing_.Add(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3.5" fill="{}" stroke="{}"/>)", x, y,
                   kPaper, colour);
      // Labels beside each other are at different heights, so that each has twice the room.
      const double height = i % 2 == (on_left ? 0U : 1U) || labels.size() == 1 ? -8 : 17;
      // The first must not reach into the box of the reason.
      const double label_room = std::abs(room) * (i == 0 ? 1 : 1.7) - 6;
      drawing_.Text(x, y + height, ShortenTo(labels[i], label_room, kSmallFont),
                    {.size = kSmallFont, .anchor = "middle"});
    }
  }

  Drawing& drawing_;
  const NamedExplanation& why_;
  const NamedReasons& reasons_;
  double top_;
  bool dashed_;
};

std::string Scored(const Score& score) {
  return score.error > 0
             ? fmt::format("{} ± {}", ContributionText(score.value), ContributionText(score.error))
             : ContributionText(score.value);
}

}  // namespace

std::string ExplainedSvg(const NamedExplanation& why) {
  double height = kHeader;
  for (const NamedPart& part : why.parts) {
    height += Section::Height(part.reasons);
    if (part.second_look) height += Section::Height(*part.second_look);
  }
  const std::string title = fmt::format("Why {} and {} are similar", why.a.label(), why.b.label());
  Drawing drawing;
  drawing.Add(R"(<?xml version="1.0" encoding="UTF-8"?>)");
  drawing.Begin(kWidth, height, title);
  drawing.Text(kMargin, 34, ShortenTo(title, (kWidth - 2 * kMargin) / 1.15, 19),
               {.size = 19, .bold = true});
  drawing.Text(kMargin, 54, fmt::format("score {}", Scored(why.score)),
               {.size = 13, .colour = kFaintInk});
  double top = kHeader;
  for (const NamedPart& part : why.parts) {
    const std::string weighted =
        why.parts.size() > 1 || part.weight != 1 ? fmt::format(", weight {:g}", part.weight) : "";
    const std::string list = DescribeList(part.reasons, false);
    Section(drawing, why, part.reasons, top, false)
        .Draw(fmt::format("{}: {}{}", part.index, Scored(part.reasons.score), weighted),
              fmt::format("{}: {}{}{}", ReadingName(part.reading), ReadingMeaning(part.reading),
                          list.empty() ? "" : "; ", list));
    top += Section::Height(part.reasons);
    if (!part.second_look) continue;
    Section(drawing, why, *part.second_look, top, true)
        .Draw(fmt::format("{}, a second look: {}", part.index, Scored(part.second_look->score)),
              DescribeList(*part.second_look, true));
    top += Section::Height(*part.second_look);
  }
  return drawing.End();
}

}  // namespace akin::report
