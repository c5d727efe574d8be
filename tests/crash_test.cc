// Whichever file operation fails, and wherever the process is killed: the corpus is the old one or
// the new one, and repeating the call gives the same bytes as a run without failure.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "akin/attributes.h"
#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/ingest.h"
#include "akin/split.h"
#include "describe_corpus.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "leftovers.h"
#include "temp_dir.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

class CrashTest : public testing::Test {
 protected:
  using Call = std::function<Status(const std::string& corpus)>;

  CrashTest() {
    WriteBytes(sources_ / "links.tsv", "a\tb\na\tc\nb\tc\nc\ta\nd\tb\nd\tc\ne\tb\ne\tf\nf\ta\n");
    WriteBytes(sources_ / "other.tsv", "1\t2\n1\t3\n4\t2\n4\t3\n2\t1\n-7\t3\n");
    WriteBytes(sources_ / "labels.tsv", "key\tyear\ttags\na\t2001\tx|y\nc\t2002\ty\n");
    WriteBytes(sources_ / "years.tsv", "key\tyear\na\t1999\nb\t2003\nd\t2001\n");
    fs::create_directory(sources_ / "pages");
    WriteBytes(sources_ / "pages/x.html", "<title>Xx</title><a href=y.html>y</a>");
    WriteBytes(sources_ / "pages/y.html", "<title>Yy</title><a href=x.html>x</a>");
    WriteBytes(sources_ / "pages/z.html", "<a href=x.html>x</a><a href=y.html>y</a>");
  }

  Call IngestCall(const std::vector<std::string>& names, const IngestOptions& options = {}) const {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(sources_ / name);
    return [=](const std::string& corpus) {
      return Ingest(paths, corpus, options, Frugal()).status();
    };
  }
  static Call BuildCall(const BuildOptions& options) {
    return
        [=](const std::string& corpus) { return BuildIndex(corpus, options, Frugal()).status(); };
  }
  Call LabelCall(const std::string& name, const LabelOptions& options = {}) const {
    const std::string path = sources_ / name;
    return
        [=](const std::string& corpus) { return Label(corpus, path, options, Frugal()).status(); };
  }
  static Call InTurn(const std::vector<Call>& calls) {
    return [=](const std::string& corpus) {
      for (const Call& call : calls) {
        if (Status status = call(corpus); !status.ok()) return status;
      }
      return Status();
    };
  }

  // Makes a directory of front and parts where the others make a corpus, from one beside it.
  static Call SplitCall(bool copy) {
    return [=](const std::string& target) {
      return SplitCorpus(WholeBeside(target), target, {.parts = 2, .copy = copy}).status();
    };
  }
  Call PrepareSplit() const {
    return [prepare = InTurn({IngestCall({"pages"}), BuildCall({.fingerprints = 25})})](
               const std::string& target) { return prepare(WholeBeside(target)); };
  }
  static std::string WholeBeside(const std::string& target) {
    return Join(DirectoryOf(target), "whole.akin");
  }

  // Runs `call` on the result of `prepare`, with a fault at its operation 1, 2, 3, ...
  void TryAllFaults(const Call& prepare, const Call& call);

 private:
  struct Outcome {
    std::string before;    // as returned by Describe
    std::string after;     // of a run without faults
    FileTree files_after;  // of the corpus
  };
  bool Survives(Fault fault, uint64_t n, const std::string& prepared, const Outcome& outcome,
                const Call& call);

  TempDir sources_;
};

void CrashTest::TryAllFaults(const Call& prepare, const Call& call) {
  const TempDir work;
  const std::string prepared = work / "prepared";
  const std::string done = work / "done";
  fs::create_directory(prepared);
  Outcome outcome;
  const Status ready = prepare(prepared + "/c.akin");
  ASSERT_TRUE(ready.ok()) << ready.message();
  outcome.before = Describe(prepared + "/c.akin");
  fs::copy(prepared, done, fs::copy_options::recursive);
  const Status status = call(done + "/c.akin");
  ASSERT_TRUE(status.ok()) << status.message();
  outcome.after = Describe(done + "/c.akin");
  outcome.files_after = ReadTree(done + "/c.akin");
  ASSERT_TRUE(HasNoLeftovers(done));
  ASSERT_NE(outcome.before, outcome.after);
  for (const Fault fault : {Fault::kOnce, Fault::kOnward, Fault::kCrash}) {
    uint64_t n = 1;
    while (Survives(fault, n, prepared, outcome, call)) {
      if (HasFailure()) return;
      ++n;
    }
    EXPECT_GT(n, 5U) << "hardly anything went through the file layer";
  }
}

