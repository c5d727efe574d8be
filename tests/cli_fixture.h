// Shared by the tests of all verbs. They test the program as its users see it: every verb runs as a
// process, and is judged by its output, its exit code and the files it leaves.
#ifndef AKIN_TESTS_CLI_FIXTURE_H_
#define AKIN_TESTS_CLI_FIXTURE_H_

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "file_tree.h"
#include "packed_bytes.h"
#include "paths.h"
#include "random_graph.h"
#include "temp_dir.h"

namespace akin {

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

inline constexpr int kFound = 0;
inline constexpr int kNothing = 1;
inline constexpr int kError = 2;
inline constexpr int kInterrupted = 130;
inline constexpr uid_t kNobody = 65534;

inline constexpr const char* kUniversity =
    "Univ\tProfA\nUniv\tProfB\nProfA\tStudentA\nProfB\tStudentB\nStudentA\tUniv\nStudentB\tProfB\n";

// The environment of a process, besides its arguments.
struct Around {
  std::string input = "";               // fed to standard input
  std::string input_file = "";          // used as standard input instead, if not empty
  std::string output_file = "";         // standard output goes there, if not empty
  bool as_nobody = false;               // without root privileges
  Words environment = {};               // NAME=VALUE, besides ours
  std::function<void()> in_child = {};  // called just before the program begins
  std::string program = ProgramPath();  // what to run
};

struct Outcome {
  int code = -1;  // exit code; 128 + the signal if one ended it
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
    if (pid_ == 0) Become(directory, fds, argv.data(), around);
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

  // Waits until it has worked for a tenth of a second: then it catches signals and is in mid-work.
  void WaitUntilItWorks() const {
    const long enough = ::sysconf(_SC_CLK_TCK) / 10;
    for (int i = 0; i < 10'000 && UserTicks() < enough; ++i) ::usleep(2000);
    EXPECT_GE(UserTicks(), enough) << "it ended, or does nothing";
  }

  Outcome Wait() {
    int status = 0;
    rusage usage{};
    ::wait4(std::exchange(pid_, -1), &status, 0, &usage);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const bool regular = fs::is_regular_file(out_);
    return {code, regular ? ReadBytes(out_) : "", ReadBytes(files_ / "err"), usage.ru_maxrss};
  }

 private:
  // Field 14 of /proc/PID/stat; the name in the second field has no blanks.
  long UserTicks() const {
    std::ifstream columns(fmt::format("/proc/{}/stat", pid_));
    std::string column;
    for (int i = 0; i < 14; ++i) columns >> column;
    return columns ? std::stol(column) : 0;
  }
  static int Create(const std::string& path) {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  }
  [[noreturn]] static void Become(const std::string& directory, const int* fds, char** argv,
                                  const Around& around) {
    for (int fd = 0; fd < 3; ++fd) {
      ::dup2(fds[fd], fd);
      ::close(fds[fd]);
    }
    ::signal(SIGINT, SIG_DFL);
    for (const auto& setting : around.environment) ::putenv(::strdup(setting.c_str()));
    const bool as_nobody = around.as_nobody;
    if (around.in_child) around.in_child();
    const bool ready = ::chdir(directory.c_str()) == 0 && (!as_nobody || ::setuid(kNobody) == 0);
    if (ready) ::execv(argv[0], argv);
    ::_exit(127);
  }

  TempDir files_;
  std::string out_;
  pid_t pid_ = -1;
};

inline Words Split(std::string_view text, char separator = ' ') {
  Words parts;
  std::stringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

inline Words Lines(std::string_view text) { return Split(text, '\n'); }

inline std::string Join(const Words& lines) {
  std::string text;
  for (const auto& line : lines) text += line + '\n';
  return text;
}

// One column of tab-separated lines, counted from 0.
inline Words Column(std::string_view tsv, size_t column) {
  Words cells;
  for (const auto& line : Lines(tsv)) {
    const auto row = Split(line, '\t');
    cells.push_back(column < row.size() ? row[column] : "(no such column)");
  }
  return cells;
}

inline std::string Fixed(double value, int digits = 6) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", digits, value);
  return text;
}

inline std::vector<nlohmann::json> ParseJsonLines(const std::string& text) {
  std::vector<nlohmann::json> parsed;
  for (const auto& line : Lines(text)) {
    parsed.push_back(nlohmann::json::parse(line, nullptr, false));
    EXPECT_FALSE(parsed.back().is_discarded()) << line;
  }
  return parsed;
}

inline std::string EdgeList(const TestGraph& graph) {
  std::string text;
  for (const auto& [from, to] : graph.arcs()) {
    text += std::to_string(from) + '\t' + std::to_string(to) + '\n';
  }
  return text;
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

  // Runs a command that must succeed and returns its output.
  std::string Get(std::string_view line) const {
    const auto outcome = Run(line);
    EXPECT_EQ(outcome.code, kFound) << line << '\n' << outcome.err;
    return outcome.out;
  }

  // The same for rows of JSON, without the member that names what answered.
  std::string GetHits(std::string_view line) const {
    return std::regex_replace(Get(line), std::regex(R"(,"index":"[^"]*")"), "");
  }

  std::string At(std::string_view name) const { return directory_ / name; }
  void Write(std::string_view name, std::string_view bytes) const { WriteBytes(At(name), bytes); }

  void Ingest(const std::string& corpus, const std::string& links) const {
    const auto outcome = Feed("ingest - --quiet -o " + corpus, links);
    ASSERT_EQ(outcome.code, kFound) << outcome.err;
  }
  // The arcs of the corpus that a command line makes.
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

  // Whether something is there within ten seconds that a running command has not finished.
  bool IsBeingMade() const {
    for (int i = 0; i < 5000; ++i) {
      for (const auto& name : Listing()) {
        if (name.ends_with(".partial")) return true;
      }
      ::usleep(2000);
    }
    return false;
  }

  // Expects an error with this text, exit code 2, no data on standard output and nothing left
  // behind.
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

}  // namespace akin

#endif  // AKIN_TESTS_CLI_FIXTURE_H_
