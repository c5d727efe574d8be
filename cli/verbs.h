// The verbs of the program. Each adds itself to the command line.
#ifndef AKIN_CLI_VERBS_H_
#define AKIN_CLI_VERBS_H_

#include "command_line.h"
#include "session.h"

namespace akin::cli {

void AddIngest(CommandLine& line, Session& session);
void AddGenerate(CommandLine& line, Session& session);
void AddBuild(CommandLine& line, Session& session);
void AddRecipe(CommandLine& line, Session& session);
void AddBags(CommandLine& line, Session& session);
void AddBag(CommandLine& line, Session& session);
void AddLabel(CommandLine& line, Session& session);
void AddRelated(CommandLine& line, Session& session);
void AddSim(CommandLine& line, Session& session);
void AddExplain(CommandLine& line, Session& session);
void AddJoin(CommandLine& line, Session& session);
void AddServe(CommandLine& line, Session& session);
void AddBackend(CommandLine& line, Session& session);
void AddSplit(CommandLine& line, Session& session);
void AddMatch(CommandLine& line, Session& session);
void AddEval(CommandLine& line, Session& session);
void AddSample(CommandLine& line, Session& session);
void AddPlot(CommandLine& line, Session& session);
void AddInfo(CommandLine& line, Session& session);
void AddCheck(CommandLine& line, Session& session);
void AddExport(CommandLine& line, Session& session);
void AddCompletion(CommandLine& line, Session& session);
void AddHelp(CommandLine& line, Session& session);

}  // namespace akin::cli

#endif  // AKIN_CLI_VERBS_H_
