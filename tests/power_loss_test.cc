// Whenever the power fails, and whatever it leaves of what was not synced: the corpus is the old
// one or the new one, the new one if the call had ended; and repeating the call gives the same
// bytes as a run without failure.
//
// AKIN_STRESS_SECONDS lets every test try new cases for so long, AKIN_STRESS_SEED tries others.
#include "power_loss.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "akin/attributes.h"
#include "akin/bags.h"
#include "akin/build.h"
#include "akin/ingest.h"
#include "akin/recipe.h"
#include "akin/split.h"
#include "base/random.h"
#include "describe_corpus.h"
#include "file_tree.h"
#include "leftovers.h"
#include "stress.h"
#include "temp_dir.h"

namespace akin {
namespace {

namespace fs = std::filesystem;
using Call = std::function<Status(const std::string& corpus)>;

// Of a call that publishes several things one after another, any number may be there.
enum class Steps { kOne, kMany };

Call Lines(const char* name, const IngestOptions& options = {}) {
  return [=](const std::string& corpus) {
    const std::string sources = DirectoryOf(DirectoryOf(corpus)) + "/sources/";
    return Ingest({sources + name}, corpus, options, Frugal()).status();
  };
}
Call Building(const BuildOptions& options) {
  return [=](const std::string& corpus) { return BuildIndex(corpus, options, Frugal()).status(); };
}
Call Bagging(const BagOptions& options) {
  return [=](const std::string& corpus) {
    return BuildBags(corpus, options, {.threads = 2, .memory = uint64_t{16} << 20}).status();
  };
}
Call Labelling(const char* name) {
  return [=](const std::string& corpus) {
    const std::string sources = DirectoryOf(DirectoryOf(corpus)) + "/sources/";
    return Label(corpus, sources + name, {.replace = true}).status();
  };
}
Call InTurn(const std::vector<Call>& calls) {
  return [=](const std::string& corpus) {
    for (const Call& call : calls) {
      if (Status status = call(corpus); !status.ok()) return status;
    }
    return Status();
  };
}
Status BuildingRecipe(const std::string& corpus) {
  return BuildRecipe(corpus, {.threads = 2, .memory = uint64_t{16} << 20}).status();
}
// Makes a directory of front and parts where the others make a corpus, from one beside it.
std::string WholeBeside(const std::string& target) { return DirectoryOf(target) + "/whole.akin"; }
Call ForSplit(const Call& prepare) {
  return [=](const std::string& target) { return prepare(WholeBeside(target)); };
}
Call Splitting(bool copy) {
  return [=](const std::string& target) {
    return SplitCorpus(WholeBeside(target), target, {.parts = 2, .copy = copy}).status();
  };
}
Status Nothing(const std::string&) { return {}; }

class PowerLoss : public testing::Test {
 protected:
  PowerLoss() {
    fs::create_directories(work_ / "sources/pages");
    WriteBytes(work_ / "sources/links.tsv", "a\tb\na\tc\nb\tc\nc\ta\nd\tb\nd\tc\ne\tb\ne\tf\n");
    WriteBytes(work_ / "sources/other.tsv", "1\t2\n1\t3\n4\t2\n4\t3\n2\t1\n-7\t3\n");
    WriteBytes(work_ / "sources/labels", "key\tyear\ttags\na\t1\tx|y\nc\t2\tz\n");
    WriteBytes(work_ / "sources/relabels", "key\tyear\nb\t3\nc\t4\nd\t4\n");
    for (const char* page : {"x", "y", "z"}) {
      WriteBytes(work_ / fmt::format("sources/pages/{}.html", page),
                 fmt::format("<title>{0}{0}</title><p>words of {0}<a href=x.html>the x</a>"
                             "<a href=y.html>why y</a>",
                             page));
    }
  }

  void Try(const Call& prepare, const Call& call, Steps steps = Steps::kOne);

 private:
  struct Outcome {
    std::string before;  // as returned by Describe
    std::string after;
    FileTree files_after;
  };
  void TryOne(const PowerLossFiles& files, size_t n, uint64_t seed, const Outcome& outcome,
              const Call& call, Steps steps);

