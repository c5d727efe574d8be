// Tests with folders made by hand and, if it is installed, with the documentation of a real
// package.
#include "pages/html_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "pages/html_page.h"
#include "recording_sink.h"

namespace akin {
namespace {

namespace fs = std::filesystem;

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Pair = RecordingSink::Pair;

class HtmlFolderTest : public ::testing::Test {
 protected:
  HtmlFolderTest()
      : folder_(fs::path(::testing::TempDir()) / fmt::format("html_folder_test.{}", getpid())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~HtmlFolderTest() override { fs::remove_all(folder_); }

  void Page(const std::string& name, std::string_view text) const {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  // A page that links to all of `hrefs`.
  void Links(const std::string& name, const std::vector<std::string>& hrefs) const {
    std::string text;
    for (const std::string& href : hrefs) text += fmt::format("<a href=\"{}\">x</a>", href);
    Page(name, text);
  }

  Status Read(const IngestOptions& options = {}, const Control& control = {}) {
    sink_ = RecordingSink();
    pages_ = RecordingPages();
    report_ = IngestReport();
    return ReadHtmlFolder(folder_.string(), options, {.arcs = &sink_, .pages = &pages_}, report_,
                          control);
  }
  // The targets of `page`, in order.
  std::vector<std::string> From(const std::string& page) const {
    std::vector<std::string> targets;
    for (const auto& [from, to] : sink_.arcs) {
      if (from == page) targets.push_back(to);
    }
    return targets;
  }
  std::map<std::string, std::string> Titles() const {
    return {sink_.titles.begin(), sink_.titles.end()};
  }

  fs::path folder_;
  RecordingSink sink_;
  RecordingPages pages_;
  IngestReport report_;
};

TEST_F(HtmlFolderTest, PagesAreFoundAtAnyDepthInOrder) {
  Page("b.html", "");
  Page("a/z.HTM", "");
  Page("a/y/x.xHtml", "");
  Page("a.txt", "<a href=b.html>");
  Page("html", "");
  Page("page.html.bak", "");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("a/y/x.xHtml", "a/z.HTM", "b.html"));
  EXPECT_THAT(sink_.arcs, IsEmpty());
  EXPECT_THAT(sink_.titles, IsEmpty());
  EXPECT_THAT(report_.notes, IsEmpty());
}

TEST_F(HtmlFolderTest, LinksAreResolved) {
  Page("top.html", "");
  Page("a/near.html", "");
  Page("a/deep/deeper.html", "");
  Links("a/from.html",
        {"near.html", "../top.html", "/a/near.html", "deep/deeper.html", "./deep/../near.html",
         "../../../top.html", "http://folder.invalid/top.html"});
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(From("a/from.html"),
              ElementsAre("a/near.html", "top.html", "a/near.html", "a/deep/deeper.html",
                          "a/near.html", "top.html", "top.html"));
  EXPECT_EQ(report_.arcs_read, 7U);
}

TEST_F(HtmlFolderTest, QueriesFragmentsAndEncodedNames) {
  Page("a b.html", "");
  Page("caf\xC3\xA9.html", "");
  Page("100%.html", "");
  Links("from.html", {"a%20b.html", "a b.html#x", "caf%c3%a9.html?q=1&amp;r=2", "caf\xC3\xA9.html",
                      "100%25.html"});
  Page("latin.html", "<meta charset=iso-8859-1><a href='caf\xE9.html'>");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(From("from.html"), ElementsAre("a b.html", "a b.html", "caf\xC3\xA9.html",
                                             "caf\xC3\xA9.html", "100%.html"));
  EXPECT_THAT(From("latin.html"), ElementsAre("caf\xC3\xA9.html"));
}

TEST_F(HtmlFolderTest, DirectoriesLeadToTheirIndexPage) {
  Page("index.html", "");
  Page("a/index.htm", "");
  Page("b/index.html", "");
  Page("b/index.htm", "");
  Page("c/other.html", "");
  Links("a/from.html", {"/", "..", "./", ".", "../b", "../b/", "../c/"});
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(From("a/from.html"), ElementsAre("index.html", "index.html", "a/index.htm",
                                               "a/index.htm", "b/index.html", "b/index.html"));
  EXPECT_THAT(report_.notes,
              ElementsAre("0 links leave the folder, 1 links point to pages that are not there"));
}

TEST_F(HtmlFolderTest, SelfLinksAreKeptAndPlacesInThePageAreNot) {
  Links("a.html", {"a.html", "", "#top", "a.html#top", "b.html#top"});
  Links("b.html", {"b.html?x#y"});
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(From("a.html"), ElementsAre("a.html", "a.html", "b.html"));
  EXPECT_THAT(From("b.html"), IsEmpty());
  EXPECT_THAT(report_.notes, IsEmpty());
}

TEST_F(HtmlFolderTest, BaseHrefAndAreasAndUpperCase) {
  Page("x/one.html", "");
  Page("x/two.html", "");
  Page("from.html",
       "<HEAD><BASE HREF=x/></HEAD><A HREF=one.html>1</A><MAP><AREA "
       "HREF='two.html'></MAP><a>no</a>");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(From("from.html"), ElementsAre("x/one.html", "x/two.html"));
}

TEST_F(HtmlFolderTest, LinksThatLeadNowhereAreCounted) {
  Links("a.html", {"http://example.org/", "//example.org/a.html", "mailto:a@example.org",
                   "javascript:x()", "gone.html", "picture.png"});
  Links("b.html", {"gone/", "data:,x"});
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("a.html", "b.html"));
  EXPECT_THAT(sink_.arcs, IsEmpty());
  EXPECT_EQ(report_.arcs_read, 0U);
  EXPECT_THAT(report_.notes,
              ElementsAre("5 links leave the folder, 3 links point to pages that are not there"));
}

TEST_F(HtmlFolderTest, TitlesAreSent) {
  Page("a.html", "<title>\n A &amp;  B\n</title>");
  Page("b.html", "<p>no title");
  Page("c.html", "<title> </title>");
  Page("d.html",
       "<meta charset=windows-1252><title>\x93"
       "caf\xE9\x94</title>");
  Page("e.html", "<title>caf\xE9!</title>");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(sink_.titles, ElementsAre(Pair("a.html", "A & B"),
                                        Pair("d.html",
                                             "\xE2\x80\x9C"
                                             "caf\xC3\xA9\xE2\x80\x9D"),
                                        Pair("e.html", "caf\xEF\xBF\xBD!")));
}

TEST_F(HtmlFolderTest, EmptyPagesJunkAndDeepNestingArePages) {
  Page("empty.html", "");
  std::string junk(5000, '\0');
  for (size_t i = 0; i < junk.size(); ++i) junk[i] = static_cast<char>(i * i * 31 + i / 7);
  Page("junk.html", junk);
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  Page("deep.html", deep + "<a href=empty.html>");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("deep.html", "empty.html", "junk.html"));
  EXPECT_THAT(From("deep.html"), ElementsAre("empty.html"));
}

TEST_F(HtmlFolderTest, WhatPagesSayIsSentWithTheirTargets) {
  Page(
      "a.html",
      "<title>A</title><p>see <a href=c.html>the c</a>, <a href=b.html>b</a>, <a href=#x>here</a>, "
      "<a href=gone.html>gone</a> and <a href=b.html#y>b again</a>");
  Page("b.html", "");
  Page("c.html", "<a href=http://example.org/>out</a>");
  ASSERT_TRUE(Read().ok());
  EXPECT_EQ(pages_.Shown(),
            "a.html -> b.html c.html: see {1: the c } {0: b } here gone and "
            "{0: b again }\n"
            "b.html ->: \n"
            "c.html ->: out\n");
}

TEST_F(HtmlFolderTest, AllTargetsWhenWanted) {
  Links("a/b.html", {"gone.html", "picture.png", "HTTP://Example.ORG:80/x?y#z", "mailto:a@b.c",
                     "../dir/", "/", "caf%E9.html", "#top"});
  IngestOptions options;
  options.targets = LinkTargets::kAll;
  ASSERT_TRUE(Read(options).ok());
  EXPECT_THAT(From("a/b.html"),
              ElementsAre("a/gone.html", "a/picture.png", "http://example.org/x?y",
                          "dir/index.html", "index.html"));
  EXPECT_EQ(report_.arcs_read, 5U);
  EXPECT_EQ(pages_.Shown(),
            "a/b.html -> a/gone.html a/picture.png dir/index.html http://example.org/x?y "
            "index.html: {0: x } {1: x } {3: x } x {2: x } {4: x } x x\n");
}

TEST_F(HtmlFolderTest, SmallMemoryMakesSmallBatchesAndTheSame) {
  for (int i = 0; i < 100; ++i) {
    Page(fmt::format("{}.html", i), fmt::format("word{} <a href={}.html>x</a>", i, i * 7 % 100));
  }
  ASSERT_TRUE(Read().ok());
  const RecordingPages pages = pages_;
  const RecordingSink sink = sink_;
  Control control;
  control.memory = 1000;
  ASSERT_TRUE(Read({}, control).ok());
  EXPECT_THAT(pages_.pages, SizeIs(100));
  EXPECT_EQ(pages_.pages, pages.pages);
  EXPECT_EQ(sink_.arcs, sink.arcs);
}

TEST_F(HtmlFolderTest, OfPagesThatAreTooLargeOnlyTheNameIsRead) {
  Page("a.html", "<title>A</title><a href=b.html>" + std::string(2000, ' '));
  Page("b.html", "<a href=a.html>a</a>");
  ASSERT_TRUE(Read({.max_page = 2000}).ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("a.html", "b.html"));
  EXPECT_THAT(sink_.arcs, ElementsAre(Pair("b.html", "a.html")));
  EXPECT_EQ(pages_.Shown(), "b.html -> a.html: {0: a }\n");
  EXPECT_EQ(report_.pages_too_large, 1U);
  EXPECT_EQ(report_.page_limit, 2000U);
  ASSERT_TRUE(Read({.max_page = 3000}).ok());
  EXPECT_THAT(From("a.html"), ElementsAre("b.html"));
  EXPECT_EQ(report_.pages_too_large, 0U);
}

TEST_F(HtmlFolderTest, PagesThatLoseTheirContainersAreCounted) {
  Page("a.html", "<table><svg><desc><![CDATA[x]]>y<a href=b.html>b</a>");
  Page("b.html", "<a href=a.html>a</a>");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(From("a.html"), ElementsAre("b.html"));
  EXPECT_EQ(report_.pages_flattened, 1U);
}

TEST_F(HtmlFolderTest, LittleMemoryAllowsSmallPagesOnly) {
  Page("a.html", "<a href=b.html>" + std::string(1 << 20, ' '));
  Page("b.html", "<a href=a.html>" + std::string(1 << 19, ' '));
  Control control;
  control.memory = 16 << 20;
  ASSERT_TRUE(Read({}, control).ok());
  EXPECT_THAT(sink_.arcs, ElementsAre(Pair("b.html", "a.html")));
  EXPECT_EQ(report_.page_limit, 1U << 20);
}

// Each of these links is short in the page, and as long as its folder in the graph.
TEST_F(HtmlFolderTest, LinksThatBecomeTooLongAreLeftOut) {
  const std::string deep = std::string(200, 'd') + "/" + std::string(200, 'e') + "/";
  std::string links;
  for (int i = 0; i < 3000; ++i) links += fmt::format("<a href={}>", i);
  Page(deep + "a.html", links);
  Page("b.html", links);
  ASSERT_TRUE(Read({.targets = LinkTargets::kAll}).ok());
  EXPECT_THAT(From(deep + "a.html"), IsEmpty());
  EXPECT_THAT(From("b.html"), SizeIs(3000));
  EXPECT_EQ(report_.pages_too_large, 1U);
}

TEST_F(HtmlFolderTest, LinksThatLeaveTheFolderAreFollowedOnlyIfWanted) {
  const fs::path outside = folder_.string() + "-outside.html";
  std::ofstream(outside) << "<title>secret</title>";
  Page("a.html", "a");
  fs::create_symlink(outside, folder_ / "b.html");
  fs::create_symlink("../" + outside.filename().string(), folder_ / "c.html");
  fs::create_symlink("a.html", folder_ / "d.html");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("a.html", "d.html"));
  EXPECT_THAT(report_.notes,
              ElementsAre("2 symbolic links lead out of the folder and were not followed"));
  ASSERT_TRUE(Read({.follow_symlinks = true}).ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("a.html", "b.html", "c.html", "d.html"));
  EXPECT_THAT(sink_.titles, ElementsAre(Pair("b.html", "secret"), Pair("c.html", "secret")));
  fs::remove(outside);
}

