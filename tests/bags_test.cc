// Bags of a small site, from HTML files to the heaviest terms of a page.
#include "akin/bags.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "akin/corpus.h"
#include "akin/ingest.h"
#include "faulty_files.h"
#include "file_tree.h"
#include "temp_dir.h"

namespace akin {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class BagsTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(directory_ / "site");
    WriteBytes(directory_ / "site/zoo.html",
               "<title>Zoo</title><p>Lions and bears. <a href=index.html>Home</a>");
    WriteBytes(directory_ / "site/index.html",
               "<title>Start</title><h1>Animals</h1>See the <a href=zoo.html>zoo</a> in Berlin,"
               "<p>or <a href=farm.html>cows</a> nearby.");
    IngestSite();
  }
  void IngestSite() {
    const auto report =
        Ingest({directory_ / "site"}, corpus_, {.targets = LinkTargets::kAll, .replace = true});
    ASSERT_TRUE(report.ok()) << report.status().message();
    ASSERT_EQ(report->vertices, 3U);  // farm.html is linked to, but does not exist
  }
  BagReport Build(const BagOptions& options = {}, const Control& control = {}) {
    const auto report = BuildBags(corpus_, options, control);
    EXPECT_TRUE(report.ok()) << report.status().message();
    return report.ok() ? *report : BagReport();
  }
  // "word weight" of the heaviest terms.
  std::vector<std::string> Heaviest(const std::string& key, size_t k = 100) {
    const auto corpus = Corpus::Open(corpus_);
    const auto bags = corpus->OpenBags();
    EXPECT_TRUE(bags.ok()) << bags.status().message();
    std::vector<std::string> lines;
    const auto terms = bags->Heaviest(corpus->Find(key).value(), k);
    EXPECT_TRUE(terms.ok()) << terms.status().message();
    for (const WeighedTerm& term : *terms) {
      const std::string name = term.page == kNoVertex ? term.word : corpus->Name(term.page).value();
      lines.push_back(fmt::format("{} {:.4f}", name, term.weight));
    }
    return lines;
  }

  TempDir directory_;
  std::string corpus_ = directory_ / "site.akin";
};

// Words, stop words in parentheses: index: animals (see the) [zoo] (in) berlin (or) [cows]
// (nearby); zoo: lions (and) bears [(home)].
TEST_F(BagsTest, OfASmallSiteWorkedOutByHand) {
  const BagReport report = Build({.frequency = FrequencyWeight::kNone});
  EXPECT_TRUE(report.built);
  EXPECT_EQ(report.bags, 3U);
  EXPECT_EQ(report.empty, 0U);
  // anim bear berlin cow lion start zoo
  EXPECT_EQ(report.words, 7U);
  EXPECT_EQ(report.bytes, fs::file_size(corpus_ + "/bags/text.akin"));
  // Not crawled. cows 5, berlin 4, zoo log2(32/3) = 3.4150, animals 3: 15.4150 in total.
  EXPECT_THAT(Heaviest("farm.html"),
              ElementsAre("cow 0.3244", "berlin 0.2595", "zoo 0.2215", "anim 0.1946"));
  // Its own lions and bears, its title as a word and a link, and the window: animals 4, zoo 5,
  // berlin 4, cows 3.4150. 24.4150 in total.
  EXPECT_THAT(Heaviest("zoo.html"), ElementsAre("zoo 0.4505", "anim 0.1638", "berlin 0.1638",
                                                "cow 0.1399", "bear 0.0410", "lion 0.0410"));
  // Its four words, its title; the text of zoo around the link: bears 4, lions 3.4150. 17.4150.
  EXPECT_THAT(Heaviest("index.html"),
              ElementsAre("start 0.3445", "bear 0.2297", "lion 0.1961", "anim 0.0574",
                          "berlin 0.0574", "cow 0.0574", "zoo 0.0574"));
  EXPECT_THAT(Heaviest("index.html", 2), ElementsAre("start 0.3445", "bear 0.2297"));
}

