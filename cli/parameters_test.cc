// No value of a parameter is silently replaced: the whole table of measures (akin/measures.h) is
// tried at its edges and beyond, through the command line and through specs. What is outside of a
// range is refused, with the flag and the end of the range that it passed; what is inside has the
// effect that the library has with the same value, and is what an index says of itself.
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

TEST_F(ParametersTest, ExactMeasuresTakeWhatIsInRange) {
  const Corpus corpus = Open();
  const VertexId a = *corpus.Find("a");
  const VertexId b = *corpus.Find("b");
  for (const MeasureFacts& facts : Measures()) {
    const Way& way = facts.exact();
    for (const ParameterRange& range : way.parameters) {
      if (!IsNumber(range)) continue;
      for (const Trial& trial : TrialsOf(range)) {
        for (const char* const verb : {"sim", "related", "join"}) {
          if (range.parameter == Parameter::kKrylov && verb == std::string("related")) continue;
          std::vector<std::string> words = Asking(verb);
          const std::vector<std::string> beside = Beside(way, range.parameter);
          words.insert(words.end(), beside.begin(), beside.end());
          words.insert(words.end(), {"--exact", std::string(facts.name)});
          words.push_back(fmt::format("{}={}", FlagOf(range.parameter), trial.text));
          const Ran ran = RunVerb(words);
          SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
          if (!trial.inside || IsUnreachable(range.parameter, trial.text)) {
            ExpectRefused(ran, range.parameter, trial.inside ? Trial{} : trial);
            continue;
          }
          ASSERT_NE(ran.code, kError);
          if (verb != std::string("sim")) continue;
          ExactOptions exact{.measure = facts.measure};
          if (!beside.empty()) exact.side = *ExactSideNamed(beside[1]);
          SetOption(exact, range.parameter, NumberIn(trial.text));
          const auto score = ExactSim(corpus, a, b, exact);
          ASSERT_TRUE(score.ok()) << score.status().message();
          const auto told = nlohmann::json::parse(ran.out);
          EXPECT_NEAR(told["score"].get<double>(), score->value, 1e-6);
          EXPECT_NEAR(told["error"].get<double>(), score->error, 1e-6 * (1 + score->error));
        }
      }
    }
  }
}

// Fails for a parameter that is new in the table, unless it is a number: those are all tried.
TEST_F(ParametersTest, EveryParameterIsTried) {
  for (const MeasureFacts& facts : Measures()) {
    for (const Way& way : facts.ways) {
      for (const ParameterRange& range : way.parameters) {
        EXPECT_TRUE(IsNumber(range) || Words().contains(range.parameter) ||
                    range.parameter == Parameter::kPriors || range.parameter == Parameter::kBags)
            << facts.name << " takes " << ParameterName(range.parameter);
      }
    }
  }
}

// Each word says what it can be, and no measure takes what is not for it, not even the default.
TEST_F(ParametersTest, WordsAreKnownOnes) {
  for (const auto& [parameter, known] : Words()) {
    for (const MeasureFacts& facts : Measures()) {
      for (const std::string& word : known) {
        for (const char* const verb : {"sim", "related", "join"}) {
          std::vector<std::string> line = Asking(verb);
          line.insert(line.end(), {"--exact", std::string(facts.name), FlagOf(parameter), word});
          const Ran ran = RunVerb(line);
          SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(line, " "), ran.err));
          if (facts.exact().Takes(parameter)) {
            EXPECT_NE(ran.code, kError);
          } else {
            ExpectRefused(ran, parameter, {});
          }
          const auto spec =
              ParseExactSpec(fmt::format("{}:{}={}", facts.name, ParameterName(parameter), word));
          EXPECT_EQ(spec.ok(), facts.exact().Takes(parameter));
        }
      }
    }
    const std::string measure(ExactMeasuresTaking(parameter).at(0));
    std::vector<std::string> line = Asking("sim");
    line.insert(line.end(), {"--exact", measure, FlagOf(parameter), "nonsense"});
    const Ran ran = RunVerb(line);
    EXPECT_EQ(ran.code, kError);
    EXPECT_THAT(ran.err, HasSubstr("nonsense"));
    for (const std::string& word : known) EXPECT_THAT(ran.err, HasSubstr(word));
  }
}

// Similarities that are known beforehand are in a file.
TEST_F(ParametersTest, PriorsAreScores) {
  const std::string file = directory_ / "priors.tsv";
  const std::vector<std::pair<std::string, bool>> scores = {
      {"0", true},    {"1", true},    {"0.25", true},       {"-0.1", false},
      {"1.1", false}, {"nan", false}, {"nextafter", false}, {"", false}};
  for (const MeasureFacts& facts : Measures()) {
    const bool takes = facts.exact().Takes(Parameter::kPriors);
    for (const auto& [score, inside] : scores) {
      WriteBytes(file, fmt::format("a\tb\t{}\n", score));
      for (const char* const verb : {"sim", "related", "join"}) {
        std::vector<std::string> line = Asking(verb);
        line.insert(line.end(), {"--exact", std::string(facts.name), "--prior", file});
        const Ran ran = RunVerb(line);
        SCOPED_TRACE(fmt::format("{} {}\n{}", fmt::join(line, " "), score, ran.err));
        if (!takes || !inside) {
          EXPECT_EQ(ran.code, kError);
          EXPECT_THAT(ran.err, HasSubstr(inside ? "prior" : "priors.tsv:1"));
        } else if (verb == std::string("sim")) {
          EXPECT_EQ(nlohmann::json::parse(ran.out)["score"], NumberIn(score));
        } else {
          EXPECT_NE(ran.code, kError);
        }
      }
    }
  }
}