// To open one of these would wait for somebody to write into it.
TEST_F(HtmlFolderTest, PipesAndDevicesAreNotOpened) {
  Page("a.html", "a");
  ASSERT_EQ(::mkfifo((folder_ / "b.html").c_str(), 0600), 0);
  fs::create_symlink("b.html", folder_ / "c.html");
  fs::create_symlink("/dev/zero", folder_ / "d.html");
  ASSERT_TRUE(Read({.follow_symlinks = true}).ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("a.html"));
  EXPECT_THAT(report_.notes,
              ElementsAre("3 pipes, devices or sockets are named like pages and were not opened"));
}

TEST_F(HtmlFolderTest, FileLinksAreReadAndDirectoryLinksAreNot) {
  Page("a/real.html", "<a href=link.html>");
  fs::create_symlink("real.html", folder_ / "a/link.html");
  fs::create_directory_symlink("..", folder_ / "a/loop");
  fs::create_directory_symlink("a", folder_ / "again");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(sink_.vertices, ElementsAre("a/link.html", "a/real.html"));
  EXPECT_THAT(From("a/real.html"), ElementsAre("a/link.html"));
  EXPECT_THAT(report_.notes, ElementsAre("2 symbolic links to directories were not followed"));
}

TEST_F(HtmlFolderTest, PagesThatCannotBeReadAreErrorsOrCounted) {
  Links("a.html", {"gone.html"});
  fs::create_symlink("nowhere.html", folder_ / "gone.html");
  const Status status = Read();
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_EQ(status.place().file, (folder_ / "gone.html").string());
  EXPECT_THAT(status.message(), AllOf(HasSubstr("gone.html"), HasSubstr("cannot open")));
  IngestOptions skip;
  skip.skip_bad_lines = true;
  ASSERT_TRUE(Read(skip).ok());
  EXPECT_EQ(report_.bad_lines, 1U);
  EXPECT_THAT(report_.first_bad_lines, ElementsAre(HasSubstr("gone.html")));
  EXPECT_THAT(sink_.vertices, ElementsAre("a.html", "gone.html"));
  EXPECT_THAT(From("a.html"), ElementsAre("gone.html"));
}

