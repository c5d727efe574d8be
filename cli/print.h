// Writing to standard output and standard error. fmt::print throws if a disk is full; this does
// not, and the verb's end says so (OutputStatus).
#ifndef AKIN_CLI_PRINT_H_
#define AKIN_CLI_PRINT_H_

#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <string_view>
#include <utility>

#include "akin/status.h"

namespace akin::cli {

// What goes to a terminal or to standard error is for people, and made harmless (ForTerminal);
// everything else is data and stays as it is.
void Write(std::FILE* file, std::string_view text);
// As it is, for what controls the terminal.
void WriteRaw(std::FILE* file, std::string_view text);

template <class... Args>
void Print(std::FILE* file, fmt::format_string<Args...> format, Args&&... args) {
  Write(file, fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void Print(fmt::format_string<Args...> format, Args&&... args) {
  Write(stdout, fmt::format(format, std::forward<Args>(args)...));
}

// Called once, as soon as standard output cannot be written: the rest of the work is for nothing.
void WhenOutputFails(std::function<void()> stop);
// Why standard output could not be written, as errno; 0 if it could so far.
int OutputFailure();

// kIo, with the first reason, if not everything could be written to standard output. Flushes it.
Status OutputStatus();

}  // namespace akin::cli

#endif  // AKIN_CLI_PRINT_H_
