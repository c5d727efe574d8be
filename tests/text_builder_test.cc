// The bytes of a text index depend only on bags and options.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "akin/build.h"
#include "file_tree.h"
#include "index_fixture.h"
#include "random_graph.h"
#include "test_bags.h"
#include "test_corpus.h"

namespace akin {
namespace {

constexpr uint64_t kMebibyte = uint64_t{1} << 20;

class TextBuilderTest : public IndexFilesTest {};

// More pages than fit in a window; with little memory, more than fit in a sorter.
TEST_F(TextBuilderTest, ThreadsAndMemoryDoNotChangeTheBytes) {
  MakeCorpus(TestGraph::Random(40'000, 50'000, 3), corpus_);
  PutBags(RandomBags(40'000, 2'000, 1), 2'000, corpus_, "words");
  BuildOptions options{.measure = Measure::kText, .fingerprints = 12, .bags = "words"};
  for (const bool some : {false, true}) {
    for (VertexId v = 5; some && v < 40'000; v += 2) options.only.push_back(v);
    const FileTree expected = Build({options}, {.threads = 1});
    ASSERT_EQ(expected.size(), 3U);
    for (const Control& control :
         {Control{.threads = 3}, Control{.threads = 1, .memory = 8 * kMebibyte},
          Control{.threads = 2, .memory = 10 * kMebibyte}}) {
      EXPECT_TRUE(Build({options}, control) == expected)
          << control.threads << " threads, " << control.memory << " bytes";
    }
  }
  EXPECT_EQ(BuildIndex(corpus_, {.measure = Measure::kText, .replace = true, .bags = "words"},
                       {.memory = kMebibyte})
                .status()
                .code(),
            Code::kOutOfBudget);
}

TEST_F(TextBuilderTest, GrowingGivesTheBytesOfOneBuild) {
  MakeCorpus(TestGraph::Random(400, 1500, 3), corpus_);
  PutBags(RandomBags(400, 500, 1), 500, corpus_, "words");
  BuildOptions options{.measure = Measure::kText, .fingerprints = 20, .bags = "words"};
  const FileTree twenty = Build({options}, {});
  std::filesystem::remove_all(corpus_ + "/indexes");
  for (const unsigned signatures : {3U, 10U, 14U, 20U}) {
    options.fingerprints = signatures;
    EXPECT_TRUE(BuildIndex(corpus_, options).ok());
  }
  EXPECT_TRUE(ReadTree(corpus_ + "/indexes") == twenty);
}

}  // namespace
}  // namespace akin
