#include "assemble/arc_range_file.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {

Result<ArcRangeFile> ArcRangeFile::Open(const std::string& path, uint64_t rows, uint64_t arcs) {
  ArcRangeFile range;
  range.path_ = path;
  AKIN_TRY_ASSIGN(range.file_, MappedFile::Open(path));
  const std::span<const std::byte> bytes = range.file_.bytes();
  if (bytes.size() != (rows + arcs) * sizeof(uint32_t)) {
    return Damaged(path, "not the arcs of this range");
  }
  const auto* const entries = reinterpret_cast<const uint32_t*>(bytes.data());
  range.columns_ = {entries, arcs};
  range.counts_ = {entries + arcs, rows};
  return range;
}

Status ArcRangeFile::Check(VertexId vertices) const {
  std::span<const VertexId> rest = columns_;
  for (const uint32_t count : counts_) {
    if (count > rest.size()) return Damaged(path_, "more links than it has");
    const auto row = rest.first(count);
    rest = rest.subspan(count);
    const bool ascends =
        std::adjacent_find(row.begin(), row.end(), std::greater_equal<>()) == row.end();
    if (!ascends || (count > 0 && row.back() >= vertices))
      return Damaged(path_, "links out of order");
  }
  return rest.empty() ? Intact() : Damaged(path_, "links of no row");
}

}  // namespace akin
