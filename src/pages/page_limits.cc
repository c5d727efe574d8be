#include "pages/page_limits.h"

#include "akin/errors.h"

namespace akin {

Status CheckPageLimit(const IngestOptions& options) {
  constexpr uint64_t kLeast = uint64_t{1} << 10;
  constexpr uint64_t kMost = uint64_t{64} << 20;
  if (options.max_page >= kLeast && options.max_page <= kMost) return {};
  return InvalidArgument("max_page", "the largest page to read must be from 1 KiB to 64 MiB");
}

}  // namespace akin
