// akin::ParseBuildWords: from what a user says to the options of a build.
#include <fmt/format.h>

#include <string>

#include "akin/build.h"
#include "base/try.h"

namespace akin {
namespace {

// Pushing a number of rounds is another method than pushing to an error. And cosine-simrank has one
// method, whose iterations follow from epsilon.
Result<Method> MethodFor(const BuildWords& words, Measure measure) {
  const bool cosine = measure == Measure::kCosineSimRank;
  if (!words.method) return cosine ? Method::kNorms : Method::kFingerprints;
  AKIN_TRY_ASSIGN(const Method method, MethodNamed(*words.method));
  return method == Method::kPush && words.iterations ? Method::kSeries : method;
}

// What is said must count.
Status CheckMeant(const BuildWords& words, Method method) {
  const bool walks = method == Method::kFingerprints;
  if (walks && (words.epsilon || words.iterations)) {
    return {Code::kInvalidArgument,
            "fingerprints have neither epsilon nor iterations: leave --epsilon and --iterations "
            "out, or say --method push"};
  }
  if (!walks && (words.length || words.fingerprints)) {
    return {Code::kInvalidArgument,
            fmt::format("the method {} has no walks: leave --length and --fingerprints out",
                        MethodName(method))};
  }
  if (words.epsilon && words.iterations) {
    return {Code::kInvalidArgument,
            "either --epsilon or --iterations says how far to go: give one"};
  }
  return {};
}

}  // namespace

Result<BuildOptions> ParseBuildWords(const BuildWords& words, BuildOptions options) {
  AKIN_TRY_ASSIGN(options.measure, MeasureNamed(words.measure));
  if (options.measure == Measure::kText && (words.length || words.decay)) {
    return Status(Code::kInvalidArgument,
                  "text has neither length nor decay: leave --length and --decay out");
  }
  AKIN_TRY_ASSIGN(options.method, MethodFor(words, options.measure));
  AKIN_TRY(CheckMeant(words, options.method));
  options.decay = words.decay.value_or(options.decay);
  options.epsilon = words.epsilon.value_or(options.epsilon);
  options.iterations = words.iterations.value_or(options.iterations);
  if (options.measure == Measure::kCosineSimRank && words.epsilon) {
    options.iterations = NormIterations(options.decay, options.epsilon);
  }
  options.length = words.length.value_or(DefaultLength(options.measure));
  options.fingerprints = words.fingerprints.value_or(DefaultFingerprints(options.measure));
  return options;
}

}  // namespace akin
