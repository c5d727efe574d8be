// The names of the measures that walk, as users write them.
#include <fmt/format.h>

#include "akin/build.h"

namespace akin {

std::string_view MeasureName(Measure measure) {
  switch (measure) {
    case Measure::kPSimRank:
      return "psimrank";
    case Measure::kSimRank:
      break;
  }
  return "simrank";
}

Result<Measure> MeasureNamed(std::string_view name) {
  for (const Measure measure : {Measure::kSimRank, Measure::kPSimRank}) {
    if (MeasureName(measure) == name) return measure;
  }
  return Status(Code::kInvalidArgument,
                fmt::format("no measure '{}'; there are simrank and psimrank", name));
}

}  // namespace akin
