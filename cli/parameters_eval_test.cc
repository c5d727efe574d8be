// The parameters of sweeps and of specs in akin eval, at the edges of their ranges and beyond.
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
#include "file_tree.h"
#include "parameter_trials.h"

namespace akin::cli {
namespace {

using testing::HasSubstr;

// ---- sweeps ----

std::string SweepOf(Parameter parameter) {
  if (parameter == Parameter::kDecay) return "decay";
  return parameter == Parameter::kFingerprints ? "fingerprints" : "length";
}

// A list of values takes numbers such as 1e3.
std::vector<Trial> SweepTrialsOf(const ParameterRange& range) {
  std::vector<Trial> trials = TrialsOf(range);
  std::erase_if(trials, [](const Trial& trial) { return trial.text == "1e3"; });
  return trials;
}

// A solver that takes the square of its rounds.
bool IsSlow(Measure measure, Parameter parameter, const std::string& text) {
  return measure == Measure::kSimRankVariedD && parameter == Parameter::kIterations &&
         NumberIn(text) > 1000;
}

TEST_F(ParametersTest, SweepsOfExactMeasuresTakeWhatIsInRange) {
  for (const MeasureFacts& facts : Measures()) {
    for (const Parameter parameter : {Parameter::kDecay, Parameter::kIterations}) {
      const ParameterRange* const range = facts.exact().RangeOf(parameter);
      if (range == nullptr) continue;
      for (const Trial& trial : SweepTrialsOf(*range)) {
        const std::string name(facts.name);
        const std::string swept = SweepOf(parameter);
        const std::vector<std::string> system = {"--exact", name, "--sweep",
                                                 fmt::format("{}={}", swept, trial.text)};
        if (trial.inside && IsSlow(facts.measure, parameter, trial.text)) continue;
        if (trial.inside) {
          const nlohmann::json row = JudgedByItself(
              fmt::format("{}:{}={}", name, ParameterName(parameter), trial.text), system);
          ASSERT_TRUE(row.is_object());
          ASSERT_TRUE(row[swept].is_number()) << row;
          EXPECT_EQ(row[swept].get<double>(), NumberIn(trial.text)) << row;
          continue;
        }
        std::vector<std::string> words = Judging("citations", "coverage");
        words.insert(words.end(), system.begin(), system.end());
        const Ran ran = RunVerb(words);
        SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
        ExpectRefused(ran, "--sweep " + swept, trial);
        EXPECT_EQ(ran.out, "");
      }
    }
  }
}

TEST_F(ParametersTest, SweepsOfIndexesTakeWhatIsInRange) {
  for (const MeasureFacts& facts : Measures()) {
    const Way* const way = facts.index();
    if (way == nullptr || !way->Takes(Parameter::kLength)) continue;
    for (const ParameterRange& range : way->parameters) {
      if (range.parameter == Parameter::kSeed) continue;
      const std::string swept = SweepOf(range.parameter);
      for (const Trial& trial : SweepTrialsOf(range)) {
        if (trial.inside && IsTooMuch(*way, range.parameter, trial.text)) continue;
        std::vector<std::string> words = Judging("citations", "coverage");
        words.insert(words.end(), {"--measures", std::string(facts.name), "--sweep",
                                   fmt::format("{}={}", swept, trial.text)});
        if (swept != "fingerprints") words.insert(words.end(), {"--sweep", "fingerprints=10"});
        const Ran ran = RunVerb(words);
        SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
        if (!trial.inside) {
          ExpectRefused(ran, "--sweep " + swept, trial);
          continue;
        }
        ASSERT_EQ(ran.code, kFound);
        const auto row = nlohmann::json::parse(ran.out);
        ASSERT_TRUE(row[swept].is_number()) << row;
        EXPECT_EQ(row[swept].get<double>(), NumberIn(trial.text));
      }
    }
  }
  EXPECT_TRUE(Open().Indexes()->empty());
}

// A sweep replaces nothing that was said, and is not ignored.
TEST_F(ParametersTest, SweepsContradictNothing) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> refused = {
      {{"--exact", "simrank", "--sweep", "fingerprints=5"}, "--measures"},
      {{"--exact", "simrank:iterations=2", "--sweep", "length=3"}, "--sweep length="},
      {{"--exact", "simrank:decay=0.8", "--sweep", "decay=0.6"}, "--sweep decay="},
      {{"--exact", "simrank:epsilon=0.1", "--sweep", "length=3"}, "epsilon or iterations"},
      {{"--exact", "simrank-f:function=linear", "--sweep", "decay=0.6"}, "exponential"}};
  for (const auto& [system, said] : refused) {
    std::vector<std::string> words = Judging("citations", "coverage");
    words.insert(words.end(), system.begin(), system.end());
    const Ran ran = RunVerb(words);
    SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
    EXPECT_EQ(ran.code, kError);
    EXPECT_THAT(ran.err, HasSubstr(said));
  }
}

// ---- specs that eval takes ----

// A value inside of the range of each parameter.
std::string SomeValueOf(Parameter parameter) {
  switch (parameter) {
    case Parameter::kIterations:
    case Parameter::kKrylov:
      return "3";
    case Parameter::kRadius:
      return "2";
    case Parameter::kEpsilon:
      return "0.1";
    case Parameter::kBags:
      return "text";
    default:
      return "0.5";
  }
}

TEST_F(ParametersTest, EvalTakesEverySpec) {
  const std::string file = directory_ / "priors.tsv";
  WriteBytes(file, "a\tb\t0.25\n");
  for (const MeasureFacts& facts : Measures()) {
    for (const ParameterRange& range : facts.exact().parameters) {
      const Parameter parameter = range.parameter;
      std::vector<std::string> values = {SomeValueOf(parameter)};
      if (Words().contains(parameter)) values = Words().at(parameter);
      if (parameter == Parameter::kPriors) values = {file};
      for (const std::string& value : values) {
        const std::string_view option =
            parameter == Parameter::kPriors ? "prior" : ParameterName(parameter);
        std::string spec = fmt::format("{}:{}={}", facts.name, option, value);
        if (!Beside(facts.exact(), parameter).empty()) spec += ":side=both";
        const nlohmann::json row =
            JudgedByItself(spec, {"--exact", spec}, parameter == Parameter::kEpsilon ? 0.1 : 1e-9);
        ASSERT_TRUE(row.is_object());
        if (parameter == Parameter::kEpsilon) {
          EXPECT_TRUE(row["length"].is_string()) << row;  // nobody knows beforehand
        }
      }
    }
  }
}

TEST_F(ParametersTest, SpecsHavePriorsOfAFile) {
  const Corpus corpus = Open();
  const std::string file = directory_ / "priors.tsv";
  WriteBytes(file, "a\tb\t0.25\n");
  const auto exact = ParseExactSpec("simrank:iterations=4:prior=" + file, corpus);
  ASSERT_TRUE(exact.ok()) << exact.status().message();
  ASSERT_EQ(exact->priors.size(), 1U);
  EXPECT_EQ(exact->priors[0].score, 0.25);
  EXPECT_EQ(exact->iterations, 4U);
  EXPECT_EQ(PriorFileOf("simrank:prior=" + file), file);
  EXPECT_EQ(PriorFileOf("simrank"), "");
  // SimRank is 0.48.
  const std::vector<std::string> words = {"--exact", "simrank"};
  EXPECT_GT(JudgedByItself("simrank:prior=" + file, words, 1)["pooled"].get<double>(), 0.2);
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"cosine:prior=" + file, "takes no priors"},
      {"simrank:prior=", "say prior=FILE"},
      {"simrank:prior=-", "say prior=FILE"},
      {"simrank:prior=" + (directory_ / "nowhere"), "nowhere"},
      {"simrank:priors=" + file, "prune, prior"}};
  for (const auto& [spec, said] : refused) {
    for (const bool truth : {false, true}) {
      std::vector<std::string> line = Judging(truth ? "exact:" + spec : "citations", "coverage");
      line.insert(line.end(), {"--exact", truth ? "simrank" : spec});
      const Ran ran = RunVerb(line);
      EXPECT_EQ(ran.code, kError) << spec;
      EXPECT_THAT(ran.err, HasSubstr(said)) << spec;
    }
  }
  WriteBytes(file, "a\tb\t1.25\n");
  std::vector<std::string> line = Judging("citations", "coverage");
  line.insert(line.end(), {"--exact", "simrank:prior=" + file});
  EXPECT_THAT(RunVerb(line).err, HasSubstr("priors.tsv:1"));
  // Without a corpus nobody knows the vertices.
  EXPECT_EQ(ParseExactSpec("simrank:prior=" + file).status().parameter(), "priors");
}

// The flag with the mistake is named, not another one that could have it.
TEST_F(ParametersTest, MistakesInSpecsNameTheirFlag) {
  const std::vector<std::vector<std::string>> wrong = {
      {"--truth", "exact:nonsense", "--exact", "simrank"},
      {"--truth", "exact:simrank:decay=2", "--exact", "simrank"},
      {"--exact", "nonsense", "--truth", "citations"},
      {"--exact", "simrank:decay=2", "--truth", "citations"},
      {"--measures", "nonsense", "--truth", "citations", "--sweep", "length=2", "--exact",
       "simrank"}};
  for (const auto& flags : wrong) {
    std::vector<std::string> words = {"eval", path_, "--metrics", "coverage"};
    words.insert(words.end(), flags.begin(), flags.end());
    const Ran ran = RunVerb(words);
    SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
    EXPECT_EQ(ran.code, kError);
    EXPECT_THAT(ran.err, HasSubstr(fmt::format("({})", flags[0])));
  }
}

}  // namespace
}  // namespace akin::cli
