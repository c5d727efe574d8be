// Shell completion, generated from the same verbs and flags as the help.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>

#include "akin/eval.h"
#include "akin/measures.h"
#include "akin/mix.h"
#include "print.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using Choices = std::vector<std::string>;

const Choices kShells = {"bash", "zsh", "fish"};

// The words that a flag takes; none if it takes any.
Choices ChoicesOf(std::string_view flag) {
  Choices choices;
  if (flag == "--exact") {
    for (const MeasureFacts& facts : Measures()) choices.emplace_back(facts.name);
  } else if (flag == "--measure" || flag == "--measures") {
    for (const auto& name : IndexMeasures()) choices.emplace_back(name);
  } else if (flag == "--metrics") {
    for (const MetricFacts& facts : Metrics()) choices.emplace_back(facts.name);
  } else if (flag == "--fusion") {
    for (const Fusion fusion : {Fusion::kWeighted, Fusion::kReciprocalRank}) {
      choices.emplace_back(FusionName(fusion));
    }
  } else if (flag == "--builder") {
    choices = {"auto", "memory", "semi-external", "external"};
  } else if (flag == "--side") {
    choices = {"auto", "pointed-to", "points-to", "both"};
  } else if (flag == "--prune") {
    choices = {"none", "common"};
  } else if (flag == "--function") {
    for (const MeetingFunction f : MeetingFunctions()) choices.emplace_back(MeetingFunctionName(f));
  } else if (flag == "--kernel") {
    choices = {"cosine", "sets", "bhattacharyya", "intersection"};
  }
  return choices;
}

// The words that the first argument of a verb can be; none if it is a file or a corpus.
Choices ChoicesOfArgument(CommandLine& line, const Verb& verb) {
  if (verb.Name() == "completion") return kShells;
  if (verb.Name() == "generate") return {"web", "rmat", "ba"};
  Choices choices;
  if (verb.Name() == "help") {
    for (const Verb& other : line.Verbs()) choices.push_back(other.Name());
  }
  return choices;
}

bool TakesPath(const FlagFacts& flag) {
  return std::ranges::any_of(Choices{"FILE", "DIR", "CORPUS", "TARGET", "OUT"},
                             [&](const auto& kind) { return flag.value.starts_with(kind); });
}

// The first part of a help text, without what a shell would interpret.
std::string ShortHelp(std::string_view help) {
  std::string text(help.substr(0, help.find(';')));
  std::erase_if(text, [](char c) {
    return std::string_view("'`\"$\\[]\n").find(c) != std::string_view::npos;
  });
  return text;
}

// The flags that take one of several words, each once.
std::vector<std::string> FlagsWithChoices(CommandLine& line) {
  std::vector<std::string> names;
  for (const Verb& verb : line.Verbs()) {
    for (const std::string& flag : verb.LongFlags()) {
      const bool known = std::ranges::find(names, flag) != names.end();
      if (!known && !ChoicesOf(flag).empty()) names.push_back(flag);
    }
  }
  return names;
}

std::string BashScript(CommandLine& line) {
  std::string script;
  script +=
      fmt::format("# akin completion: put this line into ~/.bashrc:  source <(akin completion)\n");
  script += fmt::format("_akin() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}} choices=\n");
  script +=
      fmt::format("  case $COMP_CWORD:${{COMP_WORDS[1]}}:${{COMP_WORDS[COMP_CWORD-1]}}:$word in\n");
  for (const std::string& flag : FlagsWithChoices(line)) {
    script += fmt::format("    *:{}:*) choices=\"{}\" ;;\n", flag, fmt::join(ChoicesOf(flag), " "));
  }
  std::vector<std::string> verbs;
  std::string cases;
  for (const Verb& verb : line.Verbs()) {
    verbs.push_back(verb.Name());
    cases += fmt::format("    *:{}:*:-*) choices=\"{}\" ;;\n", verb.Name(),
                         fmt::join(verb.LongFlags(), " "));
    const Choices choices = ChoicesOfArgument(line, verb);
    if (choices.empty()) continue;
    cases += fmt::format("    2:{}:*) choices=\"{}\" ;;\n", verb.Name(), fmt::join(choices, " "));
  }
  script += fmt::format("    1:*) choices=\"{}\" ;;\n{}  esac\n", fmt::join(verbs, " "), cases);
  script += fmt::format("  COMPREPLY=($(compgen -W \"$choices\" -- \"$word\"))\n}}\n");
  script += fmt::format("complete -o default -F _akin akin\n");
  return script;
}

