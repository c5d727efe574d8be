// akin: the command line. Data goes to standard output, everything else to standard error.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <vector>

#include "flags.h"
#include "graph/suggest.h"
#include "verbs.h"

namespace akin::cli {
namespace {

constexpr const char* kAbout =
    "akin finds what is related to what in a graph.\n\n"
    "  akin ingest links.tsv -o web.akin     make a corpus from links\n"
    "  akin build web.akin                   build an index into it\n"
    "  akin related web.akin KEY             ask";

std::string Suggestions(const std::vector<std::string>& choices, const std::string& wanted) {
  const auto near = SuggestWords(choices, wanted);
  return near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, " or "));
}

// A first word that is no verb, and a flag that no verb has, get a hint.
int Misused(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  std::vector<std::string> verbs;
  const CLI::App* verb = nullptr;
  for (const CLI::App* candidate : app.get_subcommands({})) {
    verbs.push_back(candidate->get_name());
    if (argc > 1 && candidate->get_name() == argv[1]) verb = candidate;
  }
  if (argc > 1 && verb == nullptr && argv[1][0] != '-') {
    fmt::print(stderr, "akin: no verb '{}'{}\nakin --help lists them\n", argv[1],
               Suggestions(verbs, argv[1]));
    return kError;
  }
  std::vector<std::string> flags = {"--help", "--version"};
  if (verb != nullptr) {
    for (const CLI::Option* option : verb->get_options()) {
      for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    }
  }
  for (int i = 1; i < argc; ++i) {
    std::string word = argv[i];
    word.resize(std::min(word.find('='), word.size()));
    if (!word.starts_with("--") || std::find(flags.begin(), flags.end(), word) != flags.end()) {
      continue;
    }
    fmt::print(stderr, "akin: no flag {}{}\n", word, Suggestions(flags, word));
    return kError;
  }
  fmt::print(stderr, "akin{}{}: {}\n", verb == nullptr ? "" : " ", verb == nullptr ? "" : argv[1],
             error.what());
  fmt::print(stderr, "akin {}--help tells more\n",
             verb == nullptr ? "" : fmt::format("{} ", verb->get_name()));
  return kError;
}

// A full disk behind standard output is an error, whatever the verb found.
int CheckOutput(int code) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good()) return code;
  fmt::print(stderr, "akin: standard output: cannot write: {}\n", std::strerror(errno));
  return kError;
}

int Main(int argc, char** argv) {
  Session session;
  session.stop = StopOnSignals();
  Run run;
  CLI::App app(kAbout, "akin");
  app.set_version_flag("--version", "akin " AKIN_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(28);
  AddIngest(app, session, run);
  AddGenerate(app, session, run);
  AddBuild(app, session, run);
  AddBags(app, session, run);
  AddBag(app, session, run);
  AddRelated(app, session, run);
  AddSim(app, session, run);
  AddJoin(app, session, run);
  AddMatch(app, session, run);
  AddEval(app, session, run);
  AddSample(app, session, run);
  AddPlot(app, session, run);
  AddInfo(app, session, run);
  AddCheck(app, session, run);
  AddExport(app, session, run);
  AddCompletion(app, run);
  if (argc < 2) {
    fmt::print(stderr, "{}", app.help());
    return kError;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return CheckOutput(app.exit(help));
  } catch (const CLI::ParseError& error) {
    return Misused(app, error, argc, argv);
  }
  session.running = app.get_subcommands().front();
  return CheckOutput(run());
}

}  // namespace
}  // namespace akin::cli

int main(int argc, char** argv) { return akin::cli::Main(argc, argv); }
