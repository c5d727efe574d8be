#include "print.h"

#include <cerrno>
#include <cstring>
#include <iostream>

namespace akin::cli {
namespace {

// Why standard output could not be written; later calls change errno.
int& ReasonOfOutput() {
  static int reason = 0;
  return reason;
}

}  // namespace

void Write(std::FILE* file, std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (!written && file == stdout && ReasonOfOutput() == 0) ReasonOfOutput() = errno;
}

Status OutputStatus() {
  int last = errno;  // perhaps of std::cout, which CLI11 writes help to
  if (std::fflush(stdout) != 0) last = errno;
  if (std::ferror(stdout) == 0 && std::cout.good()) return {};
  const int reason = ReasonOfOutput() == 0 ? last : ReasonOfOutput();
  return Status(Code::kIo, fmt::format("standard output: cannot write: {}", std::strerror(reason)));
}

}  // namespace akin::cli
