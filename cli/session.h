// What all verbs share: where messages go, how work is stopped and shows progress, and exit codes.
#ifndef AKIN_CLI_SESSION_H_
#define AKIN_CLI_SESSION_H_

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "akin/control.h"
#include "akin/status.h"
#include "command_line.h"

namespace akin::cli {

enum ExitCode { kFound = 0, kNothingFound = 1, kError = 2, kInterrupted = 130 };

struct Session {
  bool quiet = false;
  bool json = false;
  bool table = false;
  bool header = false;
  unsigned threads = 0;
  uint64_t memory = uint64_t{2} << 30;
  std::stop_token stop;
  std::optional<Verb> running;

  // For a long call: shows progress on standard error if that is a terminal.
  Control ControlFor() const;
  // Adds --threads, --memory and --quiet.
  void AddWorkFlags(const Verb& verb);
  // Adds --json, --table and --header.
  void AddOutputFlags(const Verb& verb);

  // The exit code of a verb: success, the code in the status, or Fail's.
  int CodeOf(const Status& status) const;
  int CodeOf(const Result<int>& code) const;
  // Prints the error and returns the exit code for it.
  int Fail(const Status& status) const;
  void Note(std::string_view text) const;  // to standard error, unless --quiet
};

// Turns SIGINT and SIGTERM, and output that nobody can read, into a stop; a second signal ends the
// process at once. Call before any thread starts.
std::stop_token StopOnSignals();

}  // namespace akin::cli

#endif  // AKIN_CLI_SESSION_H_