// One argument of zsh's _arguments.
std::string ZshFlag(const FlagFacts& flag) {
  const std::string help = ShortHelp(flag.help);
  std::string value;
  if (!flag.value.empty()) {
    const Choices choices = ChoicesOf(flag.name);
    const std::string action = !choices.empty()  ? fmt::format("({})", fmt::join(choices, " "))
                               : TakesPath(flag) ? "_files"
                                                 : "";
    value = fmt::format(":{}:{}", ShortHelp(flag.value), action);
  }
  const char* const equals = flag.value.empty() ? "" : "=";
  if (flag.short_name.empty()) return fmt::format("'*{}{}[{}]{}'", flag.name, equals, help, value);
  return fmt::format("'*'{{{}{},{}{}}}'[{}]{}'", flag.short_name, flag.value.empty() ? "" : "+",
                     flag.name, equals, help, value);
}

std::string ZshScript(CommandLine& line) {
  std::string script;
  script += fmt::format("#compdef akin\n");
  script += fmt::format("# akin completion: put this line into ~/.zshrc, after compinit:\n");
  script += fmt::format("#   source <(akin completion zsh)\n");
  script += fmt::format("_akin() {{\n  local -a verbs\n  verbs=(\n");
  for (const Verb& verb : line.Verbs()) {
    script += fmt::format("    '{}:{}'\n", verb.Name(), ShortHelp(verb.About()));
  }
  script +=
      fmt::format("  )\n  if (( CURRENT == 2 )); then\n    _describe -t commands command verbs\n");
  script +=
      fmt::format("    return\n  fi\n  shift words\n  (( CURRENT-- ))\n  case $words[1] in\n");
  for (const Verb& verb : line.Verbs()) {
    script += fmt::format("    {})\n      _arguments \\\n", verb.Name());
    for (const FlagFacts& flag : verb.Flags())
      script += fmt::format("        {} \\\n", ZshFlag(flag));
    const Choices choices = ChoicesOfArgument(line, verb);
    if (!choices.empty())
      script += fmt::format("        '1:argument:({})' \\\n", fmt::join(choices, " "));
    script += fmt::format("        '*:file:_files'\n      ;;\n");
  }
  script += fmt::format("  esac\n}}\n");
  script += fmt::format(
      "if [[ $funcstack[1] == _akin ]]; then _akin \"$@\"; else compdef _akin akin; fi\n");
  return script;
}

std::string FishScript(CommandLine& line) {
  std::string script;
  script += fmt::format("# akin completion: put this into ~/.config/fish/completions/akin.fish\n");
  script += fmt::format("function __akin_verb\n  set -l words (commandline -opc)\n");
  script += fmt::format("  if set -q argv[1]\n    test \"$words[2]\" = $argv[1]\n");
  script += fmt::format("  else\n    test (count $words) -eq 1\n  end\nend\n");
  for (const Verb& verb : line.Verbs()) {
    script += fmt::format("complete -c akin -n __akin_verb -f -a {} -d '{}'\n", verb.Name(),
                          ShortHelp(verb.About()));
  }
  for (const Verb& verb : line.Verbs()) {
    const std::string when = fmt::format("complete -c akin -n '__akin_verb {}'", verb.Name());
    for (const FlagFacts& flag : verb.Flags()) {
      std::string text = fmt::format("{} -l {}", when, flag.name.substr(2));
      if (!flag.short_name.empty()) text += fmt::format(" -s {}", flag.short_name.substr(1));
      const Choices choices = ChoicesOf(flag.name);
      if (!flag.value.empty()) text += TakesPath(flag) ? " -r -F" : " -x";
      if (!choices.empty()) text += fmt::format(" -a '{}'", fmt::join(choices, " "));
      script += fmt::format("{} -d '{}'\n", text, ShortHelp(flag.help));
    }
    const Choices choices = ChoicesOfArgument(line, verb);
    if (!choices.empty()) script += fmt::format("{} -f -a '{}'\n", when, fmt::join(choices, " "));
  }
  return script;
}

Result<int> PrintCompletion(CommandLine& line, const std::string& shell) {
  std::string script;
  if (shell == "bash") script = BashScript(line);
  if (shell == "zsh") script = ZshScript(line);
  if (shell == "fish") script = FishScript(line);
  if (script.empty()) {
    return Status(Code::kInvalidArgument, fmt::format("no completion for '{}'; there is one for {}",
                                                      shell, fmt::join(kShells, ", ")));
  }
  Write(stdout, script);  // main.cc sees whether that worked
  return kFound;
}

}  // namespace

void AddCompletion(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("completion", "Print a completion script for bash, zsh or fish");
  auto shell = std::make_shared<std::string>("bash");
  verb.AddArgument("SHELL", *shell, "bash, zsh or fish; default: bash");
  verb.SetFooter(R"(Completes verbs, flags, and the names of measures and metrics.

Examples:
  source <(akin completion)                # bash: put this into ~/.bashrc
  source <(akin completion zsh)            # zsh: into ~/.zshrc, after compinit
  akin completion fish > ~/.config/fish/completions/akin.fish)");
  verb.SetWork([&line, &session, shell] { return session.CodeOf(PrintCompletion(line, *shell)); });
}

}  // namespace akin::cli
