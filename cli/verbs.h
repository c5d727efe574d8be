// The verbs of the program. Each adds itself to the command line; the function it leaves in `run`
// does the work once its flags are read, and returns the exit code.
#ifndef AKIN_CLI_VERBS_H_
#define AKIN_CLI_VERBS_H_

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <utility>

#include "akin/status.h"
#include "session.h"

namespace akin::cli {

using Run = std::function<int()>;

// What verbs end with: an exit code, or a status, which is printed unless it is ok.
inline int ExitCodeOf(const Session&, int code) { return code; }
inline int ExitCodeOf(const Session& session, const Status& status) {
  return status.ok() ? int{kFound} : session.Fail(status);
}
inline int ExitCodeOf(const Session& session, const Result<int>& code) {
  return code.ok() ? *code : session.Fail(code.status());
}

// Once the command line is read and has this verb, work(session, flags) is what is to be run.
template <class Flags, class Work>
void SetWork(CLI::App& verb, Session& session, Run& run, std::shared_ptr<Flags> flags, Work work) {
  verb.callback([&session, &run, flags = std::move(flags), work = std::move(work)] {
    run = [&session, flags, work] { return ExitCodeOf(session, work(session, *flags)); };
  });
}

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
