// Which books are related, by who reads what: makes a corpus from arcs that the program has, builds
// an index and asks.
//
//   readers CORPUS
#include <akin/build.h>
#include <akin/corpus.h>
#include <akin/ingest.h>

#include <cstdio>
#include <string>

namespace {

constexpr const char* kReads[][2] = {
    {"Ada", "Emma"},       {"Ada", "Persuasion"}, {"Ada", "Middlemarch"},   {"Bob", "Emma"},
    {"Bob", "Persuasion"}, {"Cleo", "Dracula"},   {"Cleo", "Frankenstein"}, {"Dan", "Emma"},
    {"Dan", "Dracula"},    {"Dan", "Persuasion"}, {"Eve", "Frankenstein"},  {"Eve", "Dracula"}};

// An arc from a reader to a book: vertices are similar if similar vertices link to them.
akin::Status AddArcs(akin::ArcSink& sink) {
  for (const auto& [reader, book] : kReads) {
    if (akin::Status status = sink.Arc(reader, book); !status.ok()) return status;
  }
  return {};
}

akin::Status Run(const std::string& path) {
  const auto made = akin::Ingest(AddArcs, path, {.replace = true});
  if (!made.ok()) return made.status();
  const auto built = akin::BuildIndex(path, {.measure = akin::Measure::kPSimRank});
  if (!built.ok()) return built.status();

  const auto corpus = akin::Corpus::Open(path);
  if (!corpus.ok()) return corpus.status();
  const auto index = corpus->OpenIndex();
  if (!index.ok()) return index.status();
  const auto book = corpus->Find("Emma");
  if (!book.ok()) return book.status();
  const auto answer = index->Related(*book, {.k = 3});
  if (!answer.ok()) return answer.status();
  for (const akin::Hit& hit : answer->hits) {
    const auto name = corpus->Name(hit.vertex);
    if (!name.ok()) return name.status();
    std::printf("%.3f  %s\n", hit.score.value, name->c_str());
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: readers CORPUS\n");
    return 2;
  }
  const akin::Status status = Run(argv[1]);
  if (!status.ok()) std::fprintf(stderr, "readers: %s\n", status.message().c_str());
  return status.ok() ? 0 : 2;
}
