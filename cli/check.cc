#include <fmt/format.h>

#include <memory>

#include "akin/akin.h"
#include "base/try.h"
#include "flags.h"
#include "verbs.h"

namespace akin::cli {
namespace {

Status CheckCorpus(const Session& session, const std::string& path) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  return corpus.Check(session.ControlFor(), [](const std::string& file, const Status& status) {
    fmt::print("{}\t{}\n", status.ok() ? "ok" : "BAD", file);
  });
}

}  // namespace

void AddCheck(CLI::App& app, Session& session, Run& run) {
  CLI::App* verb = app.add_subcommand("check", "Verify every byte of a corpus");
  auto corpus = std::make_shared<std::string>();
  verb->add_option("CORPUS", *corpus, "made by akin ingest")->required();
  session.AddWorkFlags(*verb);
  verb->footer(
      R"(Prints a line for each file, ok or BAD. If a file is damaged, the exit code is
2 and the message says what is wrong with the first one.

Example:
  akin check web.akin)");
  verb->callback([&session, &run, corpus] {
    run = [&session, corpus]() -> int {
      const Status status = CheckCorpus(session, *corpus);
      return status.ok() ? static_cast<int>(kFound) : session.Fail(status);
    };
  });
}

}  // namespace akin::cli
