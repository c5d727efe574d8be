// Runs the inputs in tests/fuzz/corpus as ordinary tests: a target that finds an error aborts.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "file_tree.h"
#include "fuzz/targets.h"
#include "paths.h"

namespace akin {
namespace {

template <class Target>
void RunAll(const std::string& corpus, Target target) {
  size_t inputs = 0;
  const std::string folder = SourceFile("tests/fuzz/corpus/") + corpus;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path().string());
    target(ReadBytes(entry.path().string()));
    ++inputs;
  }
  EXPECT_GT(inputs, 0U);
}

TEST(FuzzCorpusTest, HtmlPages) { RunAll("html_page", FuzzHtmlPage); }
TEST(FuzzCorpusTest, WarcFiles) { RunAll("warc", FuzzWarc); }
TEST(FuzzCorpusTest, Urls) { RunAll("url", FuzzUrl); }

}  // namespace
}  // namespace akin
