// The function of a question (akin/meeting_function.h), which Python knows by its name; None: none
// is given.
#ifndef AKIN_PYTHON_MEETING_FUNCTIONS_H_
#define AKIN_PYTHON_MEETING_FUNCTIONS_H_

#include <optional>
#include <string>

#include "akin/meeting_function.h"
#include "errors.h"

namespace akin::python {

inline std::optional<MeetingFunction> FunctionNamed(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  return Must(MeetingFunctionNamed(*name));
}

template <class Options>
std::optional<std::string> NameOfFunction(const Options& options) {
  if (!options.function) return std::nullopt;
  return std::string(MeetingFunctionName(*options.function));
}

template <class Options>
void SetFunction(Options& options, const std::optional<std::string>& name) {
  options.function = FunctionNamed(name);
}

}  // namespace akin::python

#endif  // AKIN_PYTHON_MEETING_FUNCTIONS_H_
