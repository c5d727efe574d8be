#include "formats/bad_lines.h"

#include <cstddef>

namespace akin {
namespace {

constexpr size_t kMostFirstBadLines = 5;

}  // namespace

Status RefuseOrCount(const Status& problem, const IngestOptions& options, IngestReport& report) {
  if (!options.skip_bad_lines) return problem;
  CountBad(problem, report);
  return {};
}

void CountBad(const Status& problem, IngestReport& report) {
  ++report.bad_lines;
  if (report.first_bad_lines.size() < kMostFirstBadLines) {
    report.first_bad_lines.push_back(problem.message());
  }
}

}  // namespace akin
