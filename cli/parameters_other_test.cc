// The parameters of matches and of what is exported, at the edges of their ranges and beyond; and
// memory: none is no usual amount.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "akin/akin.h"
#include "akin/diagonal.h"
#include "akin/match.h"
#include "akin/surfers.h"
#include "file_tree.h"
#include "parameter_trials.h"

namespace akin::cli {
namespace {

using testing::HasSubstr;

// ---- matches ----

MatchOptions MatchWith(const std::string& flag, double value) {
  MatchOptions options;
  if (flag == "--decay") options.decay = value;
  if (flag == "--epsilon") options.epsilon = value;
  if (flag == "--beta") options.beta = value;
  if (flag == "--iterations") options.iterations = static_cast<unsigned>(value);
  if (flag == "--krylov") options.krylov = static_cast<unsigned>(value);
  if (flag == "--krylov-right") options.krylov_right = static_cast<unsigned>(value);
  return options;
}

TEST_F(ParametersTest, MatchTakesWhatIsInRange) {
  using Ends = ParameterRange::Ends;
  const Corpus corpus = Open();
  const std::vector<VertexId> left = {*corpus.Find("a")};
  const std::vector<VertexId> right = {*corpus.Find("b")};
  const std::map<std::string, ParameterRange> flags = {
      {"--decay", {Parameter::kDecay, 0, 1, Ends::kOpen}},
      {"--epsilon", {Parameter::kEpsilon, 0, 1, Ends::kOpen}},
      {"--beta", {Parameter::kLambda, 0, 1}},
      {"--iterations", {Parameter::kIterations, 1, 10'000}},
      {"--krylov", {Parameter::kKrylov, 1, 1000}},
      {"--krylov-right", {Parameter::kKrylov, 1, 1000}}};
  for (const auto& [flag, range] : flags) {
    for (const Trial& trial : TrialsOf(range)) {
      const Ran ran = RunVerb(
          {"match", path_, path_, "a", "b", "--json", fmt::format("{}={}", flag, trial.text)});
      SCOPED_TRACE(fmt::format("{}={}\n{}", flag, trial.text, ran.err));
      if (!trial.inside || IsUnreachable(range.parameter, trial.text)) {
        ExpectRefused(ran, flag, trial.inside ? Trial{} : trial);
        continue;
      }
      std::vector<Hit> hits;
      const Status matched =
          Match(corpus, corpus, left, right, MatchWith(flag, NumberIn(trial.text)),
                [&](VertexId, const std::vector<Hit>& found) {
                  hits = found;
                  return Status();
                });
      ASSERT_TRUE(matched.ok()) << matched.message();
      ASSERT_EQ(ran.code, hits.empty() ? int{kNothingFound} : int{kFound});
      if (hits.empty()) continue;
      const auto told = nlohmann::json::parse(ran.out);
      EXPECT_NEAR(told["score"].get<double>(), hits[0].score.value, 1e-6);
      EXPECT_NEAR(told["error"].get<double>(), hits[0].score.error, 1e-6);
    }
  }
}

// ---- exports ----

// The last of some lines of JSON.
nlohmann::json LastRow(const std::string& lines) {
  const size_t end = lines.find_last_not_of('\n') + 1;
  const size_t before = lines.substr(0, end).rfind('\n');
  const size_t begin = before == std::string::npos ? 0 : before + 1;
  return nlohmann::json::parse(lines.substr(begin, end - begin));
}

void SetBuildOption(BuildOptions& options, Parameter parameter, double value) {
  if (parameter == Parameter::kDecay) options.decay = value;
  if (parameter == Parameter::kEpsilon) options.epsilon = value;
  if (parameter == Parameter::kIterations) options.iterations = static_cast<unsigned>(value);
}

TEST_F(ParametersTest, ExportedDiagonalsTakeWhatIsInRange) {
  const Corpus corpus = Open();
  for (const Method method : {Method::kPush, Method::kSeries}) {
    const Way& way = *FactsOf(Measure::kSimRank).WayOf(method);
    for (const ParameterRange& range : way.parameters) {
      if (range.parameter == Parameter::kSeed) continue;
      for (const Trial& trial : TrialsOf(range)) {
        std::vector<std::string> words = {
            "export", path_, "--diagonal", "--json",
            fmt::format("{}={}", FlagOf(range.parameter), trial.text)};
        BuildOptions options{.method = method};
        if (method == Method::kSeries && range.parameter != Parameter::kIterations) {
          words.insert(words.end(), {"--iterations", "5"});
          options.iterations = 5;
        }
        const Ran ran = RunVerb(words);
        SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
        if (!trial.inside) {
          ExpectRefused(ran, range.parameter, trial);
          continue;
        }
        if (IsTooMuch(way, range.parameter, trial.text)) {  // single precision is too coarse
          ExpectRefused(ran, Parameter::kEpsilon, {});
          continue;
        }
        ASSERT_EQ(ran.code, kFound);
        SetBuildOption(options, range.parameter, NumberIn(trial.text));
        const auto solved = SolveDiagonalCorrection(corpus, options);
        ASSERT_TRUE(solved.ok()) << solved.status().message();
        EXPECT_NEAR(LastRow(ran.out)["diagonal"].get<double>(), solved->values.back().back(), 1e-6);
      }
    }
  }
}

TEST_F(ParametersTest, ExportedPairsTakeWhatIsInRange) {
  const Corpus corpus = Open();
  const ParameterRange range = {Parameter::kDecay, 0, 1, ParameterRange::Ends::kOpen};
  for (const Trial& trial : TrialsOf(range)) {
    const Ran ran = RunVerb({"export", path_, "--pairs", "--json", "--decay=" + trial.text});
    SCOPED_TRACE(fmt::format("{}\n{}", trial.text, ran.err));
    if (!trial.inside) {
      ExpectRefused(ran, Parameter::kDecay, trial);
      continue;
    }
    ASSERT_EQ(ran.code, kFound);
    const auto pairs = SurferPairs(corpus, {.decay = NumberIn(trial.text)});
    ASSERT_TRUE(pairs.ok()) << pairs.status().message();
    EXPECT_NEAR(LastRow(ran.out)["score"].get<double>(), pairs->back().score, 1e-6);
  }
}

// ---- memory ----

class MemoryFlagTest : public ParametersTest {
 protected:
  void SetUp() override {
    ParametersTest::SetUp();
    ASSERT_EQ(RunVerb({"build", path_, "--measure", "simrank", "--fingerprints", "20"}).code,
              kFound);
    WriteBytes(directory_ / "arcs.tsv", "a\tb\nb\tc\n");
    WriteBytes(directory_ / "grades.tsv", "a\tb\t2\na\tc\t1\nb\ta\t1\nb\tc\t0\n");
    WriteBytes(directory_ / "some.txt", "a\nc\nb\n");
  }

  static Ran RunWith(std::vector<std::string> words, const std::string& memory) {
    words.push_back("--memory=" + memory);
    return RunVerb(words);
  }

  // What takes memory of its own.
  std::vector<std::vector<std::string>> Greedy() const {
    const std::string made = directory_ / "new.akin";
    return {{"ingest", directory_ / "arcs.tsv", "-o", made},
            {"generate", "web", "--vertices", "50", "-o", made, "--force"},
            {"bags", path_, "--terms", "links", "--name", "more"},
            {"build", path_, "--name", "walks", "--fingerprints", "10"},
            {"build", path_, "--name", "pushes", "--method", "push"},
            {"build", path_, "--name", "rounds", "--method", "push", "--iterations", "3"},
            {"build", path_, "--name", "norms", "--measure", "cosine-simrank"},
            {"match", path_, path_},
            {"match", path_, path_, "--assign"},
            {"export", path_, "--diagonal"},
            {"export", path_, "--diagonal", "--iterations", "3"},
            {"export", path_, "--pairs"},
            {"sim", path_, "a", "b", "--exact", "simrank"},
            {"related", path_, "a", "--exact", "simrank"},
            {"join", path_, "--all", "--exact", "simrank"},
            {"eval", path_, "--truth", "exact:simrank", "--index", "simrank"},
            {"eval", path_, "--truth", "citations", "--exact", "simrank"},
            {"eval", path_, "--truth", "citations", "--measures", "psimrank", "--sweep",
             "fingerprints=10"},
            {"eval", path_, "--truth", directory_ / "grades.tsv", "--index", "simrank", "--metrics",
             "all-kendall"},
            {"eval", path_, "--truth", directory_ / "grades.tsv", "--measures", "simrank",
             "--sweep", "fingerprints=20", "--metrics", "all-kendall"}};
  }

  // What answers with as little as there is.
  std::vector<std::vector<std::string>> Frugal() const {
    return {{"related", path_, "a", "--index", "simrank"},
            {"related", path_, "--all", "--index", "simrank"},
            {"related", path_, "--queries", directory_ / "some.txt", "--index", "simrank"},
            {"related", path_, "--queries", directory_ / "some.txt", "-k", "0"},
            {"related", path_, "--queries", directory_ / "some.txt", "--no-index"},
            {"sim", path_, "a", "b", "--index", "simrank"},
            {"join", path_, "--all", "--index", "simrank"},
            {"explain", path_, "a", "b", "--index", "simrank"},
            {"eval", path_, "--truth", "citations", "--index", "simrank"},
            {"sample", path_, "--by", "importance", "--count", "3"},
            {"export", path_},
            {"export", path_, "--names"},
            {"export", path_, "--distances"},
            {"check", path_}};
  }
};

TEST_F(MemoryFlagTest, WhatIsNoSizeIsRefused) {
  std::vector<std::vector<std::string>> all = Greedy();
  for (const auto& words : Frugal()) all.push_back(words);
  const std::vector<Trial> trials = {{.text = "-1"},
                                     {.text = "nan"},
                                     {.text = ""},
                                     {.text = "x"},
                                     {.text = "1X"},
                                     {.text = "1e300", .end = "1024T"},
                                     {.text = "1025T", .end = "1024T"}};
  for (const auto& words : all) {
    for (const Trial& trial : trials) {
      SCOPED_TRACE(fmt::format("{} --memory={}", fmt::join(words, " "), trial.text));
      ExpectRefused(RunWith(words, trial.text), "--memory", trial);
    }
  }
}

TEST_F(MemoryFlagTest, NoMemoryIsNotTheUsualOne) {
  for (const auto& words : Greedy()) {
    SCOPED_TRACE(fmt::format("{}", fmt::join(words, " ")));
    for (const char* const little : {"0", "1"}) {
      const Ran ran = RunWith(words, little);
      ExpectRefused(ran, "--memory", {});
      EXPECT_EQ(ran.out, "");
    }
    EXPECT_EQ(RunWith(words, "256M").code, kFound);
  }
  for (const auto& words : Frugal()) {
    const Ran usual = RunWith(words, "2G");
    for (const char* const memory : {"0", "1", "1024T"}) {
      SCOPED_TRACE(fmt::format("{} --memory={}", fmt::join(words, " "), memory));
      const Ran ran = RunWith(words, memory);
      EXPECT_EQ(ran.code, usual.code) << ran.err;
      EXPECT_EQ(ran.out, usual.out);
    }
  }
}

}  // namespace
}  // namespace akin::cli
