// The verbs of the program. Each adds itself to the command line; the function it leaves in `run`
// does the work once its flags are read, and returns the exit code.
#ifndef AKIN_CLI_VERBS_H_
#define AKIN_CLI_VERBS_H_

#include <CLI/CLI.hpp>
#include <functional>

#include "session.h"

namespace akin::cli {

using Run = std::function<int()>;

void AddIngest(CLI::App& app, Session& session, Run& run);
void AddGenerate(CLI::App& app, Session& session, Run& run);
void AddBuild(CLI::App& app, Session& session, Run& run);
void AddBags(CLI::App& app, Session& session, Run& run);
void AddBag(CLI::App& app, Session& session, Run& run);
void AddRelated(CLI::App& app, Session& session, Run& run);
void AddSim(CLI::App& app, Session& session, Run& run);
void AddJoin(CLI::App& app, Session& session, Run& run);
void AddMatch(CLI::App& app, Session& session, Run& run);
void AddEval(CLI::App& app, Session& session, Run& run);
void AddSample(CLI::App& app, Session& session, Run& run);
void AddPlot(CLI::App& app, Session& session, Run& run);
void AddInfo(CLI::App& app, Session& session, Run& run);
void AddCheck(CLI::App& app, Session& session, Run& run);
void AddExport(CLI::App& app, Session& session, Run& run);
void AddCompletion(CLI::App& app, Run& run);

}  // namespace akin::cli

#endif  // AKIN_CLI_VERBS_H_
