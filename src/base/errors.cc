#include "akin/errors.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/spelling.h"

namespace akin {
namespace {

constexpr double kMiB = 1 << 20;

}  // namespace

Status InvalidArgument(std::string_view parameter, std::string_view text) {
  return Status(Code::kInvalidArgument, text).WithParameter(parameter);
}

Status UnknownWord(std::string_view parameter, std::string_view what, std::string_view word,
                   const std::vector<std::string_view>& choices, std::string_view of) {
  return InvalidArgument(parameter, fmt::format("no {} '{}'{}; there are {}", what, word, of,
                                                fmt::join(choices, ", ")))
      .Suggesting(SuggestWords({choices.begin(), choices.end()}, word));
}

Status NoVertex(VertexId vertex) {
  return {Code::kInvalidArgument, fmt::format("no vertex number {}", vertex)};
}

Status BadInput(Place place, std::string_view text) {
  return Status(Code::kBadInput, text).At(std::move(place));
}

Status AlreadyExists(std::string_view target) {
  return Status(Code::kAlreadyExists, "is there already; choose another name, or replace it")
      .At({.file = std::string(target)})
      .WithParameter("replace");
}

Status Damaged(std::string_view file, std::string_view what) {
  return Status(Code::kDamaged, fmt::format("damaged: {}", what)).At({.file = std::string(file)});
}

Status NotOurs(std::string_view file, std::string_view text) {
  return Status(Code::kNotOurs, text).At({.file = std::string(file)});
}

Status TooNew(std::string_view file, uint32_t format, uint32_t newest) {
  return Status(Code::kTooNew,
                fmt::format("written by a newer version of akin (format {}; this one "
                            "reads up to {}); upgrade akin",
                            format, newest))
      .At({.file = std::string(file)});
}

Status Interrupted() { return {Code::kCancelled, "interrupted"}; }

Status OutOfMemory(std::string_view what, std::optional<double> need, double limit,
                   std::string_view instead) {
  const double limit_mib = std::floor(limit / kMiB);
  const std::string amount = need ? fmt::format("about {:.0f} MiB, and the limit is {:.0f} MiB",
                                                std::ceil(*need / kMiB), limit_mib)
                                  : fmt::format("more than the limit of {:.0f} MiB", limit_mib);
  return Status(Code::kOutOfBudget,
                fmt::format("out of memory: {} needs {}; {}{}raise the limit", what, amount,
                            instead, instead.empty() ? "" : ", or "))
      .WithParameter("memory");
}

Status MemoryRefused(std::string_view what, std::optional<double> bytes) {
  const std::string amount = bytes ? fmt::format("{:.0f} MiB", std::ceil(*bytes / kMiB)) : "memory";
  return Status(Code::kOutOfBudget,
                fmt::format("out of memory: the system refused {} for {}; free some memory, or set "
                            "a lower limit",
                            amount, what))
      .WithParameter("memory");
}

}  // namespace akin
