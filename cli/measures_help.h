// The table of measures (akin/measures.h) as paragraphs and defaults for help texts.
#ifndef AKIN_CLI_MEASURES_HELP_H_
#define AKIN_CLI_MEASURES_HELP_H_

#include <string>

#include "akin/measures.h"

namespace akin::cli {

// The measures that an index can hold, and the methods they can be built with.
std::string IndexMeasuresHelp();
std::string MethodsHelp();
// The measures that --exact accepts.
std::string ExactMeasuresHelp();

// The default values of a parameter, by measure: "10, or 4 for xjaccard".
std::string DefaultOfIndexes(Parameter parameter);
std::string UsualOfExact(Parameter parameter);

}  // namespace akin::cli

#endif  // AKIN_CLI_MEASURES_HELP_H_
