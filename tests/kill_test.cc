// A build that is killed repeatedly and at any moment ends with the same bytes as one that is not.
// Runs the program itself, because SIGKILL ends a whole process.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/random.h"
#include "file_tree.h"
#include "random_graph.h"
#include "start_program.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

int StateOf(pid_t child) {
  int state = 0;
  waitpid(child, &state, 0);
  return state;
}

class KillTest : public testing::Test {
 protected:
  std::vector<std::string> Command(const char* measure, const char* builder) const {
    return {"build",    corpus_, "--measure",      measure, "--length",  "3", "--builder", builder,
            "--memory", "64M",   "--fingerprints", "45",    "--threads", "2", "--quiet"};
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
};

TEST_F(KillTest, TwentyKillsInARowChangeNoByte) {
  MakeCorpus(TestGraph::Random(20'000, 80'000, 3), corpus_);
  const RandomStream random(7, 7, 7);
  uint64_t choices = 0;
  for (const char* measure : {"simrank", "psimrank", "xjaccard"}) {
    std::filesystem::remove_all(corpus_ + "/indexes");
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(StateOf(StartProgram(Command(measure, "memory"))), 0);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const FileTree expected = ReadTree(corpus_ + "/indexes");
    std::filesystem::remove_all(corpus_ + "/indexes");

    // The builders alternate, since one continues where another was killed. Most delays are short
    // compared with the time of a build; if one was faster all the same, it begins again.
    int killed = 0;
    for (int round = 0; killed < 20 && round < 60; ++round) {
      const char* builder = round % 3 == 0   ? "memory"
                            : round % 3 == 1 ? "semi-external"
                                             : "external";
      const pid_t child = StartProgram(Command(measure, builder));
      const double share = static_cast<double>(random.Below(++choices, 1000)) / 1000;
      std::this_thread::sleep_for(took * share * share);
      kill(child, SIGKILL);
      const int state = StateOf(child);
      if (!WIFSIGNALED(state)) {
        ASSERT_EQ(state, 0);
        EXPECT_TRUE(ReadTree(corpus_ + "/indexes") == expected) << measure << ' ' << builder;
        std::filesystem::remove_all(corpus_ + "/indexes");
        continue;
      }
      ++killed;
    }
    EXPECT_EQ(killed, 20) << measure;
    ASSERT_EQ(StateOf(StartProgram(Command(measure, "external"))), 0);
    EXPECT_TRUE(ReadTree(corpus_ + "/indexes") == expected) << measure;
  }
}

}  // namespace
}  // namespace akin
