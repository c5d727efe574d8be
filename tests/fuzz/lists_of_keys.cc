// Files of lines that users write: names, truths, titles, scores. They are about a small corpus.
#include <string>

#include "akin/corpus.h"
#include "akin/eval.h"
#include "akin/exact.h"
#include "akin/ingest.h"
#include "cli/key_file.h"
#include "formats/title_file.h"
#include "fuzz/scratch_folder.h"
#include "fuzz/targets.h"

namespace akin {
namespace {

Corpus SmallCorpus(const ScratchFolder& folder) {
  const std::string path = folder.path() + "/c.akin";
  const auto arcs = [](ArcSink& sink) {
    Status status;
    for (const char* name : {"b", "c", "d", "x y"}) {
      if (status.ok()) status = sink.Arc("a", name);
    }
    return status;
  };
  Require(Ingest(arcs, path, {}).ok(), "a corpus can be made");
  return Corpus::Open(path).value();
}

void RequireAboutLines(const Status& status) {
  const Code code = status.code();
  Require(status.ok() || code == Code::kBadInput || code == Code::kUnknownKey ||
              code == Code::kInvalidArgument || code == Code::kOutOfBudget,
          "an error is about the lines");
}

}  // namespace

void FuzzListsOfKeys(std::string_view bytes) {
  static const ScratchFolder folder;
  static const Corpus corpus = SmallCorpus(folder);
  const std::string path = folder.Write("lines", bytes);
  RequireAboutLines(cli::ReadKeyFile(corpus, path, {}).status());
  RequireAboutLines(ReadPriors(corpus, path).status());
  RequireAboutLines(Truth::FromFile(corpus, path, {}).status());
  RequireAboutLines(Truth::FromClasses(corpus, path, {.depth = 3}).status());
  RequireAboutLines(Truth::FromGrades(corpus, path).status());
  RequireAboutLines(Truth::FromTitles(corpus, path).status());
  IngestReport report;
  const auto visit = [](const Place& place, std::string_view key, std::string_view) {
    Require(place.line > 0 && !key.empty(), "titles are of keys");
    return Status();
  };
  RequireAboutLines(ReadTitles(path, {.skip_bad_lines = bytes.size() % 2 == 0}, visit, report, {}));
}

}  // namespace akin
