#include "command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string_view>

#include "akin/spelling.h"
#include "print.h"
#include "session.h"

namespace akin::cli {
namespace {

constexpr size_t kNameColumns = 28;  // descriptions begin after these

std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

// CLI11 does not wrap descriptions, but it indents text after a line break to their column.
class WrappedHelp : public CLI::Formatter {
 public:
  WrappedHelp() { column_width(kNameColumns); }

  std::string make_option_desc(const CLI::Option* option) const override {
    return Wrap(CLI::Formatter::make_option_desc(option), kHelpColumns - kNameColumns);
  }

  // In the list of verbs; what follows the first line is for the verb's own help.
  std::string make_subcommand(const CLI::App* verb) const override {
    return fmt::format("  {:<{}}{}\n", verb->get_name(), kNameColumns - 2,
                       FirstLine(verb->get_description()));
  }
};

std::string Suggestions(const std::vector<std::string>& choices, const std::string& wanted) {
  const auto near = SuggestWords(choices, wanted);
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

// Adds a hint if the first word is not a verb or no verb has a flag.
int Misused(CommandLine& line, const CLI::ParseError& error, int argc, char** argv) {
  std::vector<std::string> verbs;
  std::optional<Verb> verb;
  for (const Verb& candidate : line.Verbs()) {
    verbs.push_back(candidate.Name());
    if (argc > 1 && candidate.Name() == argv[1]) verb = candidate;
  }
  if (argc > 1 && !verb && argv[1][0] != '-') {
    Print(stderr, "akin: {}\n", NoVerb(verbs, argv[1]));
    return kError;
  }
  std::vector<std::string> flags = {"--help", "--version"};
  if (verb) {
    for (std::string& flag : verb->LongFlags()) flags.push_back(std::move(flag));
  }
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    word.resize(std::min(word.find('='), word.size()));
    if (!word.starts_with("--") || std::find(flags.begin(), flags.end(), word) != flags.end()) {
      continue;
    }
    Print(stderr, "akin: no flag {}{}\n", word, Suggestions(flags, word));
    return kError;
  }
  Print(stderr, "akin{}{}: {}\n", verb ? " " : "", verb ? argv[1] : "", error.what());
  Print(stderr, "akin {}--help tells more\n", verb ? fmt::format("{} ", verb->Name()) : "");
  return kError;
}

}  // namespace

Flag Flag::Required() const {
  option_->required();
  return *this;
}

Flag Flag::Needs(Flag other) const {
  option_->needs(other.option_);
  return *this;
}

Flag Flag::Excludes(Flag other) const {
  option_->excludes(other.option_);
  return *this;
}

Flag Flag::Default(const std::string& text) const {
  option_->default_str(text);
  return *this;
}

Flag Flag::Takes(const std::string& value) const {
  option_->type_name(value);
  return *this;
}

Flag Flag::Describe(const std::string& help) const {
  option_->description(help);
  return *this;
}

bool Flag::Given() const { return option_->count() > 0; }

Flag Verb::AddArgument(const std::string& name, std::string& variable,
                       const std::string& help) const {
  return Flag(app_->add_option(name, variable, help));
}

Flag Verb::AddArgument(const std::string& name, std::vector<std::string>& variable,
                       const std::string& help) const {
  return Flag(app_->add_option(name, variable, help));
}

Flag Verb::Find(const std::string& flag) const { return Flag(app_->get_option(flag)); }

void Verb::SetIntroduction(const std::string& text) const {
  app_->description(fmt::format("{}\n\n{}", About(), text));
}

void Verb::SetFooter(const std::string& text) const { app_->footer(text); }

void Verb::SetWork(Work work) const {
  app_->callback([chosen = chosen_, work = std::move(work)] { *chosen = work; });
}

std::string Verb::Name() const { return app_->get_name(); }

std::string Verb::About() const { return FirstLine(app_->get_description()); }

std::string Verb::Help() const { return app_->help("akin"); }

std::vector<FlagFacts> Verb::Flags() const {
  std::vector<FlagFacts> flags;
  for (const CLI::Option* option : app_->get_options()) {
    if (option->get_lnames().empty()) continue;  // an argument
    const auto& letters = option->get_snames();
    flags.push_back({.name = "--" + option->get_lnames().front(),
                     .short_name = letters.empty() ? "" : "-" + letters.front(),
                     .value = option->get_items_expected_max() > 0 ? option->get_type_name() : "",
                     .help = option->get_description()});
  }
  return flags;
}

std::vector<std::string> Verb::LongFlags() const {
  std::vector<std::string> names;
  for (FlagFacts& flag : Flags()) names.push_back(std::move(flag.name));
  return names;
}

CommandLine::CommandLine(const std::string& about, const std::string& version)
    : app_(std::make_unique<CLI::App>(about, "akin")) {
  app_->set_version_flag("--version", version);
  app_->require_subcommand(1);
  app_->formatter(std::make_shared<WrappedHelp>());
}

CommandLine::~CommandLine() = default;

Verb CommandLine::AddVerb(const std::string& name, const std::string& about) {
  return {app_->add_subcommand(name, about), &chosen_};
}

std::vector<Verb> CommandLine::Verbs() {
  std::vector<Verb> verbs;
  for (CLI::App* verb : app_->get_subcommands({})) {
    verbs.emplace_back(verb, &chosen_);
  }
  return verbs;
}

std::string CommandLine::Help() const {
  // App::help would explain the verb that was given.
  return app_->get_formatter()->make_help(app_.get(), "akin", CLI::AppFormatMode::Normal);
}

int CommandLine::Run(int argc, char** argv, Session& session) {
  if (argc < 2) {
    Print(stderr, "{}", app_->help());
    return kError;
  }
  try {
    app_->parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app_->exit(help);
  } catch (const CLI::ParseError& error) {
    return Misused(*this, error, argc, argv);
  }
  session.running = Verb(app_->get_subcommands().front(), &chosen_);
  return chosen_();
}

std::string Wrap(std::string_view text, size_t width) {
  std::string wrapped;
  size_t used = 0;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    const bool fits = used + 1 + word.size() <= width;
    if (used > 0) wrapped += fits ? ' ' : '\n';
    used = used > 0 && fits ? used + 1 + word.size() : word.size();
    wrapped += word;
  }
  return wrapped;
}

std::string Hanging(std::string_view text, size_t indent) {
  std::string lines = Wrap(text, kHelpColumns - indent);
  const std::string next = "\n" + std::string(indent, ' ');
  for (size_t at = lines.find('\n'); at != lines.npos; at = lines.find('\n', at + next.size())) {
    lines.replace(at, 1, next);
  }
  return lines;
}

std::string NoVerb(const std::vector<std::string>& verbs, const std::string& wanted) {
  return fmt::format("no verb '{}'{}\nakin --help lists them", wanted, Suggestions(verbs, wanted));
}

}  // namespace akin::cli