TEST_F(HtmlFolderTest, NamesThatCannotBeShownAreErrorsOrCounted) {
  Links("a.html", {"caf%E9.html", "\xC3\xA9.html"});
  Page("\xC3\xA9.html", "");
  for (const std::string name :
       {"caf\xE9.html", "half\xC3.html", "\xED\xA0\x80.html", "\xF4\x90\x80\x80.html",
        "two\nlines.html", "\xC2\x9B.html", "d\xFF/x.html"}) {
    Page(name, "<a href=a.html>");
  }
  const Status status = Read();
  EXPECT_EQ(status.code(), Code::kBadInput);
  EXPECT_THAT(status.message(), HasSubstr("caf\\xE9.html: the name is not UTF-8"));
  IngestOptions skip;
  skip.skip_bad_lines = true;
  ASSERT_TRUE(Read(skip).ok());
  EXPECT_EQ(report_.bad_lines, 7U);
  EXPECT_THAT(report_.first_bad_lines, SizeIs(5));
  EXPECT_THAT(sink_.vertices, ElementsAre("a.html", "\xC3\xA9.html"));
  EXPECT_THAT(sink_.arcs, ElementsAre(Pair("a.html", "\xC3\xA9.html")));
}

TEST_F(HtmlFolderTest, AFolderWithoutPagesIsAnError) {
  Page("notes.txt", "");
  const Status status = Read();
  EXPECT_EQ(status.code(), Code::kBadInput);
  EXPECT_THAT(status.message(), HasSubstr("*.html, *.htm, *.xhtml"));
}

