// From WARC files to a corpus: a site as wget downloads it, and captures in any order.
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "akin/ingest.h"
#include "file_tree.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "graph/pages_file.h"
#include "packed_bytes.h"
#include "shown_text.h"
#include "temp_dir.h"
#include "warc_samples.h"

namespace akin {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

constexpr std::string_view kHtml = "Content-Type: text/html\r\n";

std::vector<std::string> Names(const std::string& corpus) {
  std::vector<std::string> names;
  const auto keys = Keys::Open(KeysPath(corpus));
  EXPECT_TRUE(keys.ok());
  for (VertexId v = 0; v < keys->size(); ++v) names.push_back(*keys->Name(v));
  return names;
}

// "name: text", one line per page.
std::string Said(const std::string& corpus) {
  const auto names = Names(corpus);
  const auto file = PagesFile::OfCorpus(corpus);
  EXPECT_TRUE(file.ok()) << file.status().message();
  std::string said;
  StoredPage page;
  for (uint64_t i = 0; i < (*file)->pages(); ++i) {
    EXPECT_TRUE((*file)->Read(i, page).ok());
    said += fmt::format("{}: {}\n", names[page.vertex], Shown(page.text));
  }
  return said;
}

std::string Capture(std::string_view url, std::string_view body, std::string_view date) {
  return WarcRecordText("response", url, HttpText(kHtml, body), date);
}

TEST(IngestWarcTest, TheHeaderMayKnowTheLanguage) {
  const TempDir directory;
  const std::string french = std::string(kHtml) + "Content-Language: fr, en\r\n";
  WriteBytes(directory / "a.warc",
             WarcRecordText("response", "http://a/1", HttpText(french, "<p>x")) +
                 WarcRecordText("response", "http://a/2", HttpText(french, "<html lang=de>x")) +
                 WarcRecordText("response", "http://a/3", HttpText(kHtml, "x")));
  ASSERT_TRUE(Ingest({directory / "a.warc"}, directory / "a.akin", {}).ok());
  const auto file = PagesFile::OfCorpus(directory / "a.akin");
  ASSERT_TRUE(file.ok()) << file.status().message();
  EXPECT_EQ((*file)->word_rule(), WordRule::kWhole);
  StoredPage page;
  std::vector<std::string> languages;
  for (uint64_t i = 0; i < (*file)->pages(); ++i) {
    ASSERT_TRUE((*file)->Read(i, page).ok());
    languages.push_back(page.text.language);
  }
  EXPECT_THAT(languages, ::testing::ElementsAre("fr", "de", ""));
}

TEST(IngestWarcTest, TheOrderOfCapturesAndFilesDoesNotMatter) {
  const TempDir directory;
  std::vector<std::string> captures;
  for (int i = 0; i < 40; ++i) {
    captures.push_back(Capture(fmt::format("http://a/{}", i % 25),
                               fmt::format("<title>T{}</title>w{} <a href={}>x</a>", i, i, i * 7),
                               fmt::format("2024-05-06T07:08:{:02}Z", i % 30)));
  }
  FileTree expected;
  for (int turn = 0; turn < 4; ++turn) {
    std::string one, two;
    for (size_t i = 0; i < captures.size(); ++i) {
      (i % 2 == 0 ? one : two) += turn % 2 == 0 ? captures[i] : Gzipped(captures[i]);
    }
    WriteBytes(directory / "one.warc", one);
    WriteBytes(directory / "two.warc.gz", two);
    std::vector<std::string> sources = {directory / "one.warc", directory / "two.warc.gz"};
    if (turn == 2) std::swap(sources[0], sources[1]);
    Control control;
    control.threads = turn % 3 + 1;
    control.memory = uint64_t{1} << (20 + turn);
    const auto report = Ingest(sources, directory / "c.akin", {.replace = true}, control);
    ASSERT_TRUE(report.ok()) << report.status().message();
    EXPECT_THAT(report->notes, Contains(HasSubstr("15 pages came more than once")));
    const FileTree tree = ReadTree(directory / "c.akin");
    if (turn == 0) expected = tree;
    EXPECT_EQ(tree, expected) << turn;
    std::reverse(captures.begin() + turn, captures.end());
  }
  EXPECT_THAT(Said(directory / "c.akin"), HasSubstr("http://a/3: w28 {0: x }\n"));
}

TEST(IngestWarcTest, AllTargetsOrCrawledOnes) {
  const TempDir directory;
  WriteBytes(directory / "1.warc", Capture("http://a/1", "<a href=2>x</a><a href=3>y</a>", ""));
  WriteBytes(directory / "2.warc", Capture("http://a/2", "<a href=1>z</a>", ""));
  const std::vector<std::string> sources = {directory / "1.warc", directory / "2.warc"};
  ASSERT_TRUE(Ingest(sources, directory / "c.akin", {}).ok());
  EXPECT_THAT(Names(directory / "c.akin"),
              ::testing::ElementsAre("http://a/1", "http://a/2", "http://a/3"));
  ASSERT_TRUE(
      Ingest(sources, directory / "c.akin", {.targets = LinkTargets::kCrawled, .replace = true})
          .ok());
  EXPECT_THAT(Names(directory / "c.akin"), ::testing::ElementsAre("http://a/1", "http://a/2"));
  EXPECT_EQ(Said(directory / "c.akin"), "http://a/1: {0: x } y\nhttp://a/2: {0: z }\n");
}

TEST(IngestWarcTest, IsToldByItsFirstBytesToo) {
  const TempDir directory;
  WriteBytes(directory / "crawl", Gzipped(Capture("http://a/1", "word", "")));
  ASSERT_TRUE(Ingest({directory / "crawl"}, directory / "c.akin", {}).ok());
  EXPECT_EQ(Said(directory / "c.akin"), "http://a/1: word\n");
  WriteBytes(directory / "links.warc", "a\tb\n");
  const auto report = Ingest({directory / "links.warc"}, directory / "d.akin", {});
  EXPECT_EQ(report.status().code(), Code::kBadInput);
  EXPECT_THAT(report.status().message(), HasSubstr("not a WARC file"));
}

TEST(IngestWarcTest, ACorpusOfLinksHasNoPages) {
  const TempDir directory;
  WriteBytes(directory / "links.tsv", "a\tb\n");
  ASSERT_TRUE(Ingest({directory / "links.tsv"}, directory / "c.akin", {}).ok());
  const auto file = PagesFile::OfCorpus(directory / "c.akin");
  EXPECT_EQ(file.status().code(), Code::kInvalidArgument);
  EXPECT_THAT(file.status().message(), HasSubstr("ingest a folder of HTML or WARC files"));
}

// --- A site on this machine, fetched with wget ---

// Discards the program's output.
pid_t Start(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  const int nowhere = open("/dev/null", O_RDWR);
  if (nowhere < 0) _exit(127);
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, fd);
  execvp(argv[0], argv.data());
  _exit(127);
}

