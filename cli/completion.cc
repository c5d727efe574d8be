// Shell completion, generated from the same verbs and flags as the help.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "akin/measures.h"
#include "verbs.h"

namespace akin::cli {
namespace {

int PrintBash(CommandLine& line) {
  fmt::print("# akin completion: put this line into ~/.bashrc:  source <(akin completion)\n");
  fmt::print("_akin() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}} choices=\n");
  std::vector<std::string_view> measures;
  for (const MeasureFacts& facts : Measures()) measures.push_back(facts.name);
  fmt::print("  case $COMP_CWORD:${{COMP_WORDS[1]}}:${{COMP_WORDS[COMP_CWORD-1]}} in\n");
  fmt::print("    *:--exact) choices=\"{}\" ;;\n", fmt::join(measures, " "));
  fmt::print("    *:--measure) choices=\"{}\" ;;\n", fmt::join(IndexMeasures(), " "));
  std::vector<std::string> verbs;
  std::string cases;
  for (const Verb& verb : line.Verbs()) {
    verbs.push_back(verb.Name());
    cases += fmt::format("    *:{}:*) choices=\"{}\" ;;\n", verb.Name(),
                         fmt::join(verb.LongFlags(), " "));
  }
  fmt::print("    1:*) choices=\"{}\" ;;\n{}  esac\n", fmt::join(verbs, " "), cases);
  fmt::print("  COMPREPLY=($(compgen -W \"$choices\" -- \"$word\"))\n}}\n");
  fmt::print("complete -o default -F _akin akin\n");
  return kFound;
}

}  // namespace

void AddCompletion(CommandLine& line) {
  const Verb verb = line.AddVerb("completion", "Print a completion script for bash");
  verb.SetFooter("Example:\n  source <(akin completion)");
  verb.SetWork([&line] { return PrintBash(line); });
}

}  // namespace akin::cli
