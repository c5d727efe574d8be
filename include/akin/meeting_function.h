// What it counts that two walks meet (Jeh and Widom 2002, section 5.3; Fogaras and Racz 2005,
// definition 1).
//
// The expected-f meeting distance of two vertices is the expectation of f(z), where z is the step
// at which walks from both first meet, and 0 if they do not. With c^z it is SimRank. Exact measures
// (simrank-f) and every index of walks know the functions below.
#ifndef AKIN_MEETING_FUNCTION_H_
#define AKIN_MEETING_FUNCTION_H_

#include <span>
#include <string_view>

#include "akin/status.h"

namespace akin {

// k is the number of steps that count: the iterations of an exact measure, or the length of walks.
enum class MeetingFunction {
  kExponential,  // decay^z: SimRank
  kInverse,      // 1 / (1 + z)
  kLinear,       // 1 - z / (k + 1), from there on 0
  kWithin,       // 1 up to k, then 0: the chance to meet within k steps
};

std::span<const MeetingFunction> MeetingFunctions();      // all of them
std::string_view MeetingFunctionName(MeetingFunction f);  // "exponential"
Result<MeetingFunction> MeetingFunctionNamed(std::string_view name);

// f(z) for z <= k. The decay is that of kExponential. Every f is 1 at 0, above 0 up to k, and never
// rises: an early meeting counts at least as much as a late one, which bounds of queries rely on.
double MeetingFunctionAt(MeetingFunction f, double decay, unsigned k, unsigned z);

}  // namespace akin

#endif  // AKIN_MEETING_FUNCTION_H_
