// Shell completion, written from the same verbs and flags as the help.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "akin/exact.h"
#include "verbs.h"

namespace akin::cli {
namespace {

std::string LongFlags(const CLI::App& verb) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  return fmt::format("{}", fmt::join(flags, " "));
}

int PrintBash(const CLI::App& app) {
  fmt::print("# akin completion: put this line into ~/.bashrc:  source <(akin completion)\n");
  fmt::print("_akin() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}} choices=\n");
  std::vector<std::string_view> measures;
  for (const ExactMeasureFacts& facts : ExactMeasures()) measures.push_back(facts.name);
  fmt::print("  case $COMP_CWORD:${{COMP_WORDS[1]}}:${{COMP_WORDS[COMP_CWORD-1]}} in\n");
  fmt::print("    *:--exact) choices=\"{}\" ;;\n", fmt::join(measures, " "));
  std::vector<std::string> verbs;
  std::string cases;
  for (const CLI::App* verb : app.get_subcommands({})) {
    verbs.push_back(verb->get_name());
    cases += fmt::format("    *:{}:*) choices=\"{}\" ;;\n", verb->get_name(), LongFlags(*verb));
  }
  fmt::print("    1:*) choices=\"{}\" ;;\n{}  esac\n", fmt::join(verbs, " "), cases);
  fmt::print("  COMPREPLY=($(compgen -W \"$choices\" -- \"$word\"))\n}}\n");
  fmt::print("complete -o default -F _akin akin\n");
  return kFound;
}

}  // namespace

void AddCompletion(CLI::App& app, Run& run) {
  CLI::App* verb = app.add_subcommand("completion", "Print a completion script for bash");
  verb->footer("Example:\n  source <(akin completion)");
  verb->callback([&app, &run] { run = [&app] { return PrintBash(app); }; });
}

}  // namespace akin::cli
