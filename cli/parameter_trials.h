// What tests of parameters try: numbers at the edges of a range and beyond them, and what they run.
#ifndef AKIN_CLI_PARAMETER_TRIALS_H_
#define AKIN_CLI_PARAMETER_TRIALS_H_

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "akin/akin.h"
#include "temp_dir.h"
#include "test_corpus.h"
#include "verbs.h"

namespace akin::cli {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline bool IsWhole(Parameter parameter) {
  switch (parameter) {
    case Parameter::kLength:
    case Parameter::kFingerprints:
    case Parameter::kSeed:
    case Parameter::kIterations:
    case Parameter::kRadius:
    case Parameter::kKrylov:
      return true;
    default:
      return false;
  }
}

bool IsNumber(const ParameterRange& range) { return range.least != range.most; }

inline std::string FlagOf(Parameter parameter) {
  std::string name = fmt::format("--{}", ParameterName(parameter));
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// A number as somebody may write it, and what there is to say about it.
struct Trial {
  std::string text;
  bool inside = false;
  std::string end;  // of the range, which a refusal names; empty: the text is no such number
};

// Of any size: std::stod refuses the least numbers above 0.
double NumberIn(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::string Text(double number) { return fmt::format("{}", number); }

std::vector<Trial> WholeTrials(const ParameterRange& range) {
  const auto whole = [](double number) { return fmt::format("{:.0f}", number); };
  std::vector<Trial> trials = {{.text = "nan"}, {.text = "1.5"}, {.text = "-1"},
                               {.text = "1e3"}, {.text = ""},    {.text = "18446744073709551616"}};
  if (range.parameter == Parameter::kSeed) {
    trials.push_back({.text = "0", .inside = true});
    trials.push_back({.text = "18446744073709551615", .inside = true});
    return trials;
  }
  trials.push_back({.text = "4294967296"});
  trials.push_back({.text = whole(range.least), .inside = true});
  trials.push_back({.text = whole(range.most), .inside = true});
  if (range.least > 0) trials.push_back({.text = "0", .end = Text(range.least)});
  if (range.least > 1) trials.push_back({.text = whole(range.least - 1), .end = Text(range.least)});
  if (range.most < 4294967295.0) {
    trials.push_back({.text = whole(range.most + 1), .end = Text(range.most)});
  }
  return trials;
}

std::vector<Trial> RealTrials(const ParameterRange& range) {
  std::vector<Trial> trials = {{.text = "nan"}, {.text = "inf"}, {.text = "-inf"}, {.text = "x"}};
  for (const double value :
       {range.least, range.most, std::nextafter(range.least, -kInfinity),
        std::nextafter(range.least, kInfinity), std::nextafter(range.most, -kInfinity),
        std::nextafter(range.most, kInfinity), 0.0, -1.0, -0.5, 1e300}) {
    const bool below = value < (range.least + range.most) / 2;
    trials.push_back({.text = Text(value),
                      .inside = range.Holds(value),
                      .end = Text(below ? range.least : range.most)});
  }
  return trials;
}

std::vector<Trial> TrialsOf(const ParameterRange& range) {
  return IsWhole(range.parameter) ? WholeTrials(range) : RealTrials(range);
}

struct Ran {
  int code = 0;
  std::string out;
  std::string err;
};

// Runs a verb in this process.
inline Ran RunVerb(std::vector<std::string> words) {
  static const std::map<std::string, std::function<void(CommandLine&, Session&)>> verbs = {
      {"bags", AddBags},     {"build", AddBuild},       {"check", AddCheck},
      {"eval", AddEval},     {"explain", AddExplain},   {"export", AddExport},
      {"ingest", AddIngest}, {"generate", AddGenerate}, {"join", AddJoin},
      {"match", AddMatch},   {"related", AddRelated},   {"sample", AddSample},
      {"sim", AddSim}};
  Session session;
  CommandLine line("", "");
  verbs.at(words[0])(line, session);
  words.insert(words.begin(), "akin");
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Ran ran;
  ran.code = line.Run(static_cast<int>(argv.size()), argv.data(), session);
  ran.out = testing::internal::GetCapturedStdout();
  ran.err = testing::internal::GetCapturedStderr();
  return ran;
}

class ParametersTest : public testing::Test {
 protected:
  // No walk is longer than two steps, so that ten thousand rounds are few.
  void SetUp() override {
    ASSERT_TRUE(IngestLines("r\tu\nr\tv\nu\ta\nu\tb\nv\tb\nv\tc\n", path_).ok());
    // There are no pages here, but bags of links are compared as bags of words are.
    ASSERT_TRUE(BuildBags(path_, {.content = false, .anchor = false, .links = true}).ok());
  }

  Corpus Open() const { return *Corpus::Open(path_); }

  // What a measure is asked with, beside the parameter that is tried.
  static std::vector<std::string> Beside(const Way& way, Parameter parameter) {
    if (parameter == Parameter::kLambda && way.Takes(Parameter::kSide)) return {"--side", "both"};
    return {};
  }

  std::vector<std::string> Asking(const std::string& verb) const {
    if (verb == "sim" || verb == "explain") return {verb, path_, "a", "b", "--json"};
    if (verb == "related") return {"related", path_, "a", "--json"};
    return {"join", path_, "--all"};
  }

  static void ExpectRefused(const Ran& ran, const std::string& flag, const Trial& trial) {
    EXPECT_EQ(ran.code, kError) << ran.out;
    EXPECT_THAT(ran.err, testing::HasSubstr(flag));
    EXPECT_THAT(ran.err, testing::HasSubstr(trial.end));
  }
  static void ExpectRefused(const Ran& ran, Parameter parameter, const Trial& trial) {
    ExpectRefused(ran, FlagOf(parameter), trial);
  }

  // What judges answers by one metric.
  std::vector<std::string> Judging(const std::string& truth, const std::string& metric) const {
    return {"eval", path_,    "--truth", truth,         "--metrics",
            metric, "--json", "--quiet", "--resamples", "10"};
  }
  // Judges a system by itself, computed anew. Returns the one row.
  nlohmann::json JudgedByItself(const std::string& spec, const std::vector<std::string>& system,
                                double most = 1e-9) const {
    std::vector<std::string> words = Judging("exact:" + spec, "max-error");
    words.insert(words.end(), system.begin(), system.end());
    const Ran ran = RunVerb(words);
    SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
    EXPECT_EQ(ran.code, kFound);
    if (ran.code != kFound) return {};
    nlohmann::json row = nlohmann::json::parse(ran.out);
    if (row["value"].is_number()) {  // undefined if nothing is similar
      EXPECT_LE(row["value"].get<double>(), most);
    }
    return row;
  }

  TempDir directory_;
  std::string path_ = directory_ / "p.akin";
};

// An epsilon inside of its range may be one that cannot be reached.
inline bool IsUnreachable(Parameter parameter, const std::string& text) {
  return parameter == Parameter::kEpsilon && NumberIn(text) < 1e-12;
}

inline void SetOption(ExactOptions& exact, Parameter parameter, double value) {
  const auto whole = static_cast<unsigned>(value);
  switch (parameter) {
    case Parameter::kDecay:
      exact.decay = value;
      break;
    case Parameter::kDecayOut:
      exact.decay_out = value;
      break;
    case Parameter::kEpsilon:
      exact.epsilon = value;
      break;
    case Parameter::kIterations:
      exact.iterations = whole;
      break;
    case Parameter::kLambda:
      exact.lambda = value;
      break;
    case Parameter::kRadius:
      exact.radius = whole;
      break;
    case Parameter::kPopularity:
      exact.popularity = value;
      break;
    case Parameter::kKrylov:
      exact.krylov = whole;
      break;
    default:
      FAIL() << "a new parameter of exact measures: " << ParameterName(parameter);
  }
}

// Parameters that are words, and what they can be.
inline const std::map<Parameter, std::vector<std::string>>& Words() {
  static const std::map<Parameter, std::vector<std::string>> words = {
      {Parameter::kSide, {"pointed-to", "points-to", "both"}},
      {Parameter::kPrune, {"common"}},
      {Parameter::kFunction, {"exponential", "inverse", "linear", "within"}},
      {Parameter::kKernel, {"cosine", "sets", "bhattacharyya", "intersection"}}};
  return words;
}

// A build that would take long, or that another parameter forbids.
inline bool IsTooMuch(const Way& way, Parameter parameter, const std::string& text) {
  if (parameter == Parameter::kFingerprints) return NumberIn(text) > 1000;
  if (parameter == Parameter::kDecay && way.method == Method::kPush) return NumberIn(text) > 0.99;
  return false;
}

}  // namespace akin::cli

#endif  // AKIN_CLI_PARAMETER_TRIALS_H_