  TempDir work_;
};

void PowerLoss::Try(const Call& prepare, const Call& call, Steps steps) {
  const std::string folder = work_ / "folder";
  const std::string corpus = folder + "/c.akin";
  fs::create_directory(folder);
  const Status ready = prepare(corpus);
  ASSERT_TRUE(ready.ok()) << ready.message();
  Outcome outcome{.before = Describe(corpus)};
  PowerLossFiles files(folder);
  {
    const ScopedFileLayer scope(files);
    const Status status = call(corpus);
    ASSERT_TRUE(status.ok()) << status.message();
  }
  outcome.after = Describe(corpus);
  outcome.files_after = ReadTree(corpus);
  ASSERT_NE(outcome.before, outcome.after);
  ASSERT_GT(files.operations(), 5U);
  constexpr int kCases = 80;
  StressRun run(kCases);
  while (run.Next() && !HasFailure()) {
    const RandomStream random(run.seed(), 1, 1);
    // One case in four is after the end of the call.
    const size_t n =
        std::min<size_t>(files.operations(), random.Below(0, files.operations() * 4 / 3 + 1));
    TryOne(files, n, run.seed(), outcome, call, steps);
  }
}

void PowerLoss::TryOne(const PowerLossFiles& files, size_t n, uint64_t seed, const Outcome& outcome,
                       const Call& call, Steps steps) {
  SCOPED_TRACE(fmt::format("seed {}: {} of {} operations", seed, n, files.operations()));
  const std::string folder = work_ / "left";
  const std::string corpus = folder + "/c.akin";
  fs::remove_all(folder);
  files.LeaveBehind(n, seed, folder);
  const std::string now = Describe(corpus);
  const bool is_after = now == outcome.after;
  const bool valid = steps == Steps::kMany ? now.find(" vertices ") != std::string::npos
                                           : now == outcome.before || is_after;
  EXPECT_TRUE(valid) << now;
  EXPECT_TRUE(is_after || n < files.operations()) << "a call that has ended was undone\n" << now;
  const Status again = call(corpus);
  const bool there = again.code() == Code::kAlreadyExists && is_after;
  EXPECT_TRUE(again.ok() || there) << again.message();
  EXPECT_TRUE(there || HasNoLeftovers(folder));
  const FileTree tree = ReadTree(corpus);
  EXPECT_EQ(NamesIn(tree), NamesIn(outcome.files_after));
  EXPECT_TRUE(tree == outcome.files_after) << "other bytes than without the failure";
}

TEST_F(PowerLoss, DuringIngest) { Try(Nothing, Lines("links.tsv")); }
TEST_F(PowerLoss, DuringIngestOfPages) { Try(Nothing, Lines("pages")); }
TEST_F(PowerLoss, DuringIngestThatReplacesACorpusWithAnIndex) {
  Try(InTurn({Lines("other.tsv"), Building({.fingerprints = 10})}),
      Lines("links.tsv", {.replace = true}));
}
TEST_F(PowerLoss, DuringTheFirstBuild) { Try(Lines("links.tsv"), Building({.fingerprints = 12})); }
TEST_F(PowerLoss, DuringABuildOfNumbers) {
  Try(Lines("links.tsv"), Building({.method = Method::kPush}));
}
TEST_F(PowerLoss, DuringABuildThatExtends) {
  Try(InTurn({Lines("links.tsv"), Building({.fingerprints = 12})}), Building({.fingerprints = 35}));
}
TEST_F(PowerLoss, DuringABuildThatReplaces) {
  Try(InTurn({Lines("links.tsv"), Building({.fingerprints = 12, .name = "main"})}),
      Building({.measure = Measure::kPSimRank,
                .fingerprints = 21,
                .seed = 5,
                .name = "main",
                .replace = true}));
}
TEST_F(PowerLoss, DuringTheFirstBags) { Try(Lines("pages"), Bagging({})); }
TEST_F(PowerLoss, DuringBagsThatReplace) {
  Try(InTurn({Lines("pages"), Bagging({})}), Bagging({.anchor = false, .replace = true}));
}
TEST_F(PowerLoss, DuringTheFirstLabels) { Try(Lines("links.tsv"), Labelling("labels")); }
TEST_F(PowerLoss, DuringLabelsThatReplace) {
  Try(InTurn({Lines("links.tsv"), Labelling("labels")}), Labelling("relabels"));
}
TEST_F(PowerLoss, DuringARecipe) { Try(Lines("pages"), BuildingRecipe, Steps::kMany); }

TEST_F(PowerLoss, DuringASplitByLinks) {
  Try(ForSplit(InTurn({Lines("pages"), Building({.fingerprints = 25})})), Splitting(false));
}
TEST_F(PowerLoss, DuringASplitByCopies) {
  Try(ForSplit(InTurn({Lines("pages"), Building({.fingerprints = 25})})), Splitting(true));
}

}  // namespace
}  // namespace akin