TEST_F(ParametersTest, SpecsTakeWhatIsInRange) {
  for (const MeasureFacts& facts : Measures()) {
    for (const ParameterRange& range : facts.exact().parameters) {
      if (!IsNumber(range)) continue;
      const std::string_view name = ParameterName(range.parameter);
      for (const Trial& trial : TrialsOf(range)) {
        std::string spec = fmt::format("{}:{}={}", facts.name, name, trial.text);
        if (!Beside(facts.exact(), range.parameter).empty()) spec += ":side=both";
        SCOPED_TRACE(spec);
        const auto parsed = ParseExactSpec(spec);
        if (trial.inside) {  // whether an epsilon can be reached depends on the graph, too
          EXPECT_TRUE(parsed.ok()) << parsed.status().message();
          continue;
        }
        ASSERT_EQ(parsed.status().code(), Code::kInvalidArgument);
        EXPECT_EQ(parsed.status().parameter(), name);
        EXPECT_THAT(parsed.status().message(), HasSubstr(std::string(name)));
        EXPECT_THAT(parsed.status().message(), HasSubstr(trial.end));
      }
    }
  }
}

// Zero rounds are zero rounds: the identity, of which a decay's worth is missing.
TEST_F(ParametersTest, NoIterationsAreNone) {
  const Ran ran =
      RunVerb({"sim", path_, "a", "b", "--exact", "simrank", "--iterations", "0", "--json"});
  EXPECT_EQ(ran.code, kNothingFound);
  const auto told = nlohmann::json::parse(ran.out);
  EXPECT_EQ(told["score"], 0);
  EXPECT_NEAR(told["error"].get<double>(), 0.6, 1e-12);
}

