// akin help VERB prints what akin VERB --help does.
#include <cstdio>
#include <memory>

#include "print.h"
#include "verbs.h"

namespace akin::cli {
namespace {

int PrintAll(const std::string& help) {
  Write(stdout, help);  // main.cc sees whether that worked
  return kFound;
}

Result<int> PrintHelp(CommandLine& line, const std::string& name) {
  if (name.empty()) return PrintAll(line.Help());
  std::vector<std::string> names;
  for (const Verb& verb : line.Verbs()) {
    if (verb.Name() == name) return PrintAll(verb.Help());
    names.push_back(verb.Name());
  }
  return Status(Code::kInvalidArgument, NoVerb(names, name));
}

}  // namespace

void AddHelp(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("help", "Explain a command, or list all of them");
  auto name = std::make_shared<std::string>();
  verb.AddArgument("VERB", *name, "a command, such as related");
  verb.SetFooter(R"(akin help VERB is the same as akin VERB --help.

Examples:
  akin help
  akin help related)");
  verb.SetWork([&line, &session, name] { return session.CodeOf(PrintHelp(line, *name)); });
}

}  // namespace akin::cli
