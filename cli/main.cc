// akin: the command line. Data goes to standard output, everything else to standard error.
#include <fmt/format.h>

#include <cstdio>

#include "print.h"
#include "verbs.h"

namespace akin::cli {
namespace {

constexpr const char* kAbout =
    "akin finds related vertices in a graph.\n\n"
    "  akin ingest links.tsv -o web.akin           make a corpus from links\n"
    "  akin build web.akin                         build the index that suits it\n"
    "  akin related web.akin KEY                   ask what is related to KEY\n";

// If standard output is on a full disk, that is an error, whatever the verb found.
int CheckOutput(int code) {
  const Status status = OutputStatus();
  if (status.ok()) return code;
  // A verb that failed has told why; it may have been this.
  if (code != kError) Print(stderr, "akin: {}\n", status.message());
  return kError;
}

int Main(int argc, char** argv) {
  Session session;
  session.stop = StopOnSignals();
  CommandLine line(kAbout, "akin " AKIN_VERSION);
  AddIngest(line, session);
  AddGenerate(line, session);
  AddBuild(line, session);
  AddRecipe(line, session);
  AddBags(line, session);
  AddBag(line, session);
  AddRelated(line, session);
  AddSim(line, session);
  AddJoin(line, session);
  AddServe(line, session);
  AddMatch(line, session);
  AddEval(line, session);
  AddSample(line, session);
  AddPlot(line, session);
  AddInfo(line, session);
  AddCheck(line, session);
  AddExport(line, session);
  AddCompletion(line, session);
  AddHelp(line, session);
  return CheckOutput(line.Run(argc, argv, session));
}

}  // namespace
}  // namespace akin::cli

int main(int argc, char** argv) { return akin::cli::Main(argc, argv); }
