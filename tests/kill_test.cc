// What is killed repeatedly and at any moment ends with the same bytes as what is not.
// Runs the program itself, because SIGKILL ends a whole process.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "akin/corpus.h"
#include "base/random.h"
#include "file_tree.h"
#include "random_graph.h"
#include "start_program.h"
#include "stress.h"
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

// Verbs that write besides the builds above. They work in a directory of their own; what is in it
// at the end, and no more, is what a run without kills leaves.
class KillVerbsTest : public KillTest {
 protected:
  void SetUp() override {
    MakeCorpus(TestGraph::Random(5'000, 20'000, 3), corpus_);
    ASSERT_EQ(StateOf(StartProgram({"build", corpus_, "--fingerprints", "30", "--quiet"})), 0);
    std::filesystem::create_directory(directory_ / "pages");
    for (int i = 0; i < 300; ++i) {
      std::string page =
          fmt::format("<title>Page {}</title><p>word{} and word{}", i, i % 7, i % 11);
      for (int link = 1; link < 6; ++link) {
        page += fmt::format(" <a href={}.html>to {}</a>", (i * link + 7) % 300, link);
      }
      WriteBytes(directory_ / fmt::format("pages/{}.html", i), page);
    }
    std::string labels = "key\tyear\ttype\n";
    for (int i = 0; i < 300; ++i) labels += fmt::format("{}.html\t{}\ttype{}\n", i, i, i % 7);
    WriteBytes(directory_ / "labels", labels);
    WriteBytes(directory_ / "table", "length\tvalue\n1\t0.5\n2\t0.75\n3\t0.8\n");
    ASSERT_EQ(StateOf(StartProgram({"build", corpus_, "--fingerprints", "20", "--quiet"})), 0);
    ASSERT_EQ(StateOf(StartProgram({"ingest", directory_ / "pages", "-o", site_, "--quiet"})), 0);
    std::string links;
    for (int i = 0; i < 200'000; ++i) links += fmt::format("{} {}\n", i % 6007, i * 7 % 9001);
    WriteBytes(directory_ / "links", links);
  }

  // `work` has copies of both corpora.
  std::vector<std::vector<std::string>> Commands(const std::string& work) const {
    return {
        {"ingest", directory_ / "links", "-o", work + "/new.akin", "--memory", "1M"},
        {"ingest", directory_ / "pages", "-o", work + "/new.akin", "--memory", "1M"},
        {"ingest", directory_ / "links", "-o", work + "/c.akin", "--force"},
        {"generate", "web", "--vertices", "20K", "-o", work + "/new.akin"},
        {"generate", "ba", "--vertices", "20K", "-o", work + "/new.tsv"},
        {"sample", work + "/c.akin", "--by", "fire", "--count", "2000", "-o", work + "/new.akin"},
        {"split", work + "/c.akin", "--parts", "2", "-o", work + "/new"},
        {"split", work + "/c.akin", "--parts", "3", "-o", work + "/new", "--copy"},
        {"bags", work + "/site.akin", "--memory", "16M"},
        {"label", work + "/site.akin", directory_ / "labels", "--force"},
        {"build", work + "/site.akin"},
        {"build", work + "/c.akin", "--method", "push", "--epsilon", "0.05"},
        {"info", work + "/c.akin", "--index", "simrank", "--plot", work + "/trees.svg"},
        {"plot", directory_ / "table", "-o", work + "/table.svg"},
    };
  }

  void Prepare(const std::string& work) const {
    std::filesystem::remove_all(work);
    std::filesystem::create_directory(work);
    std::filesystem::copy(corpus_, work + "/c.akin", std::filesystem::copy_options::recursive);
    std::filesystem::copy(site_, work + "/site.akin", std::filesystem::copy_options::recursive);
  }

  std::string site_ = directory_ / "site.akin";
};

TEST_F(KillVerbsTest, EveryVerbEndsAsIfItWereNotKilled) {
  const std::string work = directory_ / "work";
  std::vector<double> took;
  std::vector<FileTree> expected;
  for (std::vector<std::string> command : Commands(work)) {
    Prepare(work);
    command.emplace_back("--quiet");
    const auto begin = std::chrono::steady_clock::now();
    ASSERT_EQ(StateOf(StartProgram(command)), 0) << command[0];
    took.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    expected.push_back(ReadTree(work));
  }
  StressRun run(expected.size());
  uint64_t kills = 0;
  while (run.Next()) {
    const size_t verb = run.seed() % expected.size();
    const RandomStream random(7, 8, run.seed());
    std::vector<std::string> command = Commands(work)[verb];
    command.emplace_back("--quiet");
    Prepare(work);
    for (int round = 0; round < 4; ++round) {
      const pid_t child = StartProgram(command);
      const double share = static_cast<double>(random.Below(round, 1000)) / 1000;
      std::this_thread::sleep_for(std::chrono::duration<double>(took[verb] * share));
      kill(child, SIGKILL);
      const bool killed = WIFSIGNALED(StateOf(child));
      if (!killed || ReadTree(work) == expected[verb]) Prepare(work);  // it was faster, and is done
      ++kills;
      for (const char* corpus : {"/c.akin", "/site.akin", "/new.akin"}) {
        if (!std::filesystem::exists(work + corpus)) continue;
        ASSERT_TRUE(Corpus::Open(work + corpus).ok()) << command[0] << corpus;
      }
    }
    ASSERT_EQ(StateOf(StartProgram(command)), 0) << command[0];
    const FileTree tree = ReadTree(work);
    ASSERT_EQ(NamesIn(tree), NamesIn(expected[verb])) << command[0];
    ASSERT_TRUE(tree == expected[verb]) << command[0];
  }
  if (std::getenv("AKIN_STRESS_SECONDS") != nullptr) std::cout << "stress: " << kills << " kills\n";
}

}  // namespace
}  // namespace akin