TEST_F(HtmlFolderTest, AFolderThatIsNotThereIsNamed) {
  folder_ /= "absent";
  const Status status = Read();
  EXPECT_EQ(status.code(), Code::kNotFound);
  EXPECT_THAT(status.message(), HasSubstr("absent"));
}

TEST_F(HtmlFolderTest, TheNumberOfThreadsDoesNotMatter) {
  for (int i = 0; i < 700; ++i) {
    std::string text = fmt::format("<title>Page {} | Site</title>", i);
    for (int j = 0; j < i % 7; ++j)
      text += fmt::format("<a href=p{}.html>x</a>", (i * 31 + j * 17) % 800);
    Page(fmt::format("p{}.html", i), text);
  }
  Control one, four;
  one.threads = 1;
  four.threads = 4;
  ASSERT_TRUE(Read({}, one).ok());
  const RecordingSink sink = sink_;
  const RecordingPages pages = pages_;
  const IngestReport report = report_;
  EXPECT_THAT(sink.vertices, SizeIs(700));
  EXPECT_TRUE(std::is_sorted(sink.vertices.begin(), sink.vertices.end()));
  ASSERT_TRUE(Read({}, four).ok());
  EXPECT_EQ(sink_.vertices, sink.vertices);
  EXPECT_EQ(sink_.arcs, sink.arcs);
  EXPECT_EQ(sink_.titles, sink.titles);
  EXPECT_EQ(pages_.pages, pages.pages);
  EXPECT_EQ(report_.notes, report.notes);
  EXPECT_EQ(report_.arcs_read, report.arcs_read);
}

