// The options of exact measures: their defaults, which ones a measure takes, and all in one string.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include "akin/errors.h"
#include "akin/exact.h"
#include "akin/try.h"
#include "exact/expected_f.h"
#include "exact/iterations_within.h"
#include "linear/cosine.h"

namespace akin {
namespace {

// An option that was given, and its value if it is a number.
struct Given {
  Parameter parameter;
  bool given;
  std::optional<double> value = {};
};

template <class Number>
Given Option(Parameter parameter, const std::optional<Number>& value) {
  if (!value) return {parameter, false};
  return {parameter, true, static_cast<double>(*value)};
}

std::vector<Given> OptionsOf(const ExactOptions& exact) {
  return {Option(Parameter::kDecay, exact.decay),
          Option(Parameter::kDecayOut, exact.decay_out),
          Option(Parameter::kIterations, exact.iterations),
          Option(Parameter::kEpsilon, exact.epsilon),
          Option(Parameter::kLambda, exact.lambda),
          Option(Parameter::kRadius, exact.radius),
          Option(Parameter::kPopularity, exact.popularity),
          Option(Parameter::kKrylov, exact.krylov),
          {Parameter::kKrylov, exact.krylov_auto},
          {Parameter::kSide, exact.side != ExactSide::kAuto},
          {Parameter::kFunction, exact.function.has_value()},
          {Parameter::kKernel, exact.kernel.has_value()},
          {Parameter::kPrune, exact.prune != ExactPrune::kNone},
          {Parameter::kBags, !exact.bags.empty()},
          {Parameter::kPriors, !exact.priors.empty()}};
}

template <class Number>
Status Parse(std::string_view name, std::string_view value, std::optional<Number>& number) {
  const char* const end = value.data() + value.size();
  const auto [stopped, error] = std::from_chars(value.data(), end, number.emplace());
  if (error == std::errc() && stopped == end) return {};
  return InvalidArgument(name, fmt::format("{}: '{}' is not a number it can be", name, value));
}

// As users write it. The file of priors is read by another call, which knows the corpus.
constexpr std::string_view kPriorFile = "prior";

// What a spec says.
struct Spec {
  ExactOptions options = {};
  std::optional<std::string> prior_file = {};
};

Status SetPriorFile(std::string_view file, Spec& spec) {
  if (file.empty() || file == "-") {
    return InvalidArgument("priors",
                           fmt::format("'{}={}' names no file; say prior=FILE", kPriorFile, file));
  }
  spec.prior_file = file;
  return {};
}

Status NoSuchOption(std::string_view part, Measure measure) {
  std::vector<std::string_view> names;
  for (const ParameterRange& range : FactsOf(measure).exact().parameters) {
    const bool priors = range.parameter == Parameter::kPriors;
    names.push_back(priors ? kPriorFile : ParameterName(range.parameter));
  }
  return InvalidArgument("", fmt::format("'{}' is no option of {}; it takes {}", part,
                                         MeasureName(measure), fmt::join(names, ", ")));
}

// `part` has the form NAME=VALUE.
Status Set(std::string_view part, Spec& spec) {
  ExactOptions& options = spec.options;
  const size_t equals = std::min(part.find('='), part.size());
  const std::string_view name = part.substr(0, equals);
  const std::string_view value = part.substr(std::min(equals + 1, part.size()));
  if (name == "iterations") return Parse(name, value, options.iterations);
  if (name == "decay") return Parse(name, value, options.decay);
  if (name == "decay_out") return Parse(name, value, options.decay_out);
  if (name == "epsilon") return Parse(name, value, options.epsilon);
  if (name == "lambda") return Parse(name, value, options.lambda);
  if (name == "radius") return Parse(name, value, options.radius);
  if (name == "popularity") return Parse(name, value, options.popularity);
  if (name == "krylov") {
    options.krylov_auto = value == "auto";
    return options.krylov_auto ? Status() : Parse(name, value, options.krylov);
  }
  if (name == "side") {
    AKIN_TRY_ASSIGN(options.side, ExactSideNamed(value));
    return {};
  }
  if (name == "function") {
    AKIN_TRY_ASSIGN(options.function, MeetingFunctionNamed(value));
    return {};
  }
  if (name == "kernel") {
    AKIN_TRY_ASSIGN(options.kernel, WalkKernelNamed(value));
    return {};
  }
  if (name == "prune") {
    AKIN_TRY_ASSIGN(options.prune, ExactPruneNamed(value));
    return {};
  }
  if (name == "boilerplate") {
    AKIN_TRY_ASSIGN(options.boilerplate, BoilerplateNamed(value));
    return {};
  }
  if (name == "bags") {
    options.bags = value;
    return {};
  }
  if (name == kPriorFile) return SetPriorFile(value, spec);
  return NoSuchOption(part, options.measure);
}

// Its options are not checked yet.
Result<Spec> SpecOf(std::string_view text) {
  size_t colon = std::min(text.find(':'), text.size());
  Spec spec;
  AKIN_TRY_ASSIGN(spec.options.measure, MeasureNamed(text.substr(0, colon)));
  while (colon < text.size()) {
    const size_t next = std::min(text.find(':', colon + 1), text.size());
    AKIN_TRY(Set(text.substr(colon + 1, next - colon - 1), spec));
    colon = next;
  }
  return spec;
}

Status CheckTaken(const MeasureFacts& facts, Parameter parameter) {
  if (facts.exact().Takes(parameter)) return {};
  const std::string_view name = ParameterName(parameter);
  return InvalidArgument(name, fmt::format("{} takes no {}; that is for {}", facts.name, name,
                                           fmt::join(ExactMeasuresTaking(parameter), ", ")));
}

// What a function has no use for is refused.
Status CheckMeetingOptions(const ExactOptions& exact) {
  const MeetingFunction f = MeetingFunctionOf(exact);
  if (exact.decay && f != MeetingFunction::kExponential) {
    return InvalidArgument("decay", "only the function exponential has a decay");
  }
  if (exact.epsilon && (f == MeetingFunction::kLinear || f == MeetingFunction::kWithin)) {
    return InvalidArgument("epsilon",
                           "the functions linear and within are defined by their iterations, and "
                           "leave nothing out: give iterations instead");
  }
  return {};
}

}  // namespace

Result<WalkKernel> WalkKernelNamed(std::string_view name) {
  if (name == "cosine") return WalkKernel::kCosine;
  if (name == "sets") return WalkKernel::kSets;
  if (name == "bhattacharyya") return WalkKernel::kBhattacharyya;
  if (name == "intersection") return WalkKernel::kIntersection;
  return UnknownWord(
      "kernel", "kernel", name,
      std::vector<std::string_view>{"cosine", "sets", "bhattacharyya", "intersection"});
}

Result<ExactSide> ExactSideNamed(std::string_view name) {
  if (name == "auto") return ExactSide::kAuto;
  if (name == "pointed-to") return ExactSide::kPointedTo;
  if (name == "points-to") return ExactSide::kPointsTo;
  if (name == "both") return ExactSide::kBoth;
  return InvalidArgument("side",
                         fmt::format("no side '{}'; there are pointed-to (by those that link to "
                                     "them), points-to (by what they link to), both and auto",
                                     name));
}

Result<ExactPrune> ExactPruneNamed(std::string_view name) {
  if (name == "none") return ExactPrune::kNone;
  if (name == "common") return ExactPrune::kCommon;
  return InvalidArgument(
      "prune", fmt::format("no way to prune '{}'; there are common (keep only pairs with a common "
                           "neighbour) and none",
                           name));
}

double DecayOf(const ExactOptions& exact) {
  const Way& way = FactsOf(exact.measure).exact();
  return way.Takes(Parameter::kDecay) ? exact.decay.value_or(way.Default(Parameter::kDecay)) : 0;
}

unsigned IterationsOf(const ExactOptions& exact) {
  const Way& way = FactsOf(exact.measure).exact();
  if (!way.Takes(Parameter::kIterations)) return 0;
  return exact.iterations.value_or(static_cast<unsigned>(way.Default(Parameter::kIterations)));
}

std::optional<unsigned> ShownIterations(const ExactOptions& exact) {
  const bool has = FactsOf(exact.measure).exact().Takes(Parameter::kIterations) && !exact.epsilon;
  return has ? std::optional(IterationsOf(exact)) : std::nullopt;
}

std::optional<double> ShownDecay(const ExactOptions& exact) {
  const bool has = FactsOf(exact.measure).exact().Takes(Parameter::kDecay) &&
                   MeetingFunctionOf(exact) == MeetingFunction::kExponential;
  return has ? std::optional(DecayOf(exact)) : std::nullopt;
}

Status CheckExactOptions(const ExactOptions& exact) {
  const MeasureFacts& facts = FactsOf(exact.measure);
  for (const auto& [parameter, given, value] : OptionsOf(exact)) {
    if (!given) continue;
    AKIN_TRY(CheckTaken(facts, parameter));
    if (value) AKIN_TRY(CheckRange(facts.name, *facts.exact().RangeOf(parameter), *value));
  }
  if (exact.measure == Measure::kSimRankF) AKIN_TRY(CheckMeetingOptions(exact));
  if (exact.radius && exact.prune != ExactPrune::kNone) {
    return InvalidArgument("prune",
                           "either radius or prune says which pairs to keep: give one of them");
  }
  if (exact.lambda && facts.exact().Takes(Parameter::kSide) && exact.side != ExactSide::kBoth) {
    return InvalidArgument(
        "lambda", fmt::format("lambda is the share of pointed-to in the score of both sides of {}; "
                              "give the side both, too",
                              facts.name));
  }
  if (exact.epsilon && exact.iterations) {
    return InvalidArgument("epsilon",
                           "either epsilon or iterations says how far to go: give one of them");
  }
  AKIN_TRY(CheckReach(exact, 0));
  const bool in_krylov_space = exact.krylov || exact.krylov_auto;
  if (in_krylov_space && exact.kernel.value_or(WalkKernel::kCosine) != WalkKernel::kCosine) {
    return InvalidArgument("krylov",
                           "a Krylov space keeps cosines, and those of no other kernel: leave out "
                           "krylov or kernel");
  }
  if (exact.krylov && exact.krylov_auto) {
    return InvalidArgument("krylov", "either a number of steps or auto: give one of them");
  }
  if (exact.epsilon && exact.krylov) {
    const unsigned needed = CosineTerms(DecayOf(exact), *exact.epsilon);
    if (*exact.krylov < needed) {
      return InvalidArgument(
          "krylov", fmt::format("a Krylov space of {} steps cannot promise an error of {}; take {} "
                                "steps, or auto",
                                *exact.krylov, *exact.epsilon, needed));
    }
  }
  return {};
}

Result<ExactOptions> ParseExactSpec(std::string_view text) {
  AKIN_TRY_ASSIGN(Spec spec, SpecOf(text));
  if (spec.prior_file) {
    return InvalidArgument("priors",
                           "priors are about vertices of a corpus, and none is known here");
  }
  AKIN_TRY(CheckExactOptions(spec.options));
  return std::move(spec.options);
}

Result<ExactOptions> ParseExactSpec(std::string_view text, const Corpus& corpus,
                                    const Control& control) {
  AKIN_TRY_ASSIGN(Spec spec, SpecOf(text));
  AKIN_TRY(CheckExactOptions(spec.options));
  if (spec.prior_file) {
    AKIN_TRY(CheckTaken(FactsOf(spec.options.measure), Parameter::kPriors));
    AKIN_TRY_ASSIGN(spec.options.priors, ReadPriors(corpus, *spec.prior_file, control));
  }
  return std::move(spec.options);
}

std::string PriorFileOf(std::string_view text) {
  const auto spec = SpecOf(text);
  return spec.ok() ? spec->prior_file.value_or("") : "";
}

}  // namespace akin
