// How large a page may be, so that a page made to be large, or packed many times over, costs no
// more than the memory of the call.
//
// What counts is the size of a page as it is parsed: after chunks are joined and the content is
// unpacked. Trees take up to twenty times that, and a page may share its batch (page_pipeline.h).
// Larger pages are vertices, as others are, but their links and their text are left out.
#ifndef AKIN_SRC_PAGES_PAGE_LIMITS_H_
#define AKIN_SRC_PAGES_PAGE_LIMITS_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"

namespace akin {

// kInvalidArgument for a limit that no page can keep, or that a stored page could exceed.
Status CheckPageLimit(const IngestOptions& options);

// A 32nd of the memory, but pages of a megabyte are always read.
inline uint64_t PageLimit(const IngestOptions& options, const Control& control) {
  constexpr uint64_t kAlways = uint64_t{1} << 20;
  constexpr uint64_t kShare = 32;
  return std::min(options.max_page, std::max(control.memory / kShare, kAlways));
}

// The names that the links of one page lead to. A short link is short only beside a long base: so
// the names of a page may take 16 times its bytes, which is more than any page needs that was
// written for readers.
class LinkTargetList {
 public:
  explicit LinkTargetList(uint64_t page_bytes) : room_(16 * page_bytes + (uint64_t{64} << 10)) {}

  // False, without adding it, if the names have become too long.
  bool Add(std::optional<std::string> target) {
    const uint64_t bytes = sizeof(target) + (target ? target->size() : 0);
    if (bytes > room_) return false;
    room_ -= bytes;
    targets_.push_back(std::move(target));
    return true;
  }
  std::vector<std::optional<std::string>> Take() { return std::move(targets_); }

 private:
  uint64_t room_;
  std::vector<std::optional<std::string>> targets_;
};

// Counts a page that was left out.
inline void CountTooLarge(uint64_t limit, IngestReport& report) {
  ++report.pages_too_large;
  report.page_limit = limit;
}

}  // namespace akin

#endif  // AKIN_SRC_PAGES_PAGE_LIMITS_H_