// False if the call ends before operation n.
bool CrashTest::Survives(Fault fault, uint64_t n, const std::string& prepared,
                         const Outcome& outcome, const Call& call) {
  SCOPED_TRACE(fmt::format("fault mode {}, operation {}", static_cast<int>(fault), n));
  const TempDir work;
  const std::string corpus = work / "c.akin";
  fs::copy(prepared, work.path(), fs::copy_options::recursive);
  Status status;
  {
    FaultyFiles faulty(fault, n);
    const ScopedFileLayer scope(faulty);
    status = call(corpus);
    if (!faulty.struck()) {
      EXPECT_TRUE(status.ok()) << status.message();
      return false;
    }
  }
  EXPECT_EQ(status.code(), Code::kIo) << status.message();
  EXPECT_THAT(status.message(), testing::HasSubstr("No space left on device"));
  const std::string now = Describe(corpus);
  EXPECT_TRUE(now == outcome.before || now == outcome.after) << now;
  // An old corpus that was replaced stays until it is sure that its name will not come back.
  if (fault != Fault::kCrash && now == outcome.before) {
    EXPECT_TRUE(HasNoLeftovers(work.path()));
  }

  const Status again = call(corpus);
  // A corpus that was renamed before the fault exists already, and is complete.
  const bool there = again.code() == Code::kAlreadyExists && now == outcome.after;
  EXPECT_TRUE(again.ok() || there) << again.message();
  const FileTree files = ReadTree(corpus);
  EXPECT_EQ(NamesIn(files), NamesIn(outcome.files_after));
  EXPECT_TRUE(files == outcome.files_after) << "other bytes than without the fault";
  EXPECT_TRUE(there || HasNoLeftovers(work.path()));
  return true;
}

TEST_F(CrashTest, FreshIngest) {
  TryAllFaults([](const std::string&) { return Status(); }, IngestCall({"links.tsv", "pages"}));
}

TEST_F(CrashTest, FreshIngestOfIntegers) {
  TryAllFaults([](const std::string&) { return Status(); }, IngestCall({"other.tsv"}));
}

TEST_F(CrashTest, IngestReplacingACorpusWithAnIndex) {
  TryAllFaults(InTurn({IngestCall({"other.tsv"}), BuildCall({.fingerprints = 10})}),
               IngestCall({"links.tsv", "pages"}, {.replace = true}));
}

TEST_F(CrashTest, FreshBuild) {
  TryAllFaults(IngestCall({"links.tsv", "pages"}), BuildCall({.fingerprints = 12}));
}

TEST_F(CrashTest, BuildGrowingByAShard) {
  TryAllFaults(InTurn({IngestCall({"links.tsv"}), BuildCall({.fingerprints = 10})}),
               BuildCall({.fingerprints = 20}));
}

TEST_F(CrashTest, BuildGrowingByHalfAShard) {
  TryAllFaults(InTurn({IngestCall({"links.tsv"}), BuildCall({.fingerprints = 10}),
                       BuildCall({.fingerprints = 20})}),
               BuildCall({.fingerprints = 25}));
}

TEST_F(CrashTest, BuildFillingAHalfShard) {
  TryAllFaults(InTurn({IngestCall({"links.tsv"}), BuildCall({.fingerprints = 25})}),
               BuildCall({.fingerprints = 40}));
}

TEST_F(CrashTest, BuildReplacingAllParameters) {
  TryAllFaults(InTurn({IngestCall({"links.tsv"}), BuildCall({.fingerprints = 12, .name = "main"})}),
               BuildCall({.measure = Measure::kPSimRank,
                          .decay = 0.8,
                          .length = 20,
                          .fingerprints = 11,
                          .seed = 5,
                          .name = "main",
                          .replace = true}));
}

TEST_F(CrashTest, BuildReplacingTheDecayAlone) {
  TryAllFaults(InTurn({IngestCall({"links.tsv"}), BuildCall({.fingerprints = 12})}),
               BuildCall({.decay = 0.3, .fingerprints = 12, .replace = true}));
}

TEST_F(CrashTest, BuildReplacingByFewerFingerprints) {
  TryAllFaults(InTurn({IngestCall({"links.tsv"}), BuildCall({.fingerprints = 25})}),
               BuildCall({.fingerprints = 12, .replace = true}));
}

TEST_F(CrashTest, SplitByLinks) { TryAllFaults(PrepareSplit(), SplitCall(false)); }

TEST_F(CrashTest, SplitByCopies) { TryAllFaults(PrepareSplit(), SplitCall(true)); }

TEST_F(CrashTest, FirstLabels) { TryAllFaults(IngestCall({"links.tsv"}), LabelCall("labels.tsv")); }

TEST_F(CrashTest, LabelsReplacingOthers) {
  TryAllFaults(InTurn({IngestCall({"links.tsv"}), LabelCall("labels.tsv")}),
               LabelCall("years.tsv", {.replace = true}));
}

}  // namespace
}  // namespace akin
