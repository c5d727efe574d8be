#include "measures_help.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <vector>

#include "command_line.h"

namespace akin::cli {
namespace {

// Collects default values in the order of the measures; the first one is named first.
class DefaultValues {
 public:
  void Add(std::string_view measure, const Way& way, Parameter parameter) {
    const ParameterRange* const range = way.RangeOf(parameter);
    if (range == nullptr || !range->default_value) return;
    if (!first_) first_ = range->default_value;
    if (*range->default_value == *first_) return;
    std::string& measures = others_[*range->default_value];
    measures += measures.empty() ? std::string(measure) : fmt::format(", {}", measure);
  }

  std::string Text() const {
    std::string text = first_ ? fmt::format("{}", *first_) : "";
    for (const auto& [value, measures] : others_) {
      text += fmt::format(", or {} for {}", value, measures);
    }
    return text;
  }

 private:
  std::optional<double> first_;
  std::map<double, std::string> others_;
};

}  // namespace

std::string IndexMeasuresHelp() {
  std::string text = "Measures:\n";
  for (const MeasureFacts& facts : Measures()) {
    if (facts.index() == nullptr) continue;
    text += fmt::format("  {:<15} {}\n", facts.name, Hanging(facts.meaning, 18));
  }
  return text;
}

std::string MethodsHelp() {
  std::map<std::string_view, std::string> measures;  // by the name of a method
  std::vector<std::string_view> order;
  std::map<std::string_view, std::string_view> meanings;
  for (const MeasureFacts& facts : Measures()) {
    for (const Way& way : facts.ways) {
      const MethodFacts& method = FactsOf(way.method);
      if (!method.of_index) continue;
      if (meanings.emplace(method.name, method.meaning).second) order.push_back(method.name);
      std::string& names = measures[method.name];
      names += names.empty() ? std::string(facts.name) : fmt::format(", {}", facts.name);
    }
  }
  std::string text = "Methods:\n";
  for (const std::string_view name : order) {
    text += fmt::format("  {:<15} {}\n{:18}{}\n", name, Hanging(meanings[name], 18), "",
                        Hanging("for " + measures[name], 18));
  }
  return text;
}

std::string ExactMeasuresHelp() {
  std::string text =
      "Exact measures. Try cosine first: it is fast and has no parameters.\n"
      "docs/measures.md says when to use which. Costs are for n vertices with links,\n"
      "m links, k rounds and V vertices.\n";
  for (const MeasureFacts& facts : Measures()) {
    const std::string cost = fmt::format("by {}; {}", facts.direction, facts.exact().cost);
    text += fmt::format("  {:<19} {}\n{:22}{}\n", facts.name, Hanging(facts.meaning, 22), "",
                        Hanging(cost, 22));
  }
  return text;
}

std::string DefaultOfIndexes(Parameter parameter) {
  DefaultValues values;
  for (const MeasureFacts& facts : Measures()) {
    for (const Way& way : facts.ways) {
      if (FactsOf(way.method).of_index) values.Add(facts.name, way, parameter);
    }
  }
  return values.Text();
}

std::string UsualOfExact(Parameter parameter) {
  DefaultValues values;
  for (const MeasureFacts& facts : Measures()) values.Add(facts.name, facts.exact(), parameter);
  return values.Text();
}

}  // namespace akin::cli
