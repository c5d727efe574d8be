#include <fmt/format.h>

#include <memory>

#include "akin/akin.h"
#include "akin/try.h"
#include "print.h"
#include "verbs.h"

namespace akin::cli {
namespace {

Status CheckCorpus(const Session& session, const std::string& path) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  return corpus.Check(session.ControlFor(), [](const std::string& file, const Status& status) {
    Print("{}\t{}\n", status.ok() ? "ok" : "BAD", file);
  });
}

}  // namespace

void AddCheck(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("check", "Verify every byte of a corpus");
  auto corpus = std::make_shared<std::string>();
  verb.AddArgument("CORPUS", *corpus, "made by akin ingest").Required();
  session.AddWorkFlags(verb);
  verb.SetFooter(
      R"(Prints a line for each file, ok or BAD. If a file is damaged, the exit code is
2 and the message says what is wrong with the first one.

Example:
  akin check web.akin)");
  verb.SetWork([&session, corpus] { return session.CodeOf(CheckCorpus(session, *corpus)); });
}

}  // namespace akin::cli
