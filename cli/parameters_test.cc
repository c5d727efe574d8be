// No value of a parameter is silently replaced: the whole table of measures (akin/measures.h) is
// tried at its edges and beyond, through the command line and through specs, and so are the
// parameters of sweeps, of matches and of what is exported. What is outside of a range is refused,
// with the flag and the end of the range that it passed; what is inside has the effect that the
// library has with the same value, and is what an index says of itself. No memory is no memory.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
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
#include "temp_dir.h"
#include "test_corpus.h"
#include "verbs.h"

namespace akin::cli {
namespace {

using testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool IsWhole(Parameter parameter) {
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

std::string FlagOf(Parameter parameter) {
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
Ran RunVerb(std::vector<std::string> words) {
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
    EXPECT_THAT(ran.err, HasSubstr(flag));
    EXPECT_THAT(ran.err, HasSubstr(trial.end));
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
bool IsUnreachable(Parameter parameter, const std::string& text) {
  return parameter == Parameter::kEpsilon && NumberIn(text) < 1e-12;
}

void SetOption(ExactOptions& exact, Parameter parameter, double value) {
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

// Parameters that are words, and what they can be.
const std::map<Parameter, std::vector<std::string>>& Words() {
  static const std::map<Parameter, std::vector<std::string>> words = {
      {Parameter::kSide, {"pointed-to", "points-to", "both"}},
      {Parameter::kPrune, {"common"}},
      {Parameter::kFunction, {"exponential", "inverse", "linear", "within"}},
      {Parameter::kKernel, {"cosine", "sets", "bhattacharyya", "intersection"}}};
  return words;
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

// A build that would take long, or that another parameter forbids.
bool IsTooMuch(const Way& way, Parameter parameter, const std::string& text) {
  if (parameter == Parameter::kFingerprints) return NumberIn(text) > 1000;
  if (parameter == Parameter::kDecay && way.method == Method::kPush) return NumberIn(text) > 0.99;
  return false;
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

void SetOption(BuildOptions& options, Parameter parameter, double value) {
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
        SetOption(options, range.parameter, NumberIn(trial.text));
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