TEST_F(BagsTest, OfLinksAlone) {
  Build({.content = false, .anchor = false, .links = true});
  EXPECT_THAT(Heaviest("zoo.html"), ElementsAre("index.html 1.0000"));
  WriteBytes(directory_ / "links.tsv", "a\tb\nc\tb\n");
  const std::string other = directory_ / "links.akin";
  ASSERT_TRUE(Ingest({directory_ / "links.tsv"}, other, {}).ok());
  EXPECT_TRUE(BuildBags(other, {.content = false, .anchor = false, .links = true}).ok());
  const auto without = BuildBags(other, {});
  EXPECT_EQ(without.status().code(), Code::kInvalidArgument);
  EXPECT_THAT(without.status().message(), HasSubstr("only a corpus ingested from pages"));
  EXPECT_TRUE(Corpus::Open(other)->Check({}, [](const std::string&, const Status&) {}).ok());
}

TEST_F(BagsTest, AreFoundOrRefusedOrReplaced) {
  EXPECT_TRUE(Build().built);
  const std::string bytes = ReadBytes(corpus_ + "/bags/text.akin");
  const BagReport again = Build();
  EXPECT_FALSE(again.built);
  EXPECT_EQ(again.bags, 3U);
  const BagOptions other{.width = 8};
  const auto refused = BuildBags(corpus_, other);
  EXPECT_EQ(refused.status().code(), Code::kAlreadyExists);
  EXPECT_EQ(refused.status().parameter(), "replace");
  EXPECT_EQ(ReadBytes(corpus_ + "/bags/text.akin"), bytes);
  EXPECT_TRUE(Build({.width = 8, .replace = true}).built);
  EXPECT_NE(ReadBytes(corpus_ + "/bags/text.akin"), bytes);
  EXPECT_TRUE(Build({.name = "second"}).built);
  const auto corpus = Corpus::Open(corpus_);
  const auto sets = corpus->BagSets();
  ASSERT_EQ(sets->size(), 2U);
  EXPECT_EQ((*sets)[0].name, "second");
  EXPECT_EQ((*sets)[0].options.width, 32U);
  EXPECT_EQ((*sets)[1].name, "text");
  EXPECT_EQ((*sets)[1].options.width, 8U);
  EXPECT_EQ(corpus->OpenBags()->info().name, "text");
  EXPECT_EQ(corpus->OpenBags("second")->info().bags, 3U);
}

TEST_F(BagsTest, ThatAreNotThereAreAskedForInVain) {
  const auto corpus = Corpus::Open(corpus_);
  EXPECT_TRUE(corpus->BagSets()->empty());
  const auto none = corpus->OpenBags().status();
  EXPECT_EQ(none.code(), Code::kNoBags);
  EXPECT_EQ(none.message(), corpus_ + ": has no bags yet");
  EXPECT_EQ(none.place().file, corpus_);
  EXPECT_EQ(none.parameter(), "");
  Build({.name = "anchors"});
  const auto misspelt = corpus->OpenBags("anchor").status();
  EXPECT_EQ(misspelt.code(), Code::kNoBags);
  EXPECT_EQ(misspelt.parameter(), "bags");
  EXPECT_THAT(misspelt.suggestions(), ElementsAre("anchors"));
  EXPECT_THAT(misspelt.message(), HasSubstr("did you mean anchors?"));
  EXPECT_EQ(BuildBags(directory_ / "nothing", {}).status().code(), Code::kNoCorpus);
  EXPECT_EQ(BuildBags(corpus_, {.name = "../x"}).status().code(), Code::kInvalidArgument);
}

TEST_F(BagsTest, BytesDependOnThePagesAlone) {
  Build();
  const std::string bytes = ReadBytes(corpus_ + "/bags/text.akin");
  for (const unsigned threads : {1U, 2U, 4U}) {
    for (const uint64_t memory : {uint64_t{16} << 20, uint64_t{1} << 30}) {
      Build({.replace = true}, {.threads = threads, .memory = memory});
      EXPECT_EQ(ReadBytes(corpus_ + "/bags/text.akin"), bytes);
    }
  }
  // Creates the files of the folder in another order.
  for (const auto& [name, text] : ReadTree(directory_ / "site")) {
    fs::remove(directory_ / ("site/" + name));
    WriteBytes(directory_ / ("site/" + name), text);
  }
  IngestSite();
  Build();
  EXPECT_EQ(ReadBytes(corpus_ + "/bags/text.akin"), bytes);
}

