#include "formats/bad_lines.h"

#include <cstddef>
#include <utility>

namespace akin {
namespace {

constexpr size_t kMostFirstBadLines = 5;

}  // namespace

Status RefuseOrCount(std::string message, const IngestOptions& options, IngestReport& report) {
  if (!options.skip_bad_lines) return Status(Code::kBadInput, std::move(message));
  CountBad(std::move(message), report);
  return {};
}

void CountBad(std::string message, IngestReport& report) {
  ++report.bad_lines;
  if (report.first_bad_lines.size() < kMostFirstBadLines) {
    report.first_bad_lines.push_back(std::move(message));
  }
}

}  // namespace akin
