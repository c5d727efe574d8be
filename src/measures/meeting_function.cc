#include "akin/meeting_function.h"

#include <cmath>
#include <vector>

#include "akin/errors.h"

namespace akin {
namespace {

constexpr MeetingFunction kFunctions[] = {MeetingFunction::kExponential, MeetingFunction::kInverse,
                                          MeetingFunction::kLinear, MeetingFunction::kWithin};
// In the order of the enum.
constexpr std::string_view kFunctionNames[] = {"exponential", "inverse", "linear", "within"};

}  // namespace

std::span<const MeetingFunction> MeetingFunctions() { return kFunctions; }

std::string_view MeetingFunctionName(MeetingFunction f) {
  return kFunctionNames[static_cast<size_t>(f)];
}

Result<MeetingFunction> MeetingFunctionNamed(std::string_view name) {
  for (const MeetingFunction f : kFunctions) {
    if (MeetingFunctionName(f) == name) return f;
  }
  return UnknownWord("function", "function", name,
                     {std::begin(kFunctionNames), std::end(kFunctionNames)});
}

double MeetingFunctionAt(MeetingFunction f, double decay, unsigned k, unsigned z) {
  switch (f) {
    case MeetingFunction::kExponential:
      return std::pow(decay, z);
    case MeetingFunction::kInverse:
      return 1.0 / (1.0 + z);
    case MeetingFunction::kLinear:
      return 1.0 - z / (k + 1.0);
    case MeetingFunction::kWithin:
      break;
  }
  return 1.0;
}

}  // namespace akin
