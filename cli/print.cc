#include "print.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

#include "terminal.h"

namespace akin::cli {
namespace {

struct Output {
  int failure = 0;  // the first; later calls change errno
  std::function<void()> stop = [] {};
};

Output& StandardOutput() {
  static Output output;
  return output;
}

void NoteFailure(int error) {
  Output& output = StandardOutput();
  if (output.failure != 0) return;
  output.failure = error == 0 ? EIO : error;
  output.stop();
}

bool IsForPeople(std::FILE* file) {
  static const bool output_is_terminal = IsTerminal(STDOUT_FILENO);
  return file == stderr || (file == stdout && output_is_terminal);
}

}  // namespace

void WriteRaw(std::FILE* file, std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (!written && file == stdout) NoteFailure(errno);
}

void Write(std::FILE* file, std::string_view text) {
  if (IsForPeople(file)) {
    WriteRaw(file, ForTerminal(text));
  } else {
    WriteRaw(file, text);
  }
}

void WhenOutputFails(std::function<void()> stop) { StandardOutput().stop = std::move(stop); }

int OutputFailure() { return StandardOutput().failure; }

Status OutputStatus() {
  int last = errno;  // perhaps of std::cout, which CLI11 writes help to
  if (std::fflush(stdout) != 0) last = errno;
  if (std::ferror(stdout) != 0 || !std::cout.good()) NoteFailure(last);
  if (OutputFailure() == 0) return {};
  return Status(Code::kIo,
                fmt::format("standard output: cannot write: {}", std::strerror(OutputFailure())));
}

}  // namespace akin::cli