TEST_F(BagsTest, DamageIsNoticed) {
  Build();
  const std::string path = corpus_ + "/bags/text.akin";
  const std::string whole = ReadBytes(path);
  const auto expected = Heaviest("zoo.html");
  const auto check = [&] {
    return Corpus::Open(corpus_)->Check({.threads = 1}, [](const std::string&, const Status&) {});
  };
  ASSERT_TRUE(check().ok());
  for (size_t at = 0; at < whole.size(); at += at < 4096 ? 7 : 1) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    WriteBytes(path, damaged);
    const Status status = check();
    ASSERT_FALSE(status.ok()) << at;
    ASSERT_THAT(status.message(), HasSubstr("text.akin")) << at;
  }
  for (size_t length = 0; length < whole.size(); length += 97) {
    WriteBytes(path, whole.substr(0, length));
    ASSERT_FALSE(check().ok()) << length;
  }
  WriteBytes(path, whole);
  EXPECT_EQ(Heaviest("zoo.html"), expected);
}

TEST_F(BagsTest, OfAnotherCorpusAreNoticed) {
  Build();
  const std::string bytes = ReadBytes(corpus_ + "/bags/text.akin");
  WriteBytes(directory_ / "site/zoo.html", "<title>Zoo</title><p>Tigers <a href=index.html>x</a>");
  IngestSite();
  EXPECT_FALSE(fs::exists(corpus_ + "/bags"));
  fs::create_directory(corpus_ + "/bags");
  WriteBytes(corpus_ + "/bags/text.akin", bytes);
  EXPECT_THAT(Corpus::Open(corpus_)->OpenBags().status().message(), HasSubstr("another corpus"));
  EXPECT_EQ(BuildBags(corpus_, {}).status().code(), Code::kAlreadyExists);
  EXPECT_TRUE(Build({.replace = true}).built);
}

// Whichever step fails, the old bags stay, and nothing half-made is left.
TEST_F(BagsTest, AFullDiskLeavesTheOldBags) {
  Build({.width = 8});
  const FileTree before = ReadTree(corpus_);
  FaultyFiles counting;
  {
    const ScopedFileLayer scope(counting);
    Build({.replace = true}, {.threads = 1});
  }
  const FileTree after = ReadTree(corpus_);
  ASSERT_NE(before, after);
  for (uint64_t n = 1; n <= counting.operations(); ++n) {
    WriteBytes(corpus_ + "/bags/text.akin", before.at("bags/text.akin"));
    FaultyFiles full(Fault::kOnward, n);
    const ScopedFileLayer scope(full);
    EXPECT_EQ(BuildBags(corpus_, {.replace = true}, {.threads = 1}).status().code(), Code::kIo)
        << n;
    const FileTree left = ReadTree(corpus_);
    EXPECT_TRUE(left == before || left == after) << n;
  }
}

TEST_F(BagsTest, AKilledProcessLeavesWhatTheNextRemoves) {
  FaultyFiles counting;
  {
    const ScopedFileLayer scope(counting);
    Build({}, {.threads = 1});
  }
  const FileTree whole = ReadTree(corpus_);
  bool left_over = false;
  for (uint64_t n = 2; n <= counting.operations(); ++n) {
    fs::remove_all(corpus_ + "/bags");
    {
      FaultyFiles crash(Fault::kCrash, n);
      const ScopedFileLayer scope(crash);
      EXPECT_FALSE(BuildBags(corpus_, {}, {.threads = 1}).ok());
    }
    left_over = left_over || ReadTree(corpus_ + "/bags").size() > 1;
    Build();
    EXPECT_EQ(ReadTree(corpus_), whole) << n;
  }
  EXPECT_TRUE(left_over);
}

TEST_F(BagsTest, AStopLeavesNothing) {
  const FileTree before = ReadTree(corpus_);
  // Stopped at once, and at each report of progress.
  std::set<std::string> stages;
  for (int reports = 0; reports < 20; ++reports) {
    std::stop_source stop;
    int left = reports;
    const Control control{
        .threads = 2, .stop = stop.get_token(), .progress = [&](const Progress& progress) {
          stages.emplace(progress.what);
          if (left-- == 0) stop.request_stop();
        }};
    const auto report = BuildBags(corpus_, {.replace = true}, control);
    if (report.ok()) break;
    EXPECT_EQ(report.status().code(), Code::kCancelled);
    EXPECT_EQ(ReadTree(corpus_), before);
    EXPECT_FALSE(fs::exists(corpus_ + "/bags"));
  }
  EXPECT_GE(stages.size(), 3U);
}

}  // namespace
}  // namespace akin
