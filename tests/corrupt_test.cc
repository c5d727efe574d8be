// If a byte is changed or a file is cut anywhere in a corpus, Check finds it and names the file;
// queries find it too or never needed that byte; nothing crashes.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <ranges>
#include <set>
#include <string>
#include <vector>

#include "akin/attributes.h"
#include "akin/bags.h"
#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/ingest.h"
#include "akin/recipe.h"
#include "container/format.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

constexpr VertexId kPages = 40;
constexpr size_t kFlipsElsewhere = 1000;

// Bytes and lengths to try up to a size: all of those in headers and section tables, a few of the
// rest. container_test.cc and sealed_json_test.cc try all.
std::set<size_t> Places(size_t size) {
  std::set<size_t> places;
  for (size_t at = 0; at < size; at += at < 512 ? 1 : 13) places.insert(at);
  return places;
}

bool SaysDamage(const Status& status, const std::string& file) {
  const bool kind = status.code() == Code::kDamaged || status.code() == Code::kNotOurs ||
                    status.code() == Code::kTooNew;
  return kind && status.message().find(file) != std::string::npos;
}

class CorruptTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(directory_ / "pages");
    std::mt19937 random(5);
    for (VertexId page = 0; page < kPages; ++page) {
      std::string html =
          fmt::format("<title>Title {}</title><nav><a href=p0.html>up</a></nav>", page);
      for (int link = 0; link < 6; ++link) {
        html += fmt::format("<a href=p{}.html>x</a>", random() % kPages);
      }
      WriteBytes(directory_ / fmt::format("pages/p{}.html", page), html);
    }
    const auto report = Ingest({directory_ / "pages"}, corpus_, {});
    ASSERT_TRUE(report.ok()) << report.status().message();
    ASSERT_EQ(report->vertices, kPages);
    ASSERT_TRUE(BuildIndex(corpus_, {.fingerprints = 12}, {.threads = 1}).ok());
    std::string table = "key\tyear\ttype\ttags\n";
    for (VertexId page = 0; page < kPages; page += 2) {
      table += fmt::format("p{}.html\t{}\tt{}\ta|b{}\n", page, page / 3, page % 5, page % 7);
    }
    WriteBytes(directory_ / "labels", table);
    ASSERT_TRUE(Label(corpus_, directory_ / "labels").ok());
    ASSERT_TRUE(Ask(expected_).ok());
    ASSERT_FALSE(expected_.empty());
  }

  // Opens, looks up, queries; returns the answers as text.
  Status Ask(std::string& text) const {
    text.clear();
    const auto corpus = Corpus::Open(corpus_);
    if (!corpus.ok()) return corpus.status();
    const auto index = corpus->OpenIndex();
    if (!index.ok()) return index.status();
    const auto attributes = Attributes::Open(*corpus);
    if (!attributes.ok()) return attributes.status();
    const auto passing = attributes->Where("year>3 and type!=t2 or tags=b4");
    if (!passing.ok()) return passing.status();
    for (const VertexId v : (*passing)->Members()) text += fmt::format("{} ", v);
    for (const char* key : {"p7.html", "Title 11", "p39.html"}) {
      const auto vertex = corpus->Find(key);
      if (!vertex.ok()) return vertex.status();
      const auto name = corpus->Name(*vertex);
      const auto title = corpus->Title(*vertex);
      if (!name.ok()) return name.status();
      if (!title.ok()) return title.status();
      text += fmt::format("{} {} {}\n", *vertex, *name, *title);
      for (const uint64_t inlinks : {0U, 3U}) {
        const auto answer = index->Related(*vertex, {.min_inlinks = inlinks});
        if (!answer.ok()) return answer.status();
        for (const Hit& hit : answer->hits) {
          text += fmt::format("{} {} {}\n", hit.vertex, hit.score.value, hit.score.error);
        }
      }
      const auto sim = index->Sim(*vertex, 3);
      if (!sim.ok()) return sim.status();
      text += fmt::format("{} {}\n", sim->value, sim->error);
    }
    return {};
  }

  Status OpenAndCheck() const {
    const auto corpus = Corpus::Open(corpus_);
    if (!corpus.ok()) return corpus.status();
    return corpus->Check({.threads = 1}, [](const std::string&, const Status&) {});
  }

  void ExpectNoticed(const std::string& file, const std::string& how) const {
    const std::string name = std::filesystem::path(file).filename().string();
    const Status check = OpenAndCheck();
    ASSERT_TRUE(SaysDamage(check, name)) << file << ' ' << how << ": " << check.message();
    std::string text;
    const Status asked = Ask(text);
    if (asked.ok()) {
      ASSERT_EQ(text, expected_) << file << ' ' << how << ": another answer, and no error";
    } else {
      ASSERT_TRUE(SaysDamage(asked, name)) << file << ' ' << how << ": " << asked.message();
    }
  }

  std::vector<std::string> Files() const {
    const FileTree tree = ReadTree(corpus_);
    return NamesIn(tree);
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "c.akin";
  std::string expected_;
};

