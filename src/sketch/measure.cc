// The names of the measures, as users write them.
#include <fmt/format.h>

#include "akin/build.h"

namespace akin {

std::string_view MeasureName(Measure measure) {
  switch (measure) {
    case Measure::kPSimRank:
      return "psimrank";
    case Measure::kXJaccard:
      return "xjaccard";
    case Measure::kSimRank:
      break;
  }
  return "simrank";
}

Result<Measure> MeasureNamed(std::string_view name) {
  for (const Measure measure : {Measure::kSimRank, Measure::kPSimRank, Measure::kXJaccard}) {
    if (MeasureName(measure) == name) return measure;
  }
  return Status(Code::kInvalidArgument,
                fmt::format("no measure '{}'; there are simrank, psimrank and xjaccard", name));
}

}  // namespace akin
