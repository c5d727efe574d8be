// The program as its users meet it: every verb as a process of its own, judged by what it prints,
// the exit code, and what it leaves on disk.
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "file_tree.h"
#include "random_graph.h"
#include "temp_dir.h"

namespace akin {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::MatchesRegex;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

using Words = std::vector<std::string>;

constexpr int kFound = 0;
constexpr int kNothing = 1;
constexpr int kError = 2;
constexpr int kInterrupted = 130;
constexpr uid_t kNobody = 65534;

// What surrounds a process besides its arguments.
struct Around {
  std::string input = "";              // fed to standard input
  std::string input_file = "";         // standard input instead, if not empty
  std::string output_file = "";        // standard output goes there, if not empty
  bool as_nobody = false;              // without the rights of root
  std::string program = AKIN_PROGRAM;  // what to run
};

struct Outcome {
  int code = -1;  // of exit; 128 + the signal if one ended it
  std::string out;
  std::string err;
  int64_t peak_kib = 0;
};

class Process {
 public:
  Process(const std::string& directory, Words words, const Around& around) {
    WriteBytes(files_ / "in", around.input);
    const std::string in = around.input_file.empty() ? files_ / "in" : around.input_file;
    out_ = around.output_file.empty() ? files_ / "out" : around.output_file;
    const int fds[3] = {::open(in.c_str(), O_RDONLY), Create(out_), Create(files_ / "err")};
    words.insert(words.begin(), around.program);
    std::vector<char*> argv;
    for (auto& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    pid_ = ::fork();
    if (pid_ == 0) Become(directory, fds, argv.data(), around.as_nobody);
    for (const int fd : fds) ::close(fd);
  }
  ~Process() {
    if (pid_ > 0) {
      Send(SIGKILL);
      Wait();
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void Send(int signal) const { ::kill(pid_, signal); }
  std::string OutSoFar() const { return ReadBytes(out_); }

  Outcome Wait() {
    int status = 0;
    rusage usage{};
    ::wait4(std::exchange(pid_, -1), &status, 0, &usage);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const bool regular = fs::is_regular_file(out_);
    return {code, regular ? ReadBytes(out_) : "", ReadBytes(files_ / "err"), usage.ru_maxrss};
  }

 private:
  static int Create(const std::string& path) {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  [[noreturn]] static void Become(const std::string& directory, const int* fds, char** argv,
                                  bool as_nobody) {
    for (int fd = 0; fd < 3; ++fd) ::dup2(fds[fd], fd);
    ::signal(SIGINT, SIG_DFL);
    const bool ready = ::chdir(directory.c_str()) == 0 && (!as_nobody || ::setuid(kNobody) == 0);
    if (ready) ::execv(argv[0], argv);
    ::_exit(127);
  }

  TempDir files_;
  std::string out_;
  pid_t pid_ = -1;
};

Words Split(std::string_view text, char separator = ' ') {
  Words parts;
  std::stringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

Words Lines(std::string_view text) { return Split(text, '\n'); }

std::string Join(const Words& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

// One column of tab-separated lines, counted from 0.
Words Column(std::string_view tsv, size_t column) {
  Words cells;
  for (const auto& line : Lines(tsv)) {
    const auto row = Split(line, '\t');
    cells.push_back(column < row.size() ? row[column] : "(no such column)");
  }
  return cells;
}

std::string Fixed(double value, int digits = 6) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", digits, value);
  return text;
}

std::vector<nlohmann::json> ParseJsonLines(const std::string& text) {
  std::vector<nlohmann::json> parsed;
  for (const auto& line : Lines(text)) {
    parsed.push_back(nlohmann::json::parse(line, nullptr, false));
    EXPECT_FALSE(parsed.back().is_discarded()) << line;
  }
  return parsed;
}

std::string Gzipped(const std::string& text) {
  const TempDir directory;
  const gzFile file = gzopen((directory / "gz").c_str(), "wb");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return ReadBytes(directory / "gz");
}

std::string Zstandard(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string EdgeList(const TestGraph& graph) {
  std::string text;
  for (const auto& [from, to] : graph.arcs()) {
    text += std::to_string(from) + '\t' + std::to_string(to) + '\n';
  }
  return text;
}

std::string DataFile(const std::string& name) {
  const char* given = ::getenv("AKIN_DATA");
  return std::string(given != nullptr ? given : AKIN_SOURCE_DIR "/../shared/data") + '/' + name;
}

#define AKIN_SKIP_WITHOUT(file) \
  if (!fs::exists(file)) GTEST_SKIP() << "real data is missing: " << (file) << " (set AKIN_DATA)"

class CliTest : public testing::Test {
 protected:
  // All paths in command lines are relative to the directory of the test.
  Outcome Run(const Words& words, const Around& around = {}) const {
    return Process(directory_.path(), words, around).Wait();
  }
  Outcome Run(std::string_view line, const Around& around = {}) const {
    return Run(Split(line), around);
  }
  Outcome Feed(std::string_view line, const std::string& input) const {
    return Run(line, {.input = input});
  }

  // Runs what must succeed and returns what it prints.
  std::string Get(std::string_view line) const {
    const auto outcome = Run(line);
    EXPECT_EQ(outcome.code, kFound) << line << '\n' << outcome.err;
    return outcome.out;
  }

  std::string At(std::string_view name) const { return directory_ / name; }
  void Write(std::string_view name, std::string_view bytes) const { WriteBytes(At(name), bytes); }

  void Ingest(const std::string& corpus, const std::string& links) const {
    const auto outcome = Feed("ingest - --quiet -o " + corpus, links);
    ASSERT_EQ(outcome.code, kFound) << outcome.err;
  }
  // The arcs that a command line makes a corpus of.
  std::string ArcsOf(const std::string& sources, const std::string& input = "") const {
    fs::remove_all(At("arcs.akin"));
    const auto outcome = Feed("ingest -o arcs.akin " + sources, input);
    EXPECT_EQ(outcome.code, kFound) << outcome.err;
    return Get("export arcs.akin");
  }

  Words Listing() const {
    Words names;
    for (const auto& entry : fs::recursive_directory_iterator(directory_.path())) {
      names.push_back(entry.path().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  // An error that says so, with exit code 2, no data on standard output and nothing left behind.
  void ExpectRefused(const Words& words, const Words& said, const Around& around = {}) const {
    const auto before = Listing();
    const auto outcome = Run(words, around);
    std::string line;
    for (const auto& word : words) line += ' ' + word;
    SCOPED_TRACE("akin" + line + "\n" + outcome.err);
    EXPECT_EQ(outcome.code, kError);
    EXPECT_THAT(outcome.err, StartsWith("akin"));
    for (const auto& part : said) EXPECT_THAT(outcome.err, HasSubstr(part));
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_EQ(Listing(), before);
  }
  void ExpectRefused(std::string_view line, const Words& said, const Around& around = {}) const {
    ExpectRefused(Split(line), said, around);
  }

  void ExpectSameFiles(const std::string& one, const std::string& other) const {
    const auto a = ReadTree(At(one));
    const auto b = ReadTree(At(other));
    ASSERT_THAT(a, Not(IsEmpty())) << one;
    ASSERT_EQ(NamesIn(a), NamesIn(b));
    for (const auto& [name, bytes] : a) {
      EXPECT_TRUE(bytes == b.at(name)) << name << " differs between " << one << " and " << other;
    }
  }
  void CopyCorpus(const std::string& from, const std::string& to) const {
    fs::copy(At(from), At(to), fs::copy_options::recursive);
  }

  TempDir directory_;
};

// ---------------------------------------------------------------------------------------------
// Golden numbers, measures.md section 14

constexpr const char* kUniversity =
    "Univ\tProfA\nUniv\tProfB\nProfA\tStudentA\nProfB\tStudentB\nStudentA\tUniv\nStudentB\tProfB\n";

class CliGolden : public CliTest {
 protected:
  // The score that `sim` prints first.
  std::string Score(const std::string& line) const {
    const auto outcome = Run("sim " + line);
    EXPECT_EQ(outcome.err, "");
    return Column(outcome.out, 0).empty() ? "nothing" : Column(outcome.out, 0)[0];
  }
};

TEST_F(CliGolden, JehWidomFigure1) {
  Ingest("u.akin", kUniversity);
  const std::vector<std::pair<std::string, std::string>> golden = {
      {"ProfA ProfB", "0.4136"},    {"StudentA StudentB", "0.3308"}, {"Univ ProfB", "0.1323"},
      {"ProfA StudentB", "0.1059"}, {"ProfB StudentB", "0.0882"},    {"ProfB StudentA", "0.0423"},
      {"Univ StudentB", "0.0339"}};
  const std::string exactly = " --exact simrank --decay 0.8 --iterations 100";
  for (const auto& [pair, score] : golden) {
    const auto names = Split(pair);
    EXPECT_EQ(Fixed(std::stod(Score(fmt::format("u.akin {}{}", pair, exactly))), 4), score) << pair;
    const auto turned = Score(fmt::format("u.akin {} {}{}", names[1], names[0], exactly));
    EXPECT_EQ(turned, Score(fmt::format("u.akin {}{}", pair, exactly))) << pair;
  }
}

TEST_F(CliGolden, JehWidomFigure1HasNoOtherSimilarPairs) {
  Ingest("u.akin", kUniversity);
  for (const std::string pair : {"Univ ProfA", "Univ StudentA", "ProfA StudentA"}) {
    const auto outcome = Run("sim u.akin " + pair + " --exact simrank --decay 0.8");
    EXPECT_EQ(outcome.code, kNothing) << pair;
    EXPECT_THAT(outcome.out, StartsWith("0.000000\t")) << pair;
  }
}

TEST_F(CliGolden, CompleteGraphs) {
  Ingest("4.akin", EdgeList(TestGraph::Complete(4)));
  Ingest("3.akin", EdgeList(TestGraph::Complete(3)));
  const std::string exactly = " --exact simrank --decay 0.8 --iterations 100";
  for (const std::string pair : {" 0 1", " 2 0", " 1 2"}) {
    EXPECT_EQ(Score(fmt::format("4.akin{}{}", pair, exactly)), "0.470588");
    EXPECT_EQ(Score(fmt::format("3.akin{}{}", pair, exactly)), "0.500000");
  }
}

TEST_F(CliGolden, CommonInNeighboursGiveDecayOverTheirNumberOrDecay) {
  for (int k = 1; k <= 5; ++k) {
    std::string links;
    for (int i = 0; i < k; ++i) links += fmt::format("w{}\tu\nw{}\tv\n", i, i);
    const std::string corpus = std::to_string(k) + ".akin";
    Ingest(corpus, links);
    for (const double decay : {0.6, 0.8}) {
      const std::string with = corpus + " u v --decay " + Fixed(decay, 1);
      EXPECT_EQ(Score(with + " --exact simrank"), Fixed(decay / k)) << k;
      EXPECT_EQ(Score(with + " --exact psimrank"), Fixed(decay)) << k;
    }
  }
}

TEST_F(CliGolden, ExactErrorIsWhatTheRoundsLeaveOut) {
  Ingest("u.akin", kUniversity);
  const auto out = Get("sim u.akin ProfA ProfB --exact simrank --decay 0.8 --iterations 4");
  EXPECT_EQ(Column(out, 1), Words{Fixed(std::pow(0.8, 5))});
}

// Scores of `related --all --json` by (query, key); a pair that is not printed scores 0.
using Scores = std::map<std::pair<std::string, std::string>, double>;

Scores ScoresIn(const std::string& json_lines) {
  Scores scores;
  for (const auto& hit : ParseJsonLines(json_lines)) {
    scores[{hit.at("query"), hit.at("key")}] = hit.at("score");
  }
  return scores;
}

// FR section 4: P(|estimate - score| > d) < 2 exp(-6/7 N d^2). The union over all pairs of both
// graphs and measures stays below 1e-6 by the choice of d.
TEST_F(CliGolden, EstimatesStayWithinTheBound) {
  constexpr double kFailure = 1e-6;
  constexpr int kFingerprints = 2000;
  constexpr int kTests = 2 * (5 * 4 / 2 + 12 * 11 / 2);
  const double bound = std::sqrt(std::log(2 * kTests / kFailure) * 7 / (6.0 * kFingerprints));
  Ingest("u.akin", kUniversity);
  Ingest("r.akin", EdgeList(TestGraph::Random(12, 30, 7)));
  for (const std::string corpus : {"u.akin", "r.akin"}) {
    for (const std::string measure : {"simrank", "psimrank"}) {
      Get(fmt::format("build {} --decay 0.8 --fingerprints 2000 --measure {}", corpus, measure));
      const std::string all = "related " + corpus + " --all -k 0 --json ";
      auto exact = ScoresIn(Get(fmt::format("{}--decay 0.8 --exact {}", all, measure)));
      auto estimated = ScoresIn(Get(fmt::format("{}--index {}", all, measure)));
      EXPECT_THAT(exact, Not(IsEmpty()));
      for (const auto& [pair, score] : exact) estimated.try_emplace(pair, 0);
      for (const auto& [pair, score] : estimated) EXPECT_NEAR(score, exact[pair], bound);
    }
  }
}

// ---------------------------------------------------------------------------------------------
// ingest: what it reads

class CliIngest : public CliTest {};

TEST_F(CliIngest, SeparatorsCommentsBlankLinesAndLineEndsDoNotMatter) {
  Ingest("plain.akin", "a\tb\nb\tc\n");
  const Words same = {"a,b\nb,c\n",
                      "a b\nb   c\n",
                      "# comment\na\tb\n\n# another\nb\tc\n",
                      "a\tb\r\nb\tc\r\n",
                      "a\tb\nb\tc",
                      "\xef\xbb\xbf" + std::string("a\tb\nb\tc\n"),  // a byte order mark
                      "b\tc\na\tb\nb\tc\na\tb\n"};
  for (size_t i = 0; i < same.size(); ++i) {
    SCOPED_TRACE(same[i]);
    const std::string corpus = std::to_string(i) + ".akin";
    Ingest(corpus, same[i]);
    ExpectSameFiles("plain.akin", corpus);
  }
}

TEST_F(CliIngest, CompressedFilesAndStandardInputReadLikePlainOnes) {
  const std::string links = EdgeList(TestGraph::Random(50, 200, 1));
  Ingest("plain.akin", links);
  Write("links.tsv.gz", Gzipped(links));
  Write("links.tsv.zst", Zstandard(links));
  Get("ingest links.tsv.gz -o gz.akin");
  Get("ingest links.tsv.zst -o zst.akin");
  Ingest("stdin-gz.akin", Gzipped(links));
  Ingest("stdin-zst.akin", Zstandard(links));
  for (const auto* other : {"gz.akin", "zst.akin", "stdin-gz.akin", "stdin-zst.akin"}) {
    ExpectSameFiles("plain.akin", other);
  }
}

TEST_F(CliIngest, HeaderIsDetectedAndTold) {
  Write("links.csv", "source,target\n1,2\n3,2\n");
  const auto outcome = Run("ingest links.csv -o x.akin");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(outcome.err, HasSubstr("links.csv:1: taken for a header"));
  EXPECT_EQ(Get("export x.akin"), "1\t2\n3\t2\n");
  EXPECT_EQ(Run("ingest links.csv -o quiet.akin --quiet").err, "");
}

TEST_F(CliIngest, HeaderFlagsOverrideDetection) {
  Write("links.csv", "source,target\n1,2\n3,2\n");
  Write("text.csv", "a,b\nb,c\n");
  EXPECT_EQ(ArcsOf("links.csv --no-header"), "1\t2\n3\t2\nsource\ttarget\n");
  EXPECT_EQ(ArcsOf("text.csv"), "a\tb\nb\tc\n");
  EXPECT_EQ(ArcsOf("text.csv --header"), "b\tc\n");
}

TEST_F(CliIngest, MatrixMarketGeneralAndSymmetric) {
  Write("general.mtx",
        "%%MatrixMarket matrix coordinate pattern general\n% note\n3 3 3\n1 2\n2 3\n3 1\n");
  Write("symmetric.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 3\n");
  EXPECT_EQ(ArcsOf("general.mtx"), "1\t2\n2\t3\n3\t1\n");
  EXPECT_EQ(ArcsOf("symmetric.mtx"), "1\t2\n2\t1\n3\t3\n");
}

class CliPages : public CliTest {
 protected:
  void SetUp() override {
    fs::create_directories(At("site/sub"));
    Write("site/index.html",
          "<html><head><title>Home &amp; Garden</title></head><body>"
          "<a href=\"sub/bee.html\">b</a> <a href='tea.html#top'>t</a>"
          "<a href=\"https://elsewhere.org/\">e</a></body></html>");
    Write("site/sub/bee.html",
          "<title>All about bees</title><A HREF=../index.html>h</A><a href=\"../tea.html\">t</a>");
    Write("site/tea.html", "<title>Tee f\xc3\xbcr zwei</title><a href=\"sub/bee.html?x=1\">b</a>");
    ASSERT_EQ(Run("ingest site -o site.akin").code, kFound);
  }
};

TEST_F(CliPages, RelativeLinksAreArcs) {
  EXPECT_EQ(Get("export site.akin"),
            "index.html\tsub/bee.html\nindex.html\ttea.html\nsub/bee.html\tindex.html\n"
            "sub/bee.html\ttea.html\ntea.html\tsub/bee.html\n");
}

TEST_F(CliPages, TitlesAreDisplayNames) {
  EXPECT_EQ(Get("export site.akin --names"),
            "0\tindex.html\tHome & Garden\n1\tsub/bee.html\tAll about bees\n"
            "2\ttea.html\tTee f\xc3\xbcr zwei\n");
  const auto titles = Column(Get("related site.akin index.html --no-index"), 4);
  EXPECT_THAT(titles, testing::Contains("Tee f\xc3\xbcr zwei"));
}

TEST_F(CliPages, LookupByTitle) {
  const auto by_title = Run(Words{"related", "site.akin", "Home & Garden", "--no-index"});
  EXPECT_EQ(by_title.code, kFound) << by_title.err;
  EXPECT_EQ(by_title.out, Get("related site.akin index.html --no-index"));
}

TEST_F(CliPages, KeyComesBeforeTitleAndATitleOfTwoIsTold) {
  Write("site/index.html", "<title>tea.html</title><a href=sub/bee.html>b</a>");
  Write("site/sub/bee.html", "<title>Same</title><a href=../tea.html>t</a>");
  Write("site/tea.html", "<title>Same</title><a href=index.html>h</a>");
  ASSERT_EQ(Run("ingest site -o twice.akin --quiet").code, kFound);
  ExpectRefused("related twice.akin Same --no-index", {"'Same'", "sub/bee.html", "tea.html"});
  EXPECT_THAT(Get("sim twice.akin tea.html tea.html --no-index"), EndsWith("tea.html\ttea.html\n"));
}

TEST_F(CliIngest, SeveralSourcesAtOnce) {
  Write("one.tsv", "a\tb\n");
  Write("two.csv.gz", Gzipped("b,c\na,b\n"));
  Write("three.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n");
  EXPECT_EQ(ArcsOf("one.tsv two.csv.gz three.mtx -", "c d\n"), "1\t2\na\tb\nb\tc\nc\td\n");
}

TEST_F(CliIngest, DirectionFlags) {
  const std::string links = "a\tb\nb\tc\n";
  EXPECT_EQ(ArcsOf("- --undirected", links), "a\tb\nb\ta\nb\tc\nc\tb\n");
  EXPECT_EQ(ArcsOf("- --reverse", links), "b\ta\nc\tb\n");
}

TEST_F(CliIngest, SelfLoopsStayUnlessDropped) {
  EXPECT_EQ(ArcsOf("-", "a\ta\na\tb\n"), "a\ta\na\tb\n");
  EXPECT_EQ(ArcsOf("- --drop-self-loops", "a\ta\na\tb\n"), "a\tb\n");
}

TEST_F(CliIngest, MaxInlinkShareDropsArcsToWhatNearlyEverythingLinksTo) {
  std::string links = "1\t2\n";  // 10 vertices in all, 9 of them link to 0
  for (int page = 1; page <= 9; ++page) links += std::to_string(page) + "\t0\n";
  EXPECT_EQ(ArcsOf("- --max-inlink-share 0.5", links), "1\t2\n");
  EXPECT_THAT(Lines(ArcsOf("- --max-inlink-share 0.9", links)), SizeIs(10));
}

TEST_F(CliIngest, IgnoreWeightsForgetsTheThirdColumn) {
  EXPECT_EQ(ArcsOf("- --ignore-weights", "1\t2\t0.5\n2\t3\t-1e3\n"), "1\t2\n2\t3\n");
  Write("m.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n");
  EXPECT_EQ(ArcsOf("m.mtx --ignore-weights"), "1\t2\n");
}

TEST_F(CliIngest, LineOrderDoesNotMatter) {
  auto lines = Lines(EdgeList(TestGraph::Random(200, 1000, 3)));
  Ingest("sorted.akin", Join(lines));
  std::shuffle(lines.begin(), lines.end(), std::mt19937(4));
  Ingest("shuffled.akin", Join(lines));
  ExpectSameFiles("sorted.akin", "shuffled.akin");
}

TEST_F(CliIngest, IntegersSortNumericallyAlsoBeyond32Bits) {
  Ingest("x.akin", "10\t9\n4294967296\t2\n9223372036854775807\t4294967295\n");
  EXPECT_EQ(Column(Get("export x.akin --names"), 1),
            (Words{"2", "9", "10", "4294967295", "4294967296", "9223372036854775807"}));
}

TEST_F(CliIngest, IntegersBeyond64BitsKeepApart) {
  Ingest("x.akin", "18446744073709551616\t18446744073709551617\n1\t340282366920938463463374607\n");
  const auto names = Column(Get("export x.akin --names"), 1);
  EXPECT_EQ(std::set(names.begin(), names.end()),
            (std::set<std::string>{"1", "18446744073709551616", "18446744073709551617",
                                   "340282366920938463463374607"}));
}

TEST_F(CliIngest, NamesMayHaveBlanksUnicodeAndQuotes) {
  EXPECT_EQ(ArcsOf("-", "New York\tZ\xc3\xbcrich\n\xe6\x9d\xb1\xe4\xba\xac\tNew York\n"),
            "New York\tZ\xc3\xbcrich\n\xe6\x9d\xb1\xe4\xba\xac\tNew York\n");
  EXPECT_EQ(ArcsOf("-", "\"a, b\",\"say \"\"hi\"\"\"\nc,d\n"), "a, b\tsay \"hi\"\nc\td\n");
}

TEST_F(CliIngest, ExportReadsBackToTheSameCorpus) {
  const Words texts = {EdgeList(TestGraph::Random(300, 2000, 5)),
                       "New York\tZ\xc3\xbcrich\na,b\tc\n\"q\"\tsay \"hi\"\n",
                       "\"a, b\",c\nd,\"e \"\"f\"\"\"\n", "-1\t3\n-5\t+3\n007\t7\n"};
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string first = std::to_string(i) + ".akin";
    Ingest(first, texts[i]);
    Ingest("again-" + first, Get("export " + first));
    ExpectSameFiles(first, "again-" + first);
  }
}

TEST_F(CliIngest, ExportReadsBackNamesThatLookLikeHeadersOrArePercentEncoded) {
  const Words texts = {"\"%41\",b\nc,d\n",
                       "1\t2\n!from\t!to\n"};  // exported first, above a number: like a header
  for (size_t i = 0; i < texts.size(); ++i) {
    SCOPED_TRACE(texts[i]);
    const std::string first = std::to_string(i) + ".akin";
    Ingest(first, texts[i]);
    const auto again = Feed("ingest - --no-header -o again-" + first, Get("export " + first));
    EXPECT_EQ(again.code, kFound) << again.err;
    ExpectSameFiles(first, "again-" + first);
  }
}

TEST_F(CliIngest, ExportTellsOfNamesThatIngestWouldNotReadBack) {
  const Words texts = {"\"#1\",b\nc,d\n", "\"% 1\",b\nc,d\n", "\" a\",b\nc,d\n"};
  for (size_t i = 0; i < texts.size(); ++i) {
    SCOPED_TRACE(texts[i]);
    const std::string corpus = std::to_string(i) + ".akin";
    Ingest(corpus, texts[i]);
    EXPECT_THAT(Run("export " + corpus).err, HasSubstr("1 names look like comments"));
  }
}

TEST_F(CliIngest, PercentEncodedNamesAreNoComments) {
  const std::string links = DataFile("wikispeedia/links.tsv");
  AKIN_SKIP_WITHOUT(links);
  Get("ingest " + links + " -o w.akin");
  EXPECT_THAT(Get("info w.akin"), HasSubstr("arcs\t119882\n"));
  EXPECT_THAT(Column(Get("export w.akin --names"), 1), testing::Contains("%C3%85land"));
}

TEST_F(CliIngest, WebGraphHasTheVerticesAndArcsOfItsProperties) {
  const std::string graph = DataFile("cnr-2000/cnr-2000.graph");
  AKIN_SKIP_WITHOUT(graph);
  Get("ingest " + graph + " -o cnr.akin");
  EXPECT_THAT(Get("info cnr.akin"), StartsWith("vertices\t325557\narcs\t3216152\n"));
}

TEST_F(CliIngest, InterruptedLeavesNothing) {
  ASSERT_EQ(::mkfifo(At("links").c_str(), 0600), 0);
  const int pipe = ::open(At("links").c_str(), O_RDWR);
  ASSERT_EQ(::write(pipe, "a\tb\n", 4), 4);
  Process ingest(directory_.path(), Split("ingest - -o x.akin"), {.input_file = At("links")});
  for (int i = 0; i < 5000 && !fs::exists(At("x.akin.partial")); ++i) ::usleep(2000);
  EXPECT_TRUE(fs::exists(At("x.akin.partial")));
  ingest.Send(SIGINT);
  EXPECT_EQ(ingest.Wait().code, kInterrupted);
  ::close(pipe);
  EXPECT_EQ(Listing(), Words{At("links")});
}

// ---------------------------------------------------------------------------------------------
// ingest: what it refuses

class CliBadInput : public CliTest {
 protected:
  void ExpectBad(const std::string& bytes, const Words& said) const {
    Write("bad", bytes);
    ExpectRefused("ingest bad -o x.akin", said);
  }
};

TEST_F(CliBadInput, NoArcs) {
  ExpectBad("", {"bad: no arcs found", "expected"});
  ExpectBad("# only\n# comments\n\n", {"bad: no arcs found", "expected"});
}

TEST_F(CliBadInput, BinaryFile) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>(i * 7);
  ExpectBad(bytes, {"bad:1:"});
  ExpectBad(std::string("a\tb\nc\0\td\n", 9), {"bad:2:", "binary"});
}

TEST_F(CliBadInput, WrongNumberOfColumns) {
  ExpectBad("a\tb\nc\n", {"bad:2: found 1 column", "expected 2"});
  ExpectBad("one\ntwo\n", {"bad:1: found 1 column", "expected 2"});
  ExpectBad("a\tb\tc\td\n", {"bad:1: found 4 columns", "expected 2"});
}

TEST_F(CliBadInput, WeightsNameTheFlag) {
  ExpectBad("1\t2\t0.5\n", {"bad:1:", "--ignore-weights"});
}

TEST_F(CliBadInput, InvalidUtf8) { ExpectBad("a\tb\n\xff\xfe\tc\n", {"bad:2:", "UTF-8", "iconv"}); }

TEST_F(CliBadInput, HugeLineInBoundedMemory) {
  constexpr int kMebibytes = 100;
  {
    std::ofstream out(At("long"));
    const std::string piece(size_t{1} << 20, 'x');
    for (int i = 0; i < kMebibytes; ++i) out << piece;
    out << "\ty\n";
  }
  const auto outcome = Run("ingest long -o x.akin");
  EXPECT_EQ(outcome.code, kError);
  EXPECT_THAT(outcome.err, HasSubstr("long:1: line longer than"));
  EXPECT_LT(outcome.peak_kib, (kMebibytes - 10) * 1024);
  EXPECT_EQ(Listing(), Words{At("long")});
}

TEST_F(CliBadInput, TruncatedCompressedFiles) {
  const std::string links = EdgeList(TestGraph::Random(500, 3000, 2));
  const auto gz = Gzipped(links);
  const auto zst = Zstandard(links);
  Write("cut.gz", gz.substr(0, gz.size() / 2));
  Write("tail.gz", gz.substr(0, gz.size() - 1));
  Write("cut.zst", zst.substr(0, zst.size() / 2));
  ExpectRefused("ingest cut.gz -o x.akin", {"cut.gz:", "truncated"});
  ExpectRefused("ingest tail.gz -o x.akin", {"tail.gz:", "truncated"});
  ExpectRefused("ingest cut.zst -o x.akin", {"cut.zst:", "truncated"});
}

TEST_F(CliBadInput, MissingFileAlsoAfterAGoodOne) {
  Write("good", "a\tb\n");
  ExpectRefused("ingest nowhere -o x.akin", {"nowhere: cannot open", "No such file"});
  ExpectRefused("ingest good nowhere -o x.akin", {"nowhere: cannot open"});
}

TEST_F(CliBadInput, UnreadableFile) {
  Write("secret", "a\tb\n");
  fs::permissions(At("secret"), fs::perms::none);
  fs::permissions(directory_.path(), fs::perms::all);
  const Around around{.as_nobody = ::geteuid() == 0};
  if (Run("--version", around).code != 0) GTEST_SKIP() << "nobody cannot run " AKIN_PROGRAM;
  ExpectRefused("ingest secret -o x.akin", {"secret: cannot open", "Permission denied"}, around);
}

TEST_F(CliBadInput, FolderWithoutPages) {
  fs::create_directory(At("empty"));
  ExpectRefused("ingest empty -o x.akin", {"empty: has no page", "*.html"});
}

TEST_F(CliBadInput, TargetInAFolderThatIsNotThere) {
  Write("good", "a\tb\n");
  ExpectRefused("ingest good -o no/x.akin", {"no/x.akin", "No such file"});
}

TEST_F(CliBadInput, TargetThatIsThereNeedsForce) {
  Ingest("x.akin", "a\tb\n");
  Get("build x.akin --quiet");
  Write("new", "c\td\n");
  ExpectRefused("ingest new -o x.akin", {"x.akin: is there already", "--force"});
  EXPECT_EQ(Get("export x.akin"), "a\tb\n");
  Get("ingest new -o x.akin --force");
  EXPECT_EQ(Get("export x.akin"), "c\td\n");
  Ingest("fresh.akin", "c\td\n");
  ExpectSameFiles("fresh.akin", "x.akin");  // so the old index is gone
}

TEST_F(CliBadInput, FailedReplacementKeepsTheOldCorpus) {
  Ingest("x.akin", "a\tb\n");
  Write("bad", "a\tb\nc\n");
  ExpectRefused("ingest bad -o x.akin --force", {"bad:2:"});
  EXPECT_EQ(Get("export x.akin"), "a\tb\n");
}

TEST_F(CliBadInput, ForceReplacesNothingButACorpus) {
  Write("good", "a\tb\n");
  fs::create_directory(At("holidays"));
  Write("holidays/photo.jpg", "precious");
  ExpectRefused("ingest good -o holidays --force", {"holidays: is no akin corpus"});
  ExpectRefused("ingest good -o good --force", {"good: is no akin corpus"});
  EXPECT_EQ(ReadBytes(At("holidays/photo.jpg")), "precious");
}

TEST_F(CliBadInput, MatrixMarketThatContradictsItself) {
  const std::string pattern = "%%MatrixMarket matrix coordinate pattern general\n";
  ExpectBad(pattern + "3 3 3\n1 2\n2 9\n3 1\n", {"bad:4:", "(2, 9)"});
  ExpectBad(pattern + "3 3 3\n1 2\n", {"bad:", "ends after 1"});
  ExpectBad(pattern + "3 4 1\n1 2\n", {"bad:2:", "not square"});
  ExpectBad("%%MatrixMarket matrix array real general\n1 1\n1\n", {"bad:1:", "coordinate"});
  ExpectBad("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n",
            {"bad:1:", "--ignore-weights"});
}

TEST_F(CliBadInput, SkipBadLinesCountsThemAndShowsTheFirstFive) {
  Write("mixed", "1\t2\nbad1\nbad2\nbad3\nbad4\nbad5\nbad6\nbad7\n3\t4\n");
  const auto outcome = Run("ingest mixed -o x.akin --skip-bad-lines");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(outcome.err, HasSubstr("7 bad lines skipped"));
  for (const auto* shown : {"mixed:2:", "mixed:3:", "mixed:4:", "mixed:5:", "mixed:6:"}) {
    EXPECT_THAT(outcome.err, HasSubstr(shown));
  }
  EXPECT_THAT(outcome.err, Not(HasSubstr("mixed:7:")));
  EXPECT_EQ(Get("export x.akin"), "1\t2\n3\t4\n");
}

TEST_F(CliBadInput, OnlyBadLinesToSkipIsStillNoGraph) {
  Write("bad", "one\ntwo\n");
  ExpectRefused("ingest bad -o x.akin --skip-bad-lines", {"no arcs found"});
}

TEST_F(CliBadInput, FlagsOutOfRange) {
  Write("good", "a\tb\n");
  ExpectRefused("ingest good -o x.akin --format nope", {"'nope'", "mtx"});
  ExpectRefused("ingest good -o x.akin --max-inlink-share 2", {"(0, 1]"});
  ExpectRefused("ingest good -o x.akin --max-inlink-share 0", {"(0, 1]"});
  ExpectRefused("ingest good -o x.akin --memory 1K", {"memory", "at least"});
}

class CliWebGraph : public CliTest {
 protected:
  // The graph with a value of its properties replaced.
  void CopyWith(const std::string& name, const std::string& value) const {
    const auto options = fs::copy_options::overwrite_existing;
    fs::copy_file(DataFile("cnr-2000/cnr-2000.graph"), At("g.graph"), options);
    std::string properties;
    for (const auto& line : Lines(ReadBytes(DataFile("cnr-2000/cnr-2000.properties")))) {
      const bool lie = line.starts_with(fmt::format("{}=", name));
      properties += lie ? fmt::format("{}={}\n", name, value) : fmt::format("{}\n", line);
    }
    Write("g.properties", properties);
  }
};

TEST_F(CliWebGraph, PropertiesThatLieAreFoundOut) {
  AKIN_SKIP_WITHOUT(DataFile("cnr-2000/cnr-2000.graph"));
  const std::vector<std::pair<std::string, std::string>> lies = {
      {"nodes", "325558"}, {"nodes", "325550"}, {"arcs", "3216151"}, {"arcs", "3216153"}};
  for (const auto& [name, value] : lies) {
    SCOPED_TRACE(fmt::format("{}={}", name, value));
    CopyWith(name, value);
    ExpectRefused("ingest g.graph -o x.akin", {"g.", ".properties"});
  }
}

TEST_F(CliWebGraph, PropertiesThatAreOutOfRangeOrMissingAreNamed) {
  AKIN_SKIP_WITHOUT(DataFile("cnr-2000/cnr-2000.graph"));
  CopyWith("nodes", "99999999999");
  ExpectRefused("ingest g.graph -o x.akin", {"g.properties:5:", "nodes=99999999999"});
  CopyWith("nodes", "many");
  ExpectRefused("ingest g.graph -o x.akin", {"g.properties:5:"});
  fs::remove(At("g.properties"));
  ExpectRefused("ingest g.graph --format bv -o x.akin", {"g.properties: cannot open"});
  ExpectRefused("ingest g.graph -o x.akin", {"g.properties"});
}

// A file system that is soon full, below the directory of a test.
class SmallDisk {
 public:
  explicit SmallDisk(const std::string& path) : path_(path) {
    fs::create_directory(path);
    mounted_ = ::mount("none", path.c_str(), "tmpfs", 0, "size=128k") == 0;
  }
  ~SmallDisk() {
    if (mounted_) ::umount(path_.c_str());
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool mounted() const { return mounted_; }
  bool Enlarge() const {
    return ::mount("none", path_.c_str(), "tmpfs", MS_REMOUNT, "size=64m") == 0;
  }

 private:
  std::string path_;
  bool mounted_ = false;
};

class CliFullDisk : public CliTest {
 protected:
  void SetUp() override {
    disk_ = std::make_unique<SmallDisk>(At("disk"));
    if (!disk_->mounted()) GTEST_SKIP() << "no full disk: mounting a tmpfs needs root";
  }
  std::unique_ptr<SmallDisk> disk_;
};

TEST_F(CliFullDisk, IngestLeavesNothing) {
  Write("links", EdgeList(TestGraph::Random(20'000, 100'000, 1)));
  ExpectRefused("ingest links -o disk/x.akin", {"disk/x.akin", "No space left"});
}

TEST_F(CliFullDisk, BuildGoesOnOnceThereIsSpace) {
  const std::string links = EdgeList(TestGraph::Random(1000, 5000, 1));
  Ingest("disk/x.akin", links);
  const auto full = Run("build disk/x.akin");
  EXPECT_EQ(full.code, kError);
  EXPECT_THAT(full.err, HasSubstr("No space left"));
  for (const auto& name : Listing()) EXPECT_THAT(name, Not(HasSubstr("partial")));
  EXPECT_EQ(Run("check disk/x.akin").code, kFound);
  ASSERT_TRUE(disk_->Enlarge());
  Get("build disk/x.akin");
  Ingest("y.akin", links);
  Get("build y.akin");
  ExpectSameFiles("y.akin", "disk/x.akin");
}

class CliFullOutput : public CliTest {
 protected:
  void SetUp() override {
    Ingest("u.akin", kUniversity);
    Get("build u.akin --fingerprints 10");
  }
  void ExpectTold(const std::string& line) const {
    const auto outcome = Run(line, {.output_file = "/dev/full"});
    EXPECT_EQ(outcome.code, kError) << line;
    EXPECT_THAT(outcome.err, HasSubstr("standard output")) << line;
  }
};

TEST_F(CliFullOutput, QueriesTell) {
  for (const auto* line :
       {"related u.akin ProfB", "related u.akin --all --json", "related u.akin ProfB --table",
        "sim u.akin ProfA ProfB", "info u.akin", "export u.akin", "export u.akin --names"}) {
    ExpectTold(line);
  }
}

TEST_F(CliFullOutput, OtherVerbsTell) {
  for (const auto* line : {"check u.akin", "completion", "build u.akin --dry-run --name other",
                           "--help", "--version"}) {
    ExpectTold(line);
  }
}

// ---------------------------------------------------------------------------------------------
// build

class CliBuild : public CliTest {
 protected:
  void SetUp() override { Ingest("g.akin", EdgeList(TestGraph::Random(300, 1500, 11))); }
};

TEST_F(CliBuild, ThreadsDoNotChangeAByte) {
  const std::string votes = DataFile("wiki-vote/wiki-Vote.txt");
  AKIN_SKIP_WITHOUT(votes);
  for (const std::string threads : {"1", "2", "7"}) {
    const std::string corpus = threads + ".akin";
    Get(fmt::format("ingest {} -o {} --threads {}", votes, corpus, threads));
    Get(fmt::format("build {} --threads {}", corpus, threads));
    Get(fmt::format("build {} --measure psimrank --threads {}", corpus, threads));
  }
  ExpectSameFiles("1.akin", "2.akin");
  ExpectSameFiles("1.akin", "7.akin");
}

TEST_F(CliBuild, MemoryDoesNotChangeAByte) {
  CopyCorpus("g.akin", "little.akin");
  for (const std::string measure : {"simrank", "psimrank"}) {
    Get("build g.akin --measure " + measure);
    Get("build little.akin --memory 1M --measure " + measure);
  }
  ExpectSameFiles("g.akin", "little.akin");
}

TEST_F(CliBuild, GrownIndexEqualsOneBuiltAtOnce) {
  CopyCorpus("g.akin", "once.akin");
  for (const std::string measure : {"simrank", "psimrank"}) {
    Get("build once.akin --fingerprints 40 --measure " + measure);
    for (const std::string count : {"10", "25", "40"}) {
      Get(fmt::format("build g.akin --fingerprints {} --measure {}", count, measure));
    }
  }
  ExpectSameFiles("once.akin", "g.akin");
}

TEST_F(CliBuild, FewerFingerprintsThanThereAreChangeNothing) {
  Get("build g.akin --fingerprints 40");
  CopyCorpus("g.akin", "before.akin");
  Get("build g.akin --fingerprints 10");
  ExpectSameFiles("before.akin", "g.akin");
}

TEST_F(CliBuild, OtherSeedsGiveOtherWalks) {
  Get("build g.akin");
  Get("build g.akin --seed 2 --name second");
  EXPECT_NE(Get("related g.akin --all --index simrank"),
            Get("related g.akin --all --index second"));
}

TEST_F(CliBuild, OtherParametersUnderTheSameNameAreRefused) {
  Get("build g.akin --fingerprints 20");
  for (const std::string other :
       {"--decay 0.8", "--length 5", "--seed 2", "--measure psimrank --name simrank"}) {
    ExpectRefused("build g.akin --fingerprints 20 " + other,
                  {"simrank", "other parameters", "--name", "--force"});
  }
}

TEST_F(CliBuild, ForceReplacesAndNameKeepsBoth) {
  CopyCorpus("g.akin", "fresh.akin");
  Get("build g.akin --fingerprints 20");
  Get("build g.akin --fingerprints 20 --length 5 --name short");
  const auto names = Column(Get("info g.akin"), 0);
  EXPECT_THAT(names, IsSupersetOf({"short", "simrank"}));
  Get("build g.akin --fingerprints 20 --length 5 --force");
  Get("build fresh.akin --fingerprints 20 --length 5");
  ExpectSameFiles("fresh.akin/indexes/simrank", "g.akin/indexes/simrank");
}

TEST_F(CliBuild, ForceTakesOverAnotherDecay) {
  Get("build g.akin --fingerprints 20");
  Get("build g.akin --fingerprints 20 --decay 0.8 --force");
  EXPECT_EQ(Get("related g.akin 1 --json"),
            Get("related g.akin 1 --json --no-index --fingerprints 20 --decay 0.8"));
}

TEST_F(CliBuild, WalksOnTheSpotCanBeMoreThanTheUsualHundred) {
  Get("build g.akin --fingerprints 130");
  EXPECT_EQ(Get("related g.akin 1"), Get("related g.akin 1 --no-index --fingerprints 130"));
}

TEST_F(CliBuild, DryRunPrintsAndBuildsNothing) {
  const auto before = ReadTree(At("g.akin"));
  const auto outcome = Run("build g.akin --dry-run");
  EXPECT_EQ(outcome.code, kFound);
  EXPECT_THAT(Column(outcome.out, 0), ElementsAre("disk", "memory", "time"));
  EXPECT_TRUE(ReadTree(At("g.akin")) == before);
  EXPECT_FALSE(fs::exists(At("g.akin/indexes")));
}

TEST_F(CliBuild, ParametersOutOfRangeAreRefused) {
  ExpectRefused("build g.akin --decay 0", {"decay 0"});
  ExpectRefused("build g.akin --decay 1", {"decay 1"});
  ExpectRefused("build g.akin --decay nan", {"decay nan"});
  ExpectRefused("build g.akin --length 0", {"length 0", "254"});
  ExpectRefused("build g.akin --length 255", {"length 255", "254"});
  ExpectRefused("build g.akin --fingerprints 0", {"0 fingerprints"});
  ExpectRefused("build g.akin --measure simrnk", {"'simrnk'", "psimrank"});
  for (const std::string name : {"../up", "a/b", "..", ".", "a\nb"}) {
    ExpectRefused({"build", "g.akin", "--name", name}, {"no name for an index"});
  }
}

TEST_F(CliBuild, ParametersThatAreNoNumbersAreRefused) {
  ExpectRefused("build g.akin --decay x", {"--decay"});
  ExpectRefused("build g.akin --length ten", {"--length"});
  ExpectRefused("build g.akin --fingerprints -3", {"--fingerprints"});
  ExpectRefused("build g.akin --fingerprints 1.5", {"--fingerprints"});
  ExpectRefused("build g.akin --fingerprints 99999999999", {"fingerprints"});
  ExpectRefused("build g.akin --threads -1", {"--threads"});
  ExpectRefused("build g.akin --memory 12Q", {"--memory"});
}

TEST_F(CliBuild, WhatIsNoCorpusIsRefused) {
  fs::create_directory(At("folder"));
  Write("file", "a\tb\n");
  ExpectRefused("build nowhere", {"nowhere: no such corpus", "akin ingest"});
  ExpectRefused("build folder", {"folder: not an akin corpus"});
  ExpectRefused("build file", {"file: not an akin corpus"});
}

class CliInterrupt : public CliTest {
 protected:
  void SetUp() override {
    const std::string graph = DataFile("cnr-2000/cnr-2000.graph");
    AKIN_SKIP_WITHOUT(graph);
    ASSERT_EQ(Run("ingest " + graph + " -o cnr.akin --quiet").code, kFound);
  }
  // Sends SIGINT as soon as done() holds and returns how the process ended.
  template <class Done>
  static Outcome InterruptOnce(Process& process, Done&& done) {
    for (int i = 0; i < 10'000 && !done(); ++i) ::usleep(2000);
    EXPECT_TRUE(done());
    process.Send(SIGINT);
    return process.Wait();
  }
};

TEST_F(CliInterrupt, BuildGoesOnWhereItStopped) {
  CopyCorpus("cnr.akin", "calm.akin");
  const std::string shard = At("cnr.akin/indexes/simrank/simrank-l10-s1-0000-0009.akin");
  Process build(directory_.path(), Split("build cnr.akin --fingerprints 60"), {});
  const auto stopped = InterruptOnce(build, [&] { return fs::exists(shard); });
  EXPECT_EQ(stopped.code, kInterrupted);
  EXPECT_THAT(stopped.err, HasSubstr("interrupted"));
  for (const auto& name : Listing()) EXPECT_THAT(name, Not(HasSubstr("partial")));
  ExpectRefused("related cnr.akin 3", {"'simrank'", "not finished"});
  const auto resumed = Run("build cnr.akin --fingerprints 60");
  EXPECT_EQ(resumed.code, kFound);
  EXPECT_THAT(resumed.err, HasSubstr("were there"));
  Get("build calm.akin --fingerprints 60");
  ExpectSameFiles("calm.akin", "cnr.akin");
}

TEST_F(CliInterrupt, SecondBuildAtTheSameTimeIsRefused) {
  const std::string shard = At("cnr.akin/indexes/simrank/simrank-l10-s1-0000-0009.akin");
  Process build(directory_.path(), Split("build cnr.akin"), {});
  Outcome second;
  const auto stopped = InterruptOnce(build, [&] {
    if (!fs::exists(shard)) return false;
    if (second.code < 0) second = Run("build cnr.akin");
    return true;
  });
  EXPECT_EQ(stopped.code, kInterrupted);
  EXPECT_EQ(second.code, kError);
  EXPECT_THAT(second.err, HasSubstr("another process"));
}

TEST_F(CliInterrupt, QueryStops) {
  Process query(directory_.path(), Split("related cnr.akin --all --no-index"), {});
  const auto stopped = InterruptOnce(query, [&] { return !query.OutSoFar().empty(); });
  EXPECT_EQ(stopped.code, kInterrupted);
}

// ---------------------------------------------------------------------------------------------
// related

class CliRelated : public CliTest {
 protected:
  void SetUp() override {
    Ingest("g.akin", EdgeList(TestGraph::Random(40, 120, 21)));
    Get("build g.akin --quiet");
    Get("build g.akin --quiet --measure psimrank");
    Ingest("star.akin", EdgeList(TestGraph::Star(14)));  // leaves 1 to 14 score the decay
  }
  static Words Numbers(int first, int last) {
    Words numbers;
    for (int i = first; i <= last; ++i) numbers.push_back(std::to_string(i));
    return numbers;
  }
};

TEST_F(CliRelated, WithoutIndexTheSameAsWithOneOnWikiVote) {
  const std::string votes = DataFile("wiki-vote/wiki-Vote.txt");
  AKIN_SKIP_WITHOUT(votes);
  Get("ingest " + votes + " -o votes.akin");
  const auto names = Column(Get("export votes.akin --names"), 1);
  Words queries;
  for (size_t i = 0; i < 30; ++i) queries.push_back(names.at(i * 237));
  Write("queries", Join(queries));
  for (const std::string measure : {"simrank", "psimrank"}) {
    Get("build votes.akin --measure " + measure);
    for (const std::string how : {" -k 20", " -k 0 --json"}) {
      const std::string ask = "related votes.akin --queries queries" + how;
      const auto indexed = Get(fmt::format("{} --index {}", ask, measure));
      EXPECT_THAT(indexed, Not(IsEmpty()));
      EXPECT_TRUE(indexed == Get(fmt::format("{} --no-index --measure {}", ask, measure)))
          << measure << how;
    }
  }
}

TEST_F(CliRelated, WithoutIndexTheSameAsWithOneOnRandomGraphs) {
  for (uint32_t seed = 1; seed <= 5; ++seed) {
    const std::string corpus = std::to_string(seed) + ".akin";
    Ingest(corpus, EdgeList(TestGraph::Random(10 * seed, 25 * seed, seed)));
    for (const std::string measure : {"simrank", "psimrank"}) {
      const std::string how =
          " --decay 0.7 --length 6 --fingerprints 33 --seed 5 --measure " + measure;
      Get(fmt::format("build {}{}", corpus, how));
      const std::string ask = "related " + corpus + " --all -k 0 --json";
      EXPECT_EQ(Get(fmt::format("{} --index {}", ask, measure)),
                Get(fmt::format("{} --no-index{}", ask, how)));
    }
  }
}

TEST_F(CliRelated, QueryIsNeverItsOwnHit) {
  for (const std::string how : {"--index simrank", "--index psimrank", "--exact simrank"}) {
    for (const auto& hit : ParseJsonLines(Get("related g.akin --all -k 0 --json " + how))) {
      EXPECT_NE(hit.at("query"), hit.at("key"));
    }
  }
}

TEST_F(CliRelated, BestFirstAndRanksCount) {
  const auto out = Get("related g.akin 3 -k 0");
  EXPECT_EQ(Column(out, 0), Numbers(1, static_cast<int>(Lines(out).size())));
  const auto scores = Column(out, 1);  // fixed width: sorts as text
  EXPECT_TRUE(std::is_sorted(scores.rbegin(), scores.rend()));
}

TEST_F(CliRelated, TiesComeByName) {
  Words leaves = Numbers(1, 14);
  leaves.erase(leaves.begin() + 6);  // 7 asks
  EXPECT_EQ(Column(Get("related star.akin 7 --no-index -k 0"), 3), leaves);
  EXPECT_EQ(Column(Get("related star.akin 7 --exact simrank -k 0"), 3), leaves);
  Ingest("text.akin", "hub\tpear\nhub\tapple\nhub\tfig\nhub\tbanana\n");
  EXPECT_EQ(Column(Get("related text.akin fig --no-index"), 3), (Words{"apple", "banana", "pear"}));
}

TEST_F(CliRelated, CountLimitsTheHits) {
  EXPECT_THAT(Lines(Get("related star.akin 7 --no-index")), SizeIs(10));
  EXPECT_EQ(Column(Get("related star.akin 7 --no-index -k 3"), 3), Numbers(1, 3));
  EXPECT_EQ(Column(Get("related star.akin 7 --no-index --count 3"), 3), Numbers(1, 3));
  EXPECT_THAT(Lines(Get("related star.akin 7 --no-index -k 0")), SizeIs(13));
}

TEST_F(CliRelated, FewerHitsAreTheFirstOfMore) {
  for (const std::string index : {"simrank", "psimrank"}) {
    const auto all = Lines(Get("related g.akin 3 -k 0 --index " + index));
    for (size_t k = 1; k < all.size(); ++k) {
      const auto some = Get("related g.akin 3 -k " + std::to_string(k) + " --index " + index);
      EXPECT_EQ(some, Join(Words(all.begin(), all.begin() + static_cast<ptrdiff_t>(k))));
    }
  }
}

TEST_F(CliRelated, MinScoreKeepsTheBestPart) {
  Words good;
  for (const auto& line : Lines(Get("related g.akin 3 -k 0"))) {
    if (std::stod(Split(line, '\t')[1]) >= 0.05) good.push_back(line);
  }
  EXPECT_EQ(Get("related g.akin 3 -k 0 --min-score 0.05"), Join(good));
  EXPECT_EQ(Run("related star.akin 7 --no-index --min-score 0.600001").code, kNothing);
}

TEST_F(CliRelated, MinScoreKeepsHitsThatScoreExactlyThat) {
  for (const std::string decay : {"0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9"}) {
    for (const std::string how : {" --no-index", " --exact simrank"}) {
      const auto outcome = Run(
          fmt::format("related star.akin 7 -k 0 --decay {}{} --min-score {}", decay, how, decay));
      EXPECT_THAT(Lines(outcome.out), SizeIs(13)) << decay << how;
    }
  }
}

TEST_F(CliRelated, PrintedScoreGivenBackAsMinScoreKeepsItsHit) {
  const std::string ask = "related g.akin 3 -k 0 --json";
  for (const auto& hit : ParseJsonLines(Get(ask))) {
    const auto kept = ParseJsonLines(Run(ask + " --min-score " + hit.at("score").dump()).out);
    ASSERT_THAT(kept, Not(IsEmpty())) << hit;
    EXPECT_EQ(kept.back().at("score"), hit.at("score")) << hit;
  }
}

TEST_F(CliRelated, MinInlinksLeavesOutWhatFewLinkTo) {
  Ingest("x.akin", "h\ta\nh\tb\nh\tc\ni\tb\n");
  EXPECT_EQ(Column(Get("related x.akin a --no-index"), 3), (Words{"c", "b"}));
  EXPECT_EQ(Column(Get("related x.akin a --no-index --min-inlinks 2"), 3), Words{"b"});
  EXPECT_EQ(Run("related x.akin a --no-index --min-inlinks 3").code, kNothing);
}

TEST_F(CliRelated, FingerprintsAndDecayOfAnIndexAreChosenPerQuery) {
  const std::string ask = "related g.akin --all -k 0 --json ";
  EXPECT_EQ(Get(ask + "--fingerprints 37"), Get(ask + "--fingerprints 37 --no-index"));
  EXPECT_EQ(Get(ask + "--decay 0.3"), Get(ask + "--decay 0.3 --no-index"));
  EXPECT_NE(Get(ask + "--decay 0.3"), Get(ask));
  ExpectRefused("related g.akin 3 --fingerprints 101", {"101", "100"});
  ExpectRefused("related g.akin 3 --decay 1", {"decay 1"});
}

TEST_F(CliRelated, AllEqualsSingleQueries) {
  Words singles;
  for (const auto& name : Column(Get("export g.akin --names"), 1)) {
    const auto outcome = Run("related g.akin --json " + name);
    EXPECT_LE(outcome.code, kNothing) << outcome.err;
    for (const auto& line : Lines(outcome.out)) singles.push_back(line);
  }
  EXPECT_EQ(Get("related g.akin --json --all"), Join(singles));
}

TEST_F(CliRelated, QueriesFromAFileOrStandardInputEqualSingleOnes) {
  Write("queries", "7\r\n\n3\n12");
  const auto singles = Get("related star.akin --no-index --json 7") +
                       Get("related star.akin --no-index --json 3") +
                       Get("related star.akin --no-index --json 12");
  EXPECT_EQ(Get("related star.akin --no-index --json --queries queries"), singles);
  const auto fed = Feed("related star.akin --no-index --json --queries -", "7\n3\n12\n");
  EXPECT_EQ(fed.out, singles);
  EXPECT_EQ(fed.code, kFound);
}

TEST_F(CliRelated, UnknownKeysAreToldWithTheirLineAndTheOthersAnswered) {
  const std::string keys = "7\nnobody\n3\n99\n";
  Write("queries", keys);
  const std::string ask = "related star.akin --no-index -k 1 --queries ";
  const std::string answers = "7\t1\t0.600000\t0.000000\t1\n3\t1\t0.600000\t0.000000\t1\n";
  const auto from_file = Run(ask + "queries");
  EXPECT_EQ(from_file.code, kError);
  EXPECT_EQ(from_file.out, answers);
  EXPECT_THAT(from_file.err, HasSubstr("queries:2: no vertex 'nobody'"));
  EXPECT_THAT(from_file.err, HasSubstr("queries:4: no vertex '99'"));
  const auto from_input = Feed(ask + "-", keys);
  EXPECT_EQ(from_input.code, kError);
  EXPECT_EQ(from_input.out, answers);
  EXPECT_THAT(from_input.err, HasSubstr("standard input:2: no vertex 'nobody'"));
}

TEST_F(CliRelated, QueriesThatFindNothing) {
  Ingest("x.akin", "h\ta\n");
  Write("none", "");
  Write("roots", "h\n");
  EXPECT_EQ(Run("related x.akin --no-index --queries none").code, kNothing);
  EXPECT_EQ(Run("related x.akin --no-index --queries roots").code, kNothing);
  ExpectRefused("related x.akin --no-index --queries nowhere", {"nowhere: cannot open"});
}

TEST_F(CliRelated, VertexWithoutInLinksFindsNothing) {
  Ingest("x.akin", "h\ta\nh\tb\n");
  Get("build x.akin --quiet");
  for (const std::string how : {"", " --no-index", " --exact simrank", " --exact psimrank"}) {
    const auto outcome = Run("related x.akin h" + how);
    EXPECT_EQ(outcome.code, kNothing) << how;
    EXPECT_EQ(outcome.out, "") << how;
  }
}

TEST_F(CliRelated, JsonLinesAreValidWhateverTheNames) {
  Ingest("x.akin", "h\tsay \"hi\"\nh\tback\\slash\nh\tZ\xc3\xbcrich\nh\tx\n");
  std::set<std::string> keys;
  for (const auto& hit : ParseJsonLines(Get("related x.akin x --no-index --json"))) {
    EXPECT_EQ(hit.at("query"), "x");
    EXPECT_TRUE(hit.at("rank").is_number_unsigned());
    EXPECT_NEAR(hit.at("score"), 0.6, 1e-9);
    EXPECT_NEAR(hit.at("error"), 0, 1e-6);
    keys.insert(hit.at("key"));
  }
  EXPECT_EQ(keys, (std::set<std::string>{"Z\xc3\xbcrich", "back\\slash", "say \"hi\""}));
}

TEST_F(CliRelated, TableInAPipeOnlyOnRequest) {
  EXPECT_EQ(Get("related star.akin 7 --no-index -k 1"), "1\t0.600000\t0.000000\t1\n");
  const auto table = Get("related star.akin 7 --no-index -k 1 --table");
  EXPECT_THAT(table, MatchesRegex("(.|\n)*rank +score +error +key(.|\n)*"));
  EXPECT_THAT(table, Not(HasSubstr("\t")));
}

TEST_F(CliRelated, MisspeltKeySuggests) {
  Ingest("u.akin", kUniversity);
  ExpectRefused("related u.akin ProfAA --no-index",
                {"no vertex 'ProfAA' in u.akin", "did you mean", "ProfA"});
  ExpectRefused("related u.akin univ --no-index", {"did you mean", "Univ"});
  ExpectRefused("sim u.akin ProfA StudntB --no-index", {"did you mean", "StudentB"});
}

TEST_F(CliRelated, UnknownIndexListsWhatThereIs) {
  ExpectRefused("related g.akin 3 --index foo", {"no index 'foo'", "psimrank", "simrank"});
  ExpectRefused("related star.akin 3", {"no index yet", "akin build star.akin", "--no-index"});
}

TEST_F(CliRelated, OneKeyOrQueriesOrAll) {
  Write("queries", "3\n");
  ExpectRefused("related g.akin", {"KEY", "--queries", "--all"});
  ExpectRefused("related g.akin 3 --all", {"KEY", "--queries", "--all"});
  ExpectRefused("related g.akin 3 --queries queries", {"KEY", "--queries", "--all"});
}

TEST_F(CliRelated, FlagsInAnyOrder) {
  const auto expected = Get("related g.akin 3 -k 2 --json --index psimrank");
  for (const auto* line : {"related --json -k 2 --index psimrank g.akin 3",
                           "related g.akin --index psimrank --json 3 --count 2",
                           "related --index=psimrank g.akin -k2 3 --json",
                           "related --count=2 g.akin --json --index psimrank 3"}) {
    EXPECT_EQ(Get(line), expected) << line;
  }
}

TEST_F(CliRelated, ThreadsAndQuietChangeNoAnswer) {
  const auto expected = Get("related g.akin --all");
  EXPECT_EQ(Get("related g.akin --all --threads 1"), expected);
  EXPECT_EQ(Get("related g.akin --all --threads 7 --quiet"), expected);
}

TEST_F(CliRelated, FlagsThatContradictAreRefused) {
  ExpectRefused("related g.akin 3 --exact simrank --index simrank", {"--exact", "--index"});
  ExpectRefused("related g.akin 3 --exact simrank --no-index", {"--exact", "--no-index"});
  ExpectRefused("related g.akin 3 --iterations 4", {"--iterations", "--exact"});
  ExpectRefused("related g.akin 3 --json --table", {"--json", "--table"});
}

TEST_F(CliRelated, BadNumbersAreRefused) {
  ExpectRefused("related g.akin 3 -k -1", {"--count"});
  ExpectRefused("related g.akin 3 -k many", {"--count"});
  ExpectRefused("related g.akin 3 --min-score x", {"--min-score"});
}

// ---------------------------------------------------------------------------------------------
// sim

class CliSim : public CliTest {
 protected:
  void SetUp() override {
    Ingest("u.akin", kUniversity);
    Get("build u.akin --quiet");
    Get("build u.akin --quiet --measure psimrank");
  }
};

TEST_F(CliSim, VertexWithItselfIsOne) {
  for (const std::string how : {"--index simrank", "--index psimrank", "--no-index",
                                "--exact simrank", "--exact psimrank"}) {
    EXPECT_THAT(Get("sim u.akin Univ Univ " + how), StartsWith("1.000000\t0.000000\t")) << how;
  }
}

TEST_F(CliSim, AgreesWithRelatedAndIsSymmetric) {
  for (const std::string how : {"--index simrank", "--index psimrank", "--exact simrank"}) {
    const auto hits = ParseJsonLines(Get("related u.akin --all -k 0 --json " + how));
    EXPECT_THAT(hits, Not(IsEmpty()));
    for (const auto& hit : hits) {
      const std::string a = hit.at("query");
      const std::string b = hit.at("key");
      const auto sim = ParseJsonLines(Get(fmt::format("sim u.akin {} {} --json {}", a, b, how)));
      ASSERT_THAT(sim, SizeIs(1));
      EXPECT_EQ(sim[0].at("score"), hit.at("score")) << a << ' ' << b;
      EXPECT_EQ(sim[0].at("error"), hit.at("error")) << a << ' ' << b;
    }
  }
}

TEST_F(CliSim, WithoutIndexTheSameAsWithOne) {
  for (const std::string measure : {"simrank", "psimrank"}) {
    const std::string ask = "sim u.akin ProfA ProfB --json ";
    EXPECT_EQ(Get(fmt::format("{}--index {}", ask, measure)),
              Get(fmt::format("{}--no-index --measure {}", ask, measure)));
  }
}

TEST_F(CliSim, PrintsColumnsJsonOrTable) {
  const auto out = Get("sim u.akin ProfA ProfB --exact simrank");
  EXPECT_THAT(out, MatchesRegex("0\\.[0-9]{6}\t0\\.[0-9]{6}\tProfA\tProfB\n"));
  const auto json = ParseJsonLines(Get("sim u.akin ProfA ProfB --json"));
  ASSERT_THAT(json, SizeIs(1));
  EXPECT_EQ(json[0].at("a"), "ProfA");
  EXPECT_EQ(json[0].at("b"), "ProfB");
  EXPECT_THAT(Get("sim u.akin ProfA ProfB --table"), StartsWith(" score   error  a"));
}

TEST_F(CliSim, ExitCodes) {
  Ingest("x.akin", "h\ta\nh\tb\n");
  EXPECT_EQ(Run("sim x.akin a b --no-index").code, kFound);
  const auto none = Run("sim x.akin a h --no-index");
  EXPECT_EQ(none.code, kNothing);
  EXPECT_EQ(none.out, "0.000000\t0.000000\ta\th\n");
  ExpectRefused("sim x.akin a nobody --no-index", {"no vertex 'nobody' in x.akin"});
}

TEST_F(CliSim, UnknownMeasureIsRefused) {
  ExpectRefused("sim u.akin ProfA ProfB --exact foo", {"'foo'", "simrank", "psimrank"});
}

TEST_F(CliSim, ExactWithIndexIsRefused) {
  ExpectRefused("sim u.akin ProfA ProfB --exact simrank --index simrank", {"--exact", "--index"});
}

TEST_F(CliSim, MissingVertexIsRefused) { ExpectRefused("sim u.akin ProfA", {"B", "required"}); }

// ---------------------------------------------------------------------------------------------
// check, info, export, completion and the program itself

class CliCheck : public CliTest {
 protected:
  void SetUp() override {
    Ingest("u.akin", kUniversity);
    Get("build u.akin --quiet --fingerprints 10");
    for (const auto& [name, bytes] : ReadTree(At("u.akin"))) files_.push_back(name);
  }
  void ExpectFound(const std::string& file, const std::string& damage) const {
    SCOPED_TRACE(file + ' ' + damage);
    const auto outcome = Run("check u.akin");
    EXPECT_EQ(outcome.code, kError);
    EXPECT_THAT(outcome.err, HasSubstr(file));
    EXPECT_THAT(outcome.out, Not(HasSubstr("ok\tu.akin/" + file + '\t')));
  }
  Words files_;
};

TEST_F(CliCheck, WholeCorpusIsListedFileByFile) {
  const auto out = Get("check u.akin");
  for (const auto& cell : Column(out, 0)) EXPECT_EQ(cell, "ok");
  const auto listed = Column(out, 1);
  for (const auto& file : files_) {
    if (file.ends_with(".json")) continue;
    EXPECT_THAT(listed, testing::Contains("u.akin/" + file));
  }
}

TEST_F(CliCheck, FlippedByteIsFoundInEveryKindOfFile) {
  EXPECT_THAT(files_, ElementsAre("corpus.json", "graph.akin", "indexes/simrank/manifest.json",
                                  "indexes/simrank/simrank-l10-s1-0000-0009.akin", "keys.akin"));
  for (const auto& file : files_) {
    const std::string bytes = ReadBytes(At("u.akin/" + file));
    for (const size_t place : {size_t{0}, bytes.size() / 3, bytes.size() / 2, bytes.size() - 2}) {
      std::string damaged = bytes;
      damaged[place] = static_cast<char>(damaged[place] ^ 0x20);
      Write("u.akin/" + file, damaged);
      ExpectFound(file, "flipped at " + std::to_string(place));
    }
    Write("u.akin/" + file, bytes);
  }
  EXPECT_EQ(Run("check u.akin").code, kFound);
}

TEST_F(CliCheck, CutAndMissingFilesAreFound) {
  for (const auto& file : files_) {
    const std::string bytes = ReadBytes(At("u.akin/" + file));
    Write("u.akin/" + file, bytes.substr(0, bytes.size() / 2));
    ExpectFound(file, "cut");
    fs::remove(At("u.akin/" + file));
    // Without its manifest an index is not damaged but unfinished.
    if (!file.ends_with("manifest.json")) ExpectFound(file, "missing");
    Write("u.akin/" + file, bytes);
  }
}

class CliProgram : public CliTest {
 protected:
  void SetUp() override { Ingest("u.akin", kUniversity); }
};

TEST_F(CliProgram, WhatIsNoCorpusIsRefusedByEveryVerb) {
  fs::create_directory(At("folder"));
  for (const std::string verb : {"check ", "info ", "export ", "build "}) {
    ExpectRefused(verb + "nowhere", {"nowhere: no such corpus", "akin ingest"});
    ExpectRefused(verb + "folder", {"folder: not an akin corpus"});
  }
  ExpectRefused("related nowhere a --no-index", {"nowhere: no such corpus"});
  ExpectRefused("sim nowhere a b --no-index", {"nowhere: no such corpus"});
}

TEST_F(CliProgram, InfoTellsTheGraphAndTheIndexes) {
  Get("build u.akin --quiet --measure psimrank --decay 0.8 --length 7 --fingerprints 20 --seed 3");
  const auto out = Get("info u.akin");
  EXPECT_THAT(Lines(out), IsSupersetOf({"vertices\t5", "arcs\t6", "without in-links\t0",
                                        "without out-links\t0", "titles\tno"}));
  EXPECT_THAT(out, HasSubstr("\npsimrank\tpsimrank\t0.800000\t7\t20\t3\t"));
  EXPECT_THAT(out, EndsWith("\tcomplete\n"));
}

TEST_F(CliProgram, InfoAsJsonAndTable) {
  Get("build u.akin --quiet --fingerprints 20");
  const auto json = ParseJsonLines(Get("info u.akin --json"));
  EXPECT_EQ(json.front(), nlohmann::json::parse(R"({"fact": "vertices", "value": 5})"));
  EXPECT_EQ(json.back().at("index"), "simrank");
  EXPECT_EQ(json.back().at("fingerprints"), 20);
  EXPECT_THAT(Get("info u.akin --table"), HasSubstr("vertices   "));
}

TEST_F(CliProgram, ExportArcsAndNamesInEveryForm) {
  Ingest("x.akin", "2\t10\n1\t2\n10\t1\n1\t10\n");
  EXPECT_EQ(Get("export x.akin"), "1\t2\n1\t10\n2\t10\n10\t1\n");
  EXPECT_EQ(Column(Get("export x.akin --names"), 1), (Words{"1", "2", "10"}));
  EXPECT_THAT(Get("export x.akin --table"), StartsWith("from  to\n"));
  const auto arcs = ParseJsonLines(Get("export x.akin --json"));
  ASSERT_THAT(arcs, SizeIs(4));
  EXPECT_EQ(arcs[1], nlohmann::json::parse(R"({"from": "1", "to": "10"})"));
  EXPECT_EQ(ParseJsonLines(Get("export x.akin --names --json"))[2].at("key"), "10");
}

TEST_F(CliProgram, CompletionCompletesVerbsAndFlags) {
  if (!fs::exists("/bin/bash")) GTEST_SKIP() << "no /bin/bash to complete in";
  Write("akin.bash", Get("completion"));
  const auto complete = [&](const std::string& words, const std::string& at) {
    const std::string script = "source akin.bash; COMP_WORDS=(" + words + "); COMP_CWORD=" + at +
                               "; _akin; echo ${COMPREPLY[@]}";
    return Run(Words{"-c", script}, {.program = "/bin/bash"}).out;
  };
  EXPECT_EQ(complete("akin rel", "1"), "related\n");
  EXPECT_EQ(complete("akin build --fi", "2"), "--fingerprints\n");
  EXPECT_EQ(complete("akin related u.akin --min-i", "3"), "--min-inlinks\n");
}

TEST_F(CliProgram, Version) {
  EXPECT_THAT(Get("--version"), MatchesRegex("akin [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST_F(CliProgram, HelpOfTheProgramAndOfEveryVerb) {
  const Words verbs = {"ingest", "build", "related", "sim",
                       "info",   "check", "export",  "completion"};
  const auto overview = Get("--help");
  for (const auto& verb : verbs) {
    EXPECT_THAT(overview, HasSubstr("\n  " + verb + ' '));
    const auto outcome = Run(verb + " --help");
    EXPECT_EQ(outcome.code, kFound) << verb;
    EXPECT_THAT(outcome.out, HasSubstr("Usage: akin " + verb));
    EXPECT_THAT(outcome.out, HasSubstr("Example"));
    EXPECT_EQ(outcome.err, "") << verb;
    EXPECT_EQ(Run(verb + " -h").out, outcome.out);
  }
}

TEST_F(CliProgram, WithoutAVerbItShowsTheWay) {
  const auto outcome = Run(Words{});
  EXPECT_EQ(outcome.code, kError);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("akin ingest"));
}

TEST_F(CliProgram, MisspeltVerbSuggests) {
  ExpectRefused("relatd u.akin Univ", {"no verb 'relatd'", "did you mean related", "--help"});
  ExpectRefused("biuld u.akin", {"did you mean build"});
  ExpectRefused("xyzzyxyzzy", {"no verb 'xyzzyxyzzy'", "--help"});
}

TEST_F(CliProgram, MisspeltFlagSuggests) {
  ExpectRefused("related u.akin Univ --no-index --jsn", {"--jsn", "--json"});
  ExpectRefused("related u.akin Univ --no-indx", {"--no-indx", "--no-index"});
  ExpectRefused("build u.akin --fingerprnts 3", {"--fingerprnts", "--fingerprints"});
  ExpectRefused("ingest u.akin -o x.akin --undirectd", {"--undirectd", "--undirected"});
}

TEST_F(CliProgram, MissingOrSuperfluousArgumentsAreNamed) {
  Write("links", "a\tb\n");
  ExpectRefused("related", {"CORPUS", "required"});
  ExpectRefused("ingest links", {"--output", "required"});
  ExpectRefused("ingest -o x.akin", {"SOURCE", "required"});
  ExpectRefused("related u.akin Univ ProfA --no-index", {"ProfA"});
  ExpectRefused("related u.akin Univ --no-index --count", {"--count"});
}

}  // namespace
}  // namespace akin
