// The names of the measures and of the methods, as users write them.
#include <fmt/format.h>

#include "akin/build.h"
#include "base/errors.h"

namespace akin {

std::string_view MeasureName(Measure measure) {
  switch (measure) {
    case Measure::kPSimRank:
      return "psimrank";
    case Measure::kXJaccard:
      return "xjaccard";
    case Measure::kCosineSimRank:
      return "cosine-simrank";
    case Measure::kText:
      return "text";
    case Measure::kSimRank:
      break;
  }
  return "simrank";
}

Result<Measure> MeasureNamed(std::string_view name) {
  for (const Measure measure : {Measure::kSimRank, Measure::kPSimRank, Measure::kXJaccard,
                                Measure::kCosineSimRank, Measure::kText}) {
    if (MeasureName(measure) == name) return measure;
  }
  return InvalidArgument("measure",
                         fmt::format("no measure '{}'; there are simrank, psimrank, xjaccard, "
                                     "cosine-simrank and text",
                                     name));
}

std::string_view MethodName(Method method) {
  switch (method) {
    case Method::kPush:
      return "push";
    case Method::kSeries:
      return "series";
    case Method::kNorms:
      return "norms";
    case Method::kFingerprints:
      break;
  }
  return "fingerprints";
}

Result<Method> MethodNamed(std::string_view name) {
  for (const Method method :
       {Method::kFingerprints, Method::kPush, Method::kSeries, Method::kNorms}) {
    if (MethodName(method) == name) return method;
  }
  return InvalidArgument(
      "method",
      fmt::format("no method '{}'; there are fingerprints, push, series and norms", name));
}

}  // namespace akin
