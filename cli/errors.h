// Explains the library's errors in the terms of the command line: the flag that sets the parameter
// of an error, and the command that creates what is missing.
#ifndef AKIN_CLI_ERRORS_H_
#define AKIN_CLI_ERRORS_H_

#include <string>
#include <string_view>

#include "akin/status.h"
#include "command_line.h"

namespace akin::cli {

// The flag of a verb that sets a parameter of the library, with its dashes; empty if the verb has
// none.
std::string FlagFor(std::string_view parameter, const Verb& verb);

// The message, and what the user of a verb can do about it.
std::string Explain(const Status& status, const Verb& verb);

}  // namespace akin::cli

#endif  // AKIN_CLI_ERRORS_H_