TEST_F(CorruptTest, TheCorpusHasTheFilesThatAreDamagedBelow) {
  EXPECT_EQ(Files(), (std::vector<std::string>{"attributes/attributes.akin", "boilerplate.json",
                                               "content-graph.akin", "corpus.json", "graph.akin",
                                               "indexes/simrank/manifest.json",
                                               "indexes/simrank/simrank-l10-s1-0000-0009.akin",
                                               "indexes/simrank/simrank-l10-s1-0010-0011.akin",
                                               "keys.akin", "pages.akin", "site-graph.akin"}));
  EXPECT_TRUE(OpenAndCheck().ok());
}

TEST_F(CorruptTest, ChangedBytesAreNoticed) {
  std::mt19937 random(11);
  for (const std::string& file : Files()) {
    const std::string path = corpus_ + "/" + file;
    const std::string whole = ReadBytes(path);
    const size_t header = std::min(whole.size(), kHeaderPage);
    std::set<size_t> places = Places(header);
    const size_t rest = whole.size() - header;
    const size_t wanted = places.size() + std::min(rest, kFlipsElsewhere);
    while (places.size() < wanted) places.insert(kHeaderPage + random() % rest);
    std::string damaged = whole;
    for (const size_t at : places) {
      const char flip = static_cast<char>(1 + random() % 255);
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      WriteBytes(path, damaged);
      damaged[at] = whole[at];
      ExpectNoticed(file, fmt::format("byte {} ^ {}", at, static_cast<int>(flip)));
      if (HasFatalFailure()) return;
    }
    WriteBytes(path, whole);
  }
  EXPECT_TRUE(OpenAndCheck().ok());
}

TEST_F(CorruptTest, CutsAreNoticed) {
  for (const std::string& file : Files()) {
    const std::string path = corpus_ + "/" + file;
    const std::string whole = ReadBytes(path);
    std::set<size_t> lengths = Places(whole.size());
    lengths.insert(whole.size() - 1);
    for (const size_t length : lengths | std::views::reverse) {  // cut more and more
      std::filesystem::resize_file(path, length);
      ExpectNoticed(file, fmt::format("cut at {}", length));
      if (HasFatalFailure()) return;
    }
    WriteBytes(path, whole);
  }
  EXPECT_TRUE(OpenAndCheck().ok());
}

TEST_F(CorruptTest, AppendedBytesAreNoticed) {
  for (const std::string& file : Files()) {
    const std::string path = corpus_ + "/" + file;
    const std::string whole = ReadBytes(path);
    for (const std::string& tail :
         {std::string("\n"), std::string(1, '\0'), std::string(64, '\0'), whole}) {
      WriteBytes(path, whole + tail);
      ExpectNoticed(file, fmt::format("{} bytes appended", tail.size()));
    }
    WriteBytes(path, whole);
  }
}

TEST_F(CorruptTest, AFileOfAnotherCorpusIsNoticed) {
  const std::string other = directory_ / "other.akin";
  std::filesystem::remove(directory_ / "pages/p3.html");
  ASSERT_TRUE(Ingest({directory_ / "pages"}, other, {}).ok());
  ASSERT_TRUE(BuildIndex(other, {.fingerprints = 12}, {.threads = 1}).ok());
  for (const std::string& file : Files()) {
    const std::string path = corpus_ + "/" + file;
    const std::string whole = ReadBytes(path);
    WriteBytes(path, ReadBytes(other + "/" + file));
    // If two files do not belong together, either may be named.
    const Status check = OpenAndCheck();
    EXPECT_EQ(check.code(), Code::kDamaged) << file << ": " << check.message();
    WriteBytes(path, whole);
  }
}

