// Makes a corpus from files or folders of pages, as `akin ingest` does, with an index in it.
//
//   from_file CORPUS SOURCE...
#include <akin/build.h>
#include <akin/ingest.h>

#include <cinttypes>
#include <cstdio>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: from_file CORPUS SOURCE...\n");
    return 2;
  }
  const std::string corpus = argv[1];
  const std::vector<std::string> sources(argv + 2, argv + argc);
  const auto report = akin::Ingest(sources, corpus, {.replace = true});
  if (!report.ok()) {
    std::fprintf(stderr, "from_file: %s\n", report.status().message().c_str());
    return 2;
  }
  const auto built = akin::BuildIndex(corpus, {.measure = akin::Measure::kPSimRank});
  if (!built.ok()) {
    std::fprintf(stderr, "from_file: %s\n", built.status().message().c_str());
    return 2;
  }
  std::printf("%" PRIu64 " vertices, %" PRIu64 " arcs\n", report->vertices, report->arcs);
  return 0;
}
