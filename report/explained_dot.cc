#include "report/explained_dot.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "report/dot_text.h"

namespace akin::report {
namespace {

// One list of reasons as a cluster. The same vertex has one node in each cluster.
class DotCluster {
 public:
  DotCluster(std::string& dot, size_t number, const NamedReasons& reasons, bool dashed)
      : dot_(dot), number_(number), reasons_(reasons), dashed_(dashed) {}

  void Write(const NamedExplanation& why, const std::string& label) {
    dot_ += fmt::format("  subgraph cluster_{} {{\n    label={};\n", number_, DotQuoted(label));
    if (dashed_) dot_ += "    style=dashed;\n";
    Node(why.a.key, why.a.label(), "style=bold");
    Node(why.b.key, why.b.label(), "style=bold");
    for (const NamedReason& reason : reasons_.listed) AddReason(why, reason);
    for (const auto& [arrow, share] : arrows_) AddArrow(arrow.first, arrow.second, share);
    dot_ += "  }\n";
  }

 private:
  std::string Id(const std::string& name) const {
    return DotQuoted(fmt::format("{}/{}", number_, name));
  }
  void Node(const std::string& id, const std::string& label, std::string_view style) {
    dot_ += fmt::format("    {} [label={}, {}];\n", Id(id), DotQuoted(label), style);
  }
  double ShareOf(const Reason& reason) const {
    return reasons_.score.value > 0 ? reason.contribution / reasons_.score.value : 0;
  }

  void AddReason(const NamedExplanation& why, const NamedReason& named) {
    const double share = ShareOf(named.reason);
    const std::string label = fmt::format("{}\n{}, {:.0f}%", named.cause.label(),
                                          ContributionText(named.reason.contribution), 100 * share);
    if (named.of_term()) {
      const std::string id = "term " + named.cause.key;
      dot_ += fmt::format("    {} [label={}, shape=plaintext];\n", Id(id), Lines(label));
      for (const NamedVertex* end : {&why.a, &why.b}) {
        dot_ += fmt::format("    {} -> {} [dir=none, penwidth={:.2f}];\n", Id(id), Id(end->key),
                            WidthOf(share));
      }
      return;
    }
    for (const auto* path : {&named.path_a, &named.path_b}) {
      for (size_t i = 1; i < path->size(); ++i) {
        const NamedVertex& vertex = (*path)[i - 1];
        if (i > 1) Node(vertex.key, vertex.label(), "color=gray50");
        if (vertex.key == (*path)[i].key) continue;  // a walk that stays
        arrows_[{(*path)[i].key, vertex.key}] += share;
      }
    }
    if (named.cause.key == why.a.key || named.cause.key == why.b.key) return;
    dot_ += fmt::format("    {} [label={}, shape=box];\n", Id(named.cause.key), Lines(label));
  }
  // A quoted string in which line ends are.
  static std::string Lines(const std::string& text) {
    const size_t end = text.rfind('\n');
    std::string first = DotQuoted(text.substr(0, end));
    first.pop_back();
    return first + "\\n" + DotQuoted(text.substr(end + 1)).substr(1);
  }
  static double WidthOf(double share) { return 0.7 + 5 * share; }
  void AddArrow(const std::string& from, const std::string& to, double share) {
    dot_ += fmt::format("    {} -> {} [penwidth={:.2f}{}];\n", Id(from), Id(to), WidthOf(share),
                        dashed_ ? ", style=dashed" : "");
  }

  std::string& dot_;
  size_t number_;
  const NamedReasons& reasons_;
  bool dashed_;
  std::map<std::pair<std::string, std::string>, double> arrows_;
};

}  // namespace

std::string ExplainedDot(const NamedExplanation& why) {
  std::string dot = "digraph why {\n  rankdir=TB;\n  node [fontname=\"sans-serif\"];\n";
  dot += "  edge [color=gray40];\n  fontname=\"sans-serif\";\n";
  size_t number = 0;
  for (const NamedPart& part : why.parts) {
    const std::string name = fmt::format("{}: {}", part.index, ReadingName(part.reading));
    DotCluster(dot, number++, part.reasons, false)
        .Write(why, fmt::format("{}, score {}, weight {:g}", name,
                                ContributionText(part.reasons.score.value), part.weight));
    if (!part.second_look) continue;
    DotCluster(dot, number++, *part.second_look, true)
        .Write(why, fmt::format("{}, {}", name, DescribeList(*part.second_look, true)));
  }
  return dot + "}\n";
}

}  // namespace akin::report
