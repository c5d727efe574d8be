// The file of a range of rows while graph.akin is made by many: the columns of all rows, as u32,
// and then the number of columns of each row, as u32. It is temporary; only the version of akin
// that wrote it reads it.
#ifndef AKIN_SRC_ASSEMBLE_ARC_RANGE_FILE_H_
#define AKIN_SRC_ASSEMBLE_ARC_RANGE_FILE_H_

#include <cstdint>
#include <span>
#include <string>

#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_file.h"

namespace akin {

class ArcRangeFile {
 public:
  // kDamaged if it has not this many rows and arcs.
  static Result<ArcRangeFile> Open(const std::string& path, uint64_t rows, uint64_t arcs);

  std::span<const VertexId> columns() const { return columns_; }
  std::span<const uint32_t> counts() const { return counts_; }
  // Reads all of it: counts that add up, columns that ascend strictly in each row, below
  // `vertices`.
  Status Check(VertexId vertices) const;
  // To be called after reading.
  Status Intact() const { return file_.Intact(); }

 private:
  std::string path_;
  MappedFile file_;
  std::span<const VertexId> columns_;
  std::span<const uint32_t> counts_;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_ARC_RANGE_FILE_H_