TEST_F(CorruptTest, AMissingFileIsNoticed) {
  for (const std::string& file : Files()) {
    if (file.starts_with("attributes/")) continue;  // nothing says that there were labels
    const std::string path = corpus_ + "/" + file;
    const std::string whole = ReadBytes(path);
    std::filesystem::remove(path);
    EXPECT_FALSE(OpenAndCheck().ok()) << file;
    std::string text;
    const Status asked = Ask(text);
    EXPECT_TRUE(!asked.ok() || text == expected_) << file;
    WriteBytes(path, whole);
  }
}

// To open a pipe would wait for somebody to write into it.
TEST_F(CorruptTest, APipeInPlaceOfAFileIsNoticed) {
  for (const std::string& file : Files()) {
    const std::string path = corpus_ + "/" + file;
    const std::string whole = ReadBytes(path);
    std::filesystem::remove(path);
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    EXPECT_FALSE(OpenAndCheck().ok()) << file;
    std::filesystem::remove(path);
    WriteBytes(path, whole);
  }
}

// Replaces files by directories and other things that are not files.
TEST_F(CorruptTest, ADirectoryInPlaceOfAFileIsNoticed) {
  for (const std::string& file : Files()) {
    const std::string path = corpus_ + "/" + file;
    const std::string whole = ReadBytes(path);
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    EXPECT_FALSE(OpenAndCheck().ok()) << file;
    std::filesystem::remove(path);
    WriteBytes(path, whole);
  }
}

// A corpus with every kind of file that the one above has not: bags, indexes of classes, of text
// and of numbers, a recipe.
class CorruptKindsTest : public CorruptTest {
 protected:
  void SetUp() override {
    CorruptTest::SetUp();
    ASSERT_TRUE(BuildBags(corpus_, {}).ok());
    for (const BuildOptions& options :
         {BuildOptions{.measure = Measure::kXJaccard, .length = 2, .fingerprints = 3},
          BuildOptions{.measure = Measure::kText, .fingerprints = 3},
          BuildOptions{.method = Method::kPush, .epsilon = 0.1},
          BuildOptions{.method = Method::kPush, .iterations = 3},
          BuildOptions{.measure = Measure::kCosineSimRank, .iterations = 3},
          BuildOptions{.fingerprints = 3, .name = "some", .only = {1, 5, 9}}}) {
      const auto report = BuildIndex(corpus_, options, {.threads = 1});
      ASSERT_TRUE(report.ok()) << report.status().message();
    }
    const auto corpus = Corpus::Open(corpus_);
    ASSERT_TRUE(corpus.ok());
    ASSERT_TRUE(WriteRecipe(*corpus, {.index = "simrank"}).ok());
  }

  // The files that are damaged here: those of the other tests are left alone.
  std::vector<std::string> OtherFiles() const {
    std::vector<std::string> files = Files();
    std::erase_if(files, [](const std::string& file) {
      return !file.starts_with("bags/") && file != "recipe.json" &&
             (!file.starts_with("indexes/") || file.starts_with("indexes/simrank/"));
    });
    return files;
  }

  void ExpectCheckFinds(const std::string& file, const std::string& how) const {
    const Status check = OpenAndCheck();
    const std::string name = std::filesystem::path(file).filename().string();
    ASSERT_TRUE(SaysDamage(check, name)) << file << ' ' << how << ": " << check.message();
  }
};

TEST_F(CorruptKindsTest, ChangesAndCutsAreNoticed) {
  const std::vector<std::string> files = OtherFiles();
  ASSERT_EQ(files.size(), 14U);  // bags, six indexes of a manifest and a file, a recipe
  std::mt19937 random(17);
  for (const std::string& file : files) {
    const std::string path = corpus_ + "/" + file;
    const std::string whole = ReadBytes(path);
    for (int i = 0; i < 200; ++i) {
      // As often in the header as elsewhere.
      const size_t at =
          random() % (i % 2 == 0 ? whole.size() : std::min<size_t>(whole.size(), 512));
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(1 + random() % 255));
      WriteBytes(path, damaged);
      ExpectCheckFinds(file, fmt::format("byte {}", at));
      WriteBytes(path, whole.substr(0, at));
      ExpectCheckFinds(file, fmt::format("cut at {}", at));
      if (HasFatalFailure()) return;
    }
    WriteBytes(path, whole);
  }
  EXPECT_TRUE(OpenAndCheck().ok());
}

}  // namespace
}  // namespace akin