// What an index says of itself; nothing if that is not the parameter.
std::optional<double> ToldBy(const IndexInfo& info, Parameter parameter) {
  switch (parameter) {
    case Parameter::kDecay:
      return info.decay;
    case Parameter::kLength:
      return info.length;
    case Parameter::kFingerprints:
      return info.fingerprints;
    case Parameter::kSeed:
      return static_cast<double>(info.seed);
    case Parameter::kIterations:
      return info.iterations;
    case Parameter::kEpsilon:
      if (info.method == Method::kPush) return info.epsilon;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

TEST_F(ParametersTest, IndexesHaveWhatIsInRange) {
  for (const MeasureFacts& facts : Measures()) {
    for (const Way& way : facts.ways) {
      if (!FactsOf(way.method).of_index) continue;
      for (const ParameterRange& range : way.parameters) {
        if (!IsNumber(range)) continue;
        for (const Trial& trial : TrialsOf(range)) {
          std::vector<std::string> words = {
              "build",
              path_,
              "--force",
              "--measure",
              std::string(facts.name),
              "--method",
              std::string(MethodName(way.method)),
              "--name",
              "x",
              fmt::format("{}={}", FlagOf(range.parameter), trial.text)};
          if (HasFingerprints(way.method) && range.parameter != Parameter::kFingerprints) {
            words.insert(words.end(), {"--fingerprints", "10"});
          }
          if (way.method == Method::kSeries) {
            words[6] = "push";
            if (range.parameter != Parameter::kIterations) {
              words.insert(words.end(), {"--iterations", "5"});
            }
          }
          const bool whole = trial.inside && IsTooMuch(way, range.parameter, trial.text);
          if (whole && HasFingerprints(way.method)) words.emplace_back("--dry-run");
          if (whole && way.method == Method::kClasses && way.Takes(Parameter::kLength)) {
            words.insert(words.end(), {"--length", "1"});  // all distances together have a limit
          }
          const Ran ran = RunVerb(words);
          SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
          if (!trial.inside || IsUnreachable(range.parameter, trial.text)) {
            ExpectRefused(ran, range.parameter, trial.inside ? Trial{} : trial);
            continue;
          }
          if (whole) {  // single precision is too coarse for push, and no number is replaced
            EXPECT_EQ(ran.code, way.method == Method::kPush ? int{kError} : int{kFound});
            continue;
          }
          ASSERT_EQ(ran.code, kFound);
          const auto infos = Open().Indexes();
          ASSERT_EQ(infos->size(), 1U);
          const auto told = ToldBy(infos->front(), range.parameter);
          EXPECT_EQ(told.value_or(NumberIn(trial.text)), NumberIn(trial.text));
        }
      }
    }
  }
}

// The options of a question to an index, and to walks without one.
TEST_F(ParametersTest, QuestionsToIndexesTakeWhatTheyHave) {
  ASSERT_EQ(RunVerb({"build", path_, "--measure", "simrank", "--fingerprints", "20"}).code, kFound);
  const std::vector<std::vector<std::string>> whom = {{"--index", "simrank"}, {"--no-index"}};
  for (const auto& who : whom) {
    const bool index = who[0] == "--index";
    const std::vector<ParameterRange> ranges = {
        {Parameter::kDecay, 0, 1, ParameterRange::Ends::kOpen},
        {Parameter::kLength, 1, index ? 10.0 : 254.0},
        {Parameter::kFingerprints, 1, index ? 20.0 : 1e6}};
    for (const ParameterRange& range : ranges) {
      for (const Trial& trial : TrialsOf(range)) {
        for (const char* const verb : {"sim", "related", "join"}) {
          if (trial.text == "1000000" && verb != std::string("sim")) continue;
          std::vector<std::string> words = Asking(verb);
          words.insert(words.end(), who.begin(), who.end());
          words.push_back(fmt::format("{}={}", FlagOf(range.parameter), trial.text));
          const Ran ran = RunVerb(words);
          SCOPED_TRACE(fmt::format("{}\n{}", fmt::join(words, " "), ran.err));
          if (!trial.inside) {
            ExpectRefused(ran, range.parameter, trial);
          } else {
            EXPECT_NE(ran.code, kError);
          }
        }
      }
    }
  }
}

// Indexes of walks, and walks without one, count by any function; what does not know when walks
// meet refuses them all but SimRank's own.
TEST_F(ParametersTest, QuestionsToWalksTakeFunctions) {
  ASSERT_EQ(RunVerb({"build", path_, "--measure", "simrank", "--fingerprints", "20"}).code, kFound);
  const Index index = *Open().OpenIndex("simrank");
  const VertexId a = *Open().Find("a");
  const VertexId b = *Open().Find("b");
  const std::vector<std::string>& known = Words().at(Parameter::kFunction);
  const auto ask = [&](const std::string& verb, const std::vector<std::string>& more) {
    std::vector<std::string> words = Asking(verb);
    words.insert(words.end(), more.begin(), more.end());
    return RunVerb(words);
  };
  const std::vector<std::vector<std::string>> whom = {{"--index", "simrank"},
                                                      {"--no-index", "--fingerprints", "20"}};
  for (std::vector<std::string> who : whom) {
    for (const char* const verb : {"sim", "related", "join", "explain"}) {
      for (const std::string& word : known) {
        std::vector<std::string> more = who;
        more.insert(more.end(), {"--function", word});
        const Ran ran = ask(verb, more);
        SCOPED_TRACE(fmt::format("{} {}\n{}", verb, fmt::join(more, " "), ran.err));
        ASSERT_NE(ran.code, kError);
        if (verb == std::string("sim")) {
          const auto score = index.Sim(a, b, {.function = *MeetingFunctionNamed(word)});
          EXPECT_NEAR(nlohmann::json::parse(ran.out)["score"].get<double>(), score->value, 1e-6);
        }
        more.insert(more.end(), {"--decay", "0.5"});  // a function without a decay has none
        const Ran decayed = ask(verb, more);
        EXPECT_EQ(decayed.code == kError, word != "exponential") << decayed.err;
        if (word != "exponential") {
          EXPECT_THAT(decayed.err, HasSubstr("--decay"));
        }
      }
      for (const char* const word : {"cubic", "", "0", "nan"}) {
        std::vector<std::string> more = who;
        more.push_back(fmt::format("--function={}", word));
        const Ran ran = ask(verb, more);
        ExpectRefused(ran, Parameter::kFunction, {.text = word});
        if (*word == '\0') continue;  // nothing at all
        for (const std::string& name : known) EXPECT_THAT(ran.err, HasSubstr(name)) << word;
      }
    }
  }
  const std::vector<std::vector<std::string>> others = {
      {"--measure", "xjaccard", "--fingerprints", "10"},
      {"--measure", "cosine-simrank"},
      {"--method", "push", "--epsilon", "0.01"},
      {"--method", "push", "--iterations", "5"}};
  for (const auto& other : others) {
    std::vector<std::string> build = {"build", path_, "--name", "other", "--force"};
    build.insert(build.end(), other.begin(), other.end());
    ASSERT_EQ(RunVerb(build).code, kFound);
    for (const char* const verb : {"sim", "related", "join", "explain"}) {
      const Ran ran = ask(verb, {"--index", "other", "--function", "linear"});
      SCOPED_TRACE(fmt::format("{} {}", verb, fmt::join(other, " ")));
      ExpectRefused(ran, Parameter::kFunction, {});
    }
  }
}

}  // namespace
}  // namespace akin::cli