TEST_F(HtmlFolderTest, TheCommonSuffixOfTitlesIsDropped) {
  for (int i = 0; i < 20; ++i)
    Page(fmt::format("{}.html", i), fmt::format("<title>T{} - My Site</title>", i));
  Page("other.html", "<title>Elsewhere</title>");
  Page("untitled.html", "");
  ASSERT_TRUE(Read().ok());
  EXPECT_THAT(sink_.titles, SizeIs(21));
  EXPECT_EQ(Titles()["7.html"], "T7");
  EXPECT_EQ(Titles()["other.html"], "Elsewhere");
  EXPECT_THAT(report_.notes, ElementsAre("\" - My Site\" was dropped from the end of 20 titles"));
}

TEST(CommonTitleSuffixTest, NeedsTwentyTitlesAndFourFifths) {
  std::vector<std::string> titles(19, "x - Site");
  EXPECT_EQ(CommonTitleSuffix(titles), "");
  titles.emplace_back("");
  EXPECT_EQ(CommonTitleSuffix(titles), "");
  titles.emplace_back("y - Site");
  EXPECT_EQ(CommonTitleSuffix(titles), " - Site");
  titles.insert(titles.end(), 5, "plain");
  EXPECT_EQ(CommonTitleSuffix(titles), " - Site");
  titles.emplace_back("plain");
  EXPECT_EQ(CommonTitleSuffix(titles), "");
}

