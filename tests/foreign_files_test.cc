// What akin did not make is never removed, overwritten or written to, whatever it is called and
// wherever it is.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "akin/attributes.h"
#include "akin/bags.h"
#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/generate.h"
#include "akin/ingest.h"
#include "akin/recipe.h"
#include "base/files.h"
#include "base/temporary_names.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "leftovers.h"
#include "temp_dir.h"
#include "test_corpus.h"

namespace akin {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kLinks = "a\tb\na\tc\nb\tc\nc\ta\nd\tb\nd\tc\n";

class ForeignFiles : public testing::Test {
 protected:
  Status Replace() const {
    const auto source = [](ArcSink& sink) { return sink.Arc("x", "y"); };
    return Ingest(source, corpus_, {.replace = true}).status();
  }
  void MakeWhole() const {
    ASSERT_TRUE(IngestLines(kLinks, corpus_).ok());
    ASSERT_TRUE(BuildIndex(corpus_, {.fingerprints = 12}).ok());
    ASSERT_TRUE(BuildBags(corpus_, {.content = false, .anchor = false, .links = true}).ok());
    WriteBytes(directory_ / "labels", "key\tyear\na\t1\n");
    ASSERT_TRUE(Label(corpus_, directory_ / "labels").ok());
    ASSERT_TRUE(BuildRecipe(corpus_).ok());
  }
  void ExpectKept(const FileTree& before) const {
    const FileTree now = ReadTree(directory_.path());
    EXPECT_EQ(NamesIn(now), NamesIn(before));
    EXPECT_TRUE(now == before);
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "web";
};

TEST_F(ForeignFiles, BesideANewCorpusStay) {
  fs::create_directory(directory_ / "web.partial");
  WriteBytes(directory_ / "web.partial/precious", "precious");
  fs::create_directory(directory_ / "elsewhere");
  WriteBytes(directory_ / "elsewhere/precious", "precious");
  const std::string digits = "0123456789abcdef";
  fs::create_symlink("elsewhere", directory_ / ("web." + digits + ".partial"));
  fs::create_directory(directory_ / "web.fedcba9876543210.partial");
  WriteBytes(directory_ / "web.fedcba9876543210.partial/precious", "precious");
  WriteBytes(directory_ / "web.0000000000000000.partial", "precious");
  const FileTree before = ReadTree(directory_.path());
  ASSERT_TRUE(IngestLines(kLinks, corpus_).ok());
  fs::remove_all(corpus_);
  ExpectKept(before);
  EXPECT_TRUE(fs::is_symlink(directory_ / ("web." + digits + ".partial")));
}

TEST_F(ForeignFiles, DirectoriesThatAreNoCorpusAreNotReplaced) {
  fs::create_directory(corpus_);
  for (const char* manifest : {"", "{}", "{\"name\": \"somebody else's\"}", "precious"}) {
    WriteBytes(corpus_ + "/corpus.json", manifest);
    WriteBytes(corpus_ + "/precious", "precious");
    const FileTree before = ReadTree(directory_.path());
    const Status status = Replace();
    EXPECT_EQ(status.code(), Code::kAlreadyExists) << manifest;
    EXPECT_THAT(status.message(), HasSubstr("is no akin corpus, so it is not replaced"));
    ExpectKept(before);
  }
}

TEST_F(ForeignFiles, InACorpusKeepItFromBeingReplaced) {
  MakeWhole();
  const std::string elsewhere = directory_ / "elsewhere";
  fs::create_directory(elsewhere);
  WriteBytes(elsewhere + "/precious", "precious");
  const std::vector<std::function<std::string()>> additions = {
      [&] { return WriteBytes(corpus_ + "/notes.txt", "mine"), "notes.txt"; },
      [&] { return WriteBytes(corpus_ + "/graph.akin.tmp", "mine"), "graph.akin.tmp"; },
      [&] { return WriteBytes(corpus_ + "/bags/mine.akin", "mine"), "bags/mine.akin"; },
      [&] { return WriteBytes(corpus_ + "/attributes/mine", "mine"), "attributes/mine"; },
      [&] { return WriteBytes(corpus_ + "/indexes/mine", "mine"), "indexes/mine"; },
      [&] { return WriteBytes(corpus_ + "/indexes/psimrank/x.csv", "a"), "psimrank/x.csv"; },
      [&] { return fs::create_directories(corpus_ + "/mine/deep"), "web/mine"; },
      [&] { return fs::create_directory(corpus_ + "/indexes/simrank/deep"), "simrank/deep"; },
      [&] { return fs::create_symlink(elsewhere, corpus_ + "/indexes/link"), "indexes/link"; },
      [&] { return fs::create_symlink(elsewhere, corpus_ + "/link"), "web/link"; },
  };
  for (const auto& add : additions) {
    const std::string name = add();
    const FileTree before = ReadTree(directory_.path());
    const Status status = Replace();
    EXPECT_EQ(status.code(), Code::kAlreadyExists) << name;
    EXPECT_THAT(status.message(), HasSubstr("akin did not make"));
    EXPECT_THAT(status.message(), HasSubstr(name));
    ExpectKept(before);
    const std::string path = corpus_ + "/" + name.substr(name.starts_with("web/") ? 4 : 0);
    fs::remove_all(fs::exists(fs::symlink_status(path)) ? path : corpus_ + "/indexes/" + name);
  }
  EXPECT_TRUE(Replace().ok()) << "everything foreign is gone";
  EXPECT_EQ(Corpus::Open(corpus_)->vertices(), 2U);
  EXPECT_TRUE(HasNoLeftovers(directory_.path()));
  EXPECT_TRUE(fs::exists(elsewhere + "/precious"));
}

TEST_F(ForeignFiles, ALinkToACorpusIsNotReplaced) {
  ASSERT_TRUE(IngestLines(kLinks, directory_ / "real").ok());
  fs::create_symlink("real", corpus_);
  EXPECT_THAT(Replace().message(), HasSubstr("is a symbolic link, so it is not replaced"));
  EXPECT_TRUE(fs::is_symlink(corpus_));
  EXPECT_EQ(Corpus::Open(corpus_)->vertices(), 4U);
}

// File systems that cannot swap two names.
class NoExchange : public FaultyFiles {
 public:
  using FaultyFiles::FaultyFiles;
  Status Exchange(const std::string& a, const std::string&) override {
    errno = EINVAL;
    return IoError(a, "cannot replace");
  }
};

TEST_F(ForeignFiles, ACorpusIsReplacedWhereNamesCannotBeSwapped) {
  MakeWhole();
  const FileTree before = ReadTree(directory_.path());
  bool struck = true;
  for (uint64_t n = 1; struck; ++n) {
    SCOPED_TRACE(n);
    NoExchange files(Fault::kOnce, n);
    const ScopedFileLayer scope(files);
    const Status status = Replace();
    struck = files.struck();
    ASSERT_EQ(status.ok(), !struck) << status.message();
    if (Corpus::Open(corpus_)->vertices() == 2U) continue;
    ExpectKept(before);
  }
  EXPECT_EQ(Corpus::Open(corpus_)->vertices(), 2U);
}

TEST_F(ForeignFiles, OnlyLeftoversOfDeadProcessesAreRemoved) {
  const auto crash = [&](uint64_t n) {
    FaultyFiles files(Fault::kCrash, n);
    const ScopedFileLayer scope(files);
    EXPECT_FALSE(IngestLines(kLinks, corpus_).ok());
  };
  crash(4);
  const auto left = TemporariesOf(corpus_, kTemporaryDirectory);
  ASSERT_TRUE(left.ok());
  ASSERT_EQ(left->size(), 1U);
  {
    const auto alive = DirectoryLock::Take(left->front());
    const Status status = IngestLines(kLinks, corpus_).status();
    EXPECT_EQ(status.code(), Code::kAlreadyExists);
    EXPECT_THAT(status.message(), HasSubstr("another process is making it"));
    EXPECT_TRUE(fs::exists(left->front()));
  }
  ASSERT_TRUE(IngestLines(kLinks, corpus_).ok());
  EXPECT_TRUE(HasNoLeftovers(directory_.path()));
}

TEST_F(ForeignFiles, AmongIndexesAndBagsStay) {
  MakeWhole();
  const std::vector<std::string> names = {"x.akin", "y.tmp",      "z.spill",
                                          "notes",  "forest.tmp", "manifest.json.tmp"};
  for (const std::string& name : names) {
    WriteBytes(corpus_ + "/indexes/simrank/" + name, "mine");
    WriteBytes(corpus_ + "/bags/" + name, "mine");
  }
  WriteBytes(corpus_ + "/recipe.json.tmp", "mine");
  WriteBytes(corpus_ + "/recipe.unfinished.tmp", "mine");
  fs::remove(corpus_ + "/bags/x.akin");  // would be listed as bags
  ASSERT_TRUE(
      BuildIndex(corpus_, {.fingerprints = 3, .seed = 9, .name = "simrank", .replace = true}).ok());
  ASSERT_TRUE(
      BuildBags(corpus_, {.content = false, .anchor = false, .links = true, .replace = true}).ok());
  ASSERT_TRUE(BuildRecipe(corpus_).ok());
  for (const std::string& name : names) {
    EXPECT_EQ(ReadBytes(corpus_ + "/indexes/simrank/" + name), "mine") << name;
    EXPECT_TRUE(name == "x.akin" || ReadBytes(corpus_ + "/bags/" + name) == "mine") << name;
  }
  EXPECT_EQ(ReadBytes(corpus_ + "/recipe.json.tmp"), "mine");
  EXPECT_EQ(ReadBytes(corpus_ + "/recipe.unfinished.tmp"), "mine");

  const FileTree before = ReadTree(directory_.path());
  const Status status = RemoveIndex(corpus_, "simrank");
  EXPECT_EQ(status.code(), Code::kAlreadyExists);
  EXPECT_THAT(status.message(), HasSubstr("simrank/notes"));
  ExpectKept(before);
  for (const std::string& name : names) fs::remove(corpus_ + "/indexes/simrank/" + name);
  EXPECT_TRUE(RemoveIndex(corpus_, "simrank").ok());
  EXPECT_FALSE(fs::exists(corpus_ + "/indexes/simrank"));
}

TEST_F(ForeignFiles, BesideAnEdgeListStay) {
  const std::string target = directory_ / "links.tsv";
  fs::create_directory(directory_ / "links.tsv.partial.spills");
  WriteBytes(directory_ / "links.tsv.partial.spills/precious", "precious");
  WriteBytes(directory_ / "links.tsv.partial", "precious");
  const FileTree before = ReadTree(directory_.path());
  const GenerateOptions options{.model = GraphModel::kRmat, .vertices = 4000, .degree = 20};
  ASSERT_TRUE(GenerateEdgeList(options, target, {.memory = 1 << 20}).ok());
  fs::remove(target);
  ExpectKept(before);
  WriteBytes(directory_ / "precious", "precious");
  fs::create_symlink("precious", target);
  GenerateOptions forced = options;
  forced.replace = true;
  EXPECT_EQ(GenerateEdgeList(forced, target, {}).status().code(), Code::kAlreadyExists);
  EXPECT_EQ(ReadBytes(target), "precious");
}

TEST_F(ForeignFiles, ACorpusIsNotReplacedWhileSomethingIsBuiltInIt) {
  ASSERT_TRUE(IngestLines(kLinks, corpus_).ok());
  {
    // The graph is opened when the corpus is locked already, so a build is under way.
    bool tried = false;
    const Control control{.progress = [&](const Progress&) {
      tried = true;
      EXPECT_EQ(Replace().code(), Code::kAlreadyExists);
    }};
    EXPECT_TRUE(BuildIndex(corpus_, {.fingerprints = 12}, control).ok());
    EXPECT_TRUE(tried);
  }
  const auto source = [&](ArcSink& sink) {
    for (const auto& status :
         {BuildIndex(corpus_, {.fingerprints = 1}).status(), BuildRecipe(corpus_).status(),
          BuildBags(corpus_, {.content = false, .anchor = false, .links = true}).status()}) {
      EXPECT_EQ(status.code(), Code::kAlreadyExists);
      EXPECT_THAT(status.message(), HasSubstr("another process is replacing it"));
    }
    return sink.Arc("x", "y");
  };
  EXPECT_TRUE(Ingest(source, corpus_, {.replace = true}).ok());
}

}  // namespace
}  // namespace akin
