// Runs of sorted names on disk, and their merge into one sequence of distinct names.
#ifndef AKIN_SRC_ASSEMBLE_NAME_RUN_H_
#define AKIN_SRC_ASSEMBLE_NAME_RUN_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "base/spill_file.h"

namespace akin {

// A run is a range of a spill file.
struct NameRun {
  const SpillFile* file = nullptr;
  uint64_t begin = 0;
  uint64_t end = 0;
};

// Appends one record; the caller keeps the order. `number` is the number of the name in its chunk.
Status AppendNameRecord(SpillFile& file, std::string_view name, std::string_view title,
                        uint32_t number);

class NameRunReader {
 public:
  NameRunReader(const NameRun& run, size_t buffer_bytes)
      : reader_(*run.file, run.begin, run.end, buffer_bytes) {}
  // Moves to the next record; `more` is false at the end.
  Status Next(bool& more);
  const std::string& name() const { return name_; }
  const std::string& title() const { return title_; }
  uint32_t number() const { return number_; }

 private:
  SpillReader reader_;
  std::string name_;
  std::string title_;
  uint32_t number_ = 0;
};

// True if a comes before b: by value if `integers`, else bytewise.
bool NameBefore(bool integers, std::string_view a, std::string_view b);

// One name of the merged sequence, and its places: run and number, ascending by run.
struct NamePlace {
  uint32_t run = 0;
  uint32_t number = 0;
};
using NameVisitor = std::function<Status(std::string_view name, std::string_view title,
                                         const std::vector<NamePlace>& places)>;
// Of several titles the last in byte order is kept. Uses `memory` bytes for the runs, but at least
// 4 KiB for each.
Status MergeNameRuns(const std::vector<NameRun>& runs, bool integers, uint64_t memory,
                     const NameVisitor& visit);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_NAME_RUN_H_