int WaitFor(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// A port that nobody is listening on at the moment.
uint16_t FreePort() {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) throw std::runtime_error("there is no socket");
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(fd, reinterpret_cast<sockaddr*>(&address), size), 0);
  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  close(fd);
  return ntohs(address.sin_port);
}

bool Answers(uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return false;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  const bool connected = connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0;
  close(fd);
  return connected;
}

class Server {
 public:
  Server(const std::string& folder, uint16_t port)
      : pid_(Start({"python3", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder,
                    std::to_string(port)})) {
    for (int i = 0; i < 600 && !Answers(port); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  ~Server() {
    kill(pid_, SIGTERM);
    WaitFor(pid_);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

 private:
  pid_t pid_;
};

TEST(IngestWarcTest, ASiteFetchedWithWget) {
  if (WaitFor(Start({"wget", "--version"})) != 0) GTEST_SKIP() << "no wget; install it";
  if (WaitFor(Start({"python3", "--version"})) != 0) GTEST_SKIP() << "no python3; install it";
  const TempDir directory;
  std::filesystem::create_directories(directory / "site/sub");
  WriteBytes(directory / "site/index.html",
             "<title>Home</title><p>Welcome to <a href=sub/>the other page</a>, "
             "<a href=gone.html>what is gone</a> and <a href=data.json>data</a>.");
  WriteBytes(directory / "site/sub/index.html",
             "<title>Sub</title>back <a href='../index.html#top'>home</a> or <a href=..>up</a>");
  WriteBytes(directory / "site/data.json", "{}");
  const uint16_t port = FreePort();
  const Server server(directory / "site", port);
  const std::string root = fmt::format("http://127.0.0.1:{}/", port);
  for (const bool packed : {false, true}) {
    std::vector<std::string> wget = {"wget",
                                     "--recursive",
                                     "--no-verbose",
                                     "--directory-prefix=" + (directory / "got"),
                                     "--no-proxy",
                                     "--tries=9",
                                     "--retry-connrefused",
                                     "--execute=robots=off",
                                     "--warc-file=" + (directory / "crawl")};
    if (!packed) wget.emplace_back("--no-warc-compression");
    wget.push_back(root + "index.html");
    WaitFor(Start(wget));  // not 0: one page is gone
    const std::string file = directory / (packed ? "crawl.warc.gz" : "crawl.warc");
    ASSERT_TRUE(std::filesystem::exists(file));
    const auto report = Ingest({file}, directory / "c.akin", {.replace = true});
    ASSERT_TRUE(report.ok()) << report.status().message();
    EXPECT_EQ(report->bad_lines, 0U);
    EXPECT_THAT(report->notes, Contains(HasSubstr("1 with a status other than 200, 1 not HTML")));
    EXPECT_EQ(
        Said(directory / "c.akin"),
        fmt::format("{0}: welcome to {{2: the other page }} {{1: what is gone }} and {{0: data }}\n"
                    "{0}index.html: welcome to {{2: the other page }} {{1: what is gone }} and "
                    "{{0: data }}\n"
                    "{0}sub/: back {{1: home }} or {{0: up }}\n",
                    root));
    EXPECT_THAT(Names(directory / "c.akin"), Contains(root + "gone.html"));
  }
}

}  // namespace
}  // namespace akin
