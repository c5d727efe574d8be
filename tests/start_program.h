// Starts the program without showing what it answers; the caller waits for it.
#ifndef AKIN_TESTS_START_PROGRAM_H_
#define AKIN_TESTS_START_PROGRAM_H_

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "paths.h"

namespace akin {

inline pid_t StartProgram(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), ProgramPath());
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  if (dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) < 0) _exit(126);
  execv(argv[0], argv.data());
  _exit(127);
}

}  // namespace akin

#endif  // AKIN_TESTS_START_PROGRAM_H_