TEST(CommonTitleSuffixTest, TakesTheLongestAndAnySeparator) {
  for (const std::string separator : {" - ", " | ", " – ", " — ", " · ", " :: "}) {
    EXPECT_EQ(CommonTitleSuffix(std::vector<std::string>(30, "x" + separator + "Site")),
              separator + "Site");
  }
  EXPECT_EQ(CommonTitleSuffix(std::vector<std::string>(30, "x - Manual | Site")),
            " - Manual | Site");
  EXPECT_EQ(CommonTitleSuffix(std::vector<std::string>(30, "x-Site")), "");
  EXPECT_EQ(CommonTitleSuffix(std::vector<std::string>(30, "x: Site")), "");
  std::vector<std::string> mixed(15, "x - Manual | Site");
  mixed.insert(mixed.end(), 15, "x - Guide | Site");
  EXPECT_EQ(CommonTitleSuffix(mixed), " | Site");
}

TEST_F(HtmlFolderTest, StopsWhenAsked) {
  for (int i = 0; i < 300; ++i) Page(fmt::format("{}.html", i), "");
  std::stop_source stop;
  Control control;
  control.threads = 2;
  control.stop = stop.get_token();
  control.progress = [&](const Progress& progress) {
    if (progress.done > 0) stop.request_stop();  // in the middle of it
  };
  EXPECT_EQ(Read({}, control).code(), Code::kCancelled);
  EXPECT_LT(sink_.vertices.size(), 300U);
  EXPECT_EQ(Read({}, control).code(), Code::kCancelled);  // before it begins
  EXPECT_THAT(sink_.vertices, IsEmpty());
}

TEST_F(HtmlFolderTest, ReportsProgressInPages) {
  for (int i = 0; i < 10; ++i) Page(fmt::format("{}.html", i), "");
  uint64_t done = 0;
  Control control;
  control.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.unit, "pages");
    EXPECT_EQ(progress.total, 10U);
    done = progress.done;
  };
  ASSERT_TRUE(Read({}, control).ok());
  EXPECT_EQ(done, 10U);
}

class FailingSink : public RecordingSink {
 public:
  Status Arc(std::string_view /*from*/, std::string_view /*to*/) override {
    return Status(Code::kIo, "the disk is full");
  }
};

TEST_F(HtmlFolderTest, AFailureOfTheSinkIsPassedOn) {
  Links("a.html", {"a.html"});
  FailingSink sink;
  EXPECT_EQ(ReadHtmlFolder(folder_.string(), {}, {.arcs = &sink}, report_, {}).code(), Code::kIo);
}

TEST(HtmlFolderDataTest, ReadsTheDocumentationOfARealPackage) {
  const std::string folder = "/usr/share/cppreference/doc/html";
  if (!fs::exists(folder)) GTEST_SKIP() << "no " << folder << "; install cppreference-doc-en-html";
  RecordingSink sink;
  IngestReport report;
  const Status status = ReadHtmlFolder(folder, IngestOptions(), {.arcs = &sink}, report, Control());
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_GT(sink.vertices.size(), 4000U);
  EXPECT_GT(sink.arcs.size(), 50 * sink.vertices.size());
  EXPECT_GT(sink.titles.size(), sink.vertices.size() * 9 / 10);
  EXPECT_THAT(report.notes, ::testing::Contains(HasSubstr("\" - cppreference.com\" was dropped")));
  const std::map<std::string, std::string> titles(sink.titles.begin(), sink.titles.end());
  EXPECT_EQ(titles.at("en/cpp/container/vector.html"), "std::vector");
}

}  // namespace
}  // namespace akin
