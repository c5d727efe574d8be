// A corpus in a separate folder, in which tests build and open indexes through the library.
#ifndef AKIN_TESTS_INDEX_FIXTURE_H_
#define AKIN_TESTS_INDEX_FIXTURE_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {

class IndexTest : public testing::Test {
 protected:
  Index BuildAndOpen(const BuildOptions& options, const Control& control = {}) {
    const auto report = BuildIndex(corpus_, options, control);
    EXPECT_TRUE(report.ok()) << report.status().message();
    auto index = Corpus::Open(corpus_)->OpenIndex(report->name);
    EXPECT_TRUE(index.ok()) << index.status().message();
    return *index;
  }
  Status Refusal(const BuildOptions& options) { return BuildIndex(corpus_, options).status(); }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
};

// Reads indexes as files, to compare them byte by byte. Nothing is synced.
class IndexFilesTest : public IndexTest {
 protected:
  // The files after the builds, which follow one another in the same corpus.
  FileTree Build(const std::vector<BuildOptions>& builds, const Control& control) {
    std::filesystem::remove_all(corpus_ + "/indexes");
    for (const BuildOptions& options : builds) {
      const auto report = BuildIndex(corpus_, options, control);
      EXPECT_TRUE(report.ok()) << report.status().message();
    }
    return ReadTree(corpus_ + "/indexes");
  }
};

}  // namespace akin

#endif  // AKIN_TESTS_INDEX_FIXTURE_H_
