#include <fmt/format.h>

#include <memory>

#include "akin/akin.h"
#include "akin/try.h"
#include "print.h"
#include "verbs.h"

namespace akin::cli {
namespace {

std::string_view VerdictOf(const Status& status) {
  if (status.ok()) return "ok";
  if (status.code() == Code::kUnavailable) return "ELSEWHERE";
  if (status.code() == Code::kNoIndex) return "UNFINISHED";
  return status.code() == Code::kNotOurs ? "FOREIGN" : "BAD";
}

Status CheckCorpus(const Session& session, const std::string& path) {
  AKIN_TRY_ASSIGN(const Corpus corpus, Corpus::Open(path));
  return corpus.Check(session.ControlFor(), [](const std::string& file, const Status& status) {
    Print("{}\t{}\n", VerdictOf(status), file);
  });
}

}  // namespace

void AddCheck(CommandLine& line, Session& session) {
  const Verb verb = line.AddVerb("check", "Verify every byte of a corpus, and what its files say");
  auto corpus = std::make_shared<std::string>();
  verb.AddArgument("CORPUS", *corpus, "made by akin ingest").Required();
  session.AddWorkFlags(verb);
  verb.SetFooter(
      R"(Prints a line for each file: ok, or BAD if it is damaged or if what it says
cannot be, whatever its checksums. Two more words are about what does not belong
in a corpus: UNFINISHED is an index without a manifest, and FOREIGN a file that
is not of the corpus. With any of them the exit code is 2, and the message says
what is wrong with the first one.

ELSEWHERE is a shard that is on another machine on purpose (akin split): it is
not checked here, and is no error.

Example:
  akin check web.akin)");
  verb.SetWork([&session, corpus] { return session.CodeOf(CheckCorpus(session, *corpus)); });
}

}  // namespace akin::cli
