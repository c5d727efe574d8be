// Runs the inputs in tests/fuzz/corpus as ordinary tests: a target that finds an error aborts.
//
// With AKIN_WRITE_FUZZ=1 writes, of a small corpus made here, the inputs for akin's own files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "akin/attributes.h"
#include "akin/bags.h"
#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/ingest.h"
#include "file_tree.h"
#include "fuzz/sections.h"
#include "fuzz/targets.h"
#include "paths.h"
#include "temp_dir.h"

namespace akin {
namespace {

std::string InputsOf(std::string_view target) {
  return SourceFile("tests/fuzz/corpus/") + std::string(target);
}

class FuzzCorpusTest : public testing::TestWithParam<FuzzTarget> {};

TEST_P(FuzzCorpusTest, NoKeptInputBreaksIt) {
  size_t inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(InputsOf(GetParam().name))) {
    SCOPED_TRACE(entry.path().string());
    GetParam().run(ReadBytes(entry.path().string()));
    ++inputs;
  }
  EXPECT_GT(inputs, 0U);
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpusTest, testing::ValuesIn(kFuzzTargets),
                         [](const auto& target) { return std::string(target.param.name); });

void WriteInput(std::string_view target, std::string_view name, std::string_view input) {
  std::filesystem::create_directories(InputsOf(target));
  WriteBytes(InputsOf(target) + "/" + std::string(name), input);
}

// The target that reads a file of a corpus; empty if it is no container.
std::string_view TargetOf(std::string_view file) {
  if (file.ends_with("graph.akin")) return "graph";
  if (file.starts_with("bags/")) return "bags";
  if (file.starts_with("indexes/") && file.ends_with(".akin")) return "shard";
  if (file.starts_with("attributes/")) return "attributes";
  if (file == "keys.akin") return "keys";
  return file == "pages.akin" ? "pages" : "";
}

void WriteInputsOfCorpus(std::string_view prefix, const std::string& corpus) {
  for (const auto& [file, bytes] : ReadTree(corpus)) {
    std::string name = fmt::format("{}-{}", prefix, file);
    std::replace(name.begin(), name.end(), '/', '-');
    if (file.ends_with(".json")) {
      WriteInput("documents", name, bytes.substr(0, bytes.rfind(",\n  \"checksum\"")));
    } else if (const std::string_view target = TargetOf(file); !target.empty()) {
      WriteInput(target, name, InputOf(SectionsOfContainer(bytes)));
    }
    if (file == "keys.akin") WriteInput("container", name, bytes);
  }
}

TEST(FuzzInputs, WriteThoseOfACorpus) {
  if (std::getenv("AKIN_WRITE_FUZZ") == nullptr) GTEST_SKIP() << "set AKIN_WRITE_FUZZ=1 to write";
  TempDir directory;
  for (const char* name : {"a", "b", "c"}) {
    WriteBytes(directory / fmt::format("{}.html", name),
               fmt::format("<title>Page {}</title><nav><a href=a.html>up</a></nav><p>some words of "
                           "{}, <a href=b.html>then b</a> and <a href=c.html>c</a>",
                           name, name));
  }
  const std::string pages = directory / "pages.akin";
  ASSERT_TRUE(Ingest({directory.path()}, pages, {}).ok());
  ASSERT_TRUE(BuildBags(pages, {}).ok());
  WriteBytes(directory / "labels",
             "key\tyear\ttype\ttags\na.html\t1999\tx\tu|v\nc.html\t2.5\tyy\tv\n");
  ASSERT_TRUE(Label(pages, directory / "labels").ok());
  for (const Measure measure : {Measure::kSimRank, Measure::kXJaccard}) {
    BuildOptions options{.measure = measure, .fingerprints = 2};
    options.length = 3;
    ASSERT_TRUE(BuildIndex(pages, options).ok());
  }
  WriteInputsOfCorpus("pages", pages);
  const std::string numbers = directory / "numbers.akin";
  const auto arcs = [](ArcSink& sink) {
    Status status;
    for (int i = 0; i < 200 && status.ok(); ++i) {
      status = sink.Arc(std::to_string(i % 70), std::to_string(i * 7 % 90 * 3));
    }
    return status;
  };
  ASSERT_TRUE(Ingest(arcs, numbers, {}).ok());
  BuildOptions options{.measure = Measure::kPSimRank, .fingerprints = 1};
  options.length = 15;
  ASSERT_TRUE(BuildIndex(numbers, options).ok());
  WriteInputsOfCorpus("numbers", numbers);
}

}  // namespace
}  // namespace akin
