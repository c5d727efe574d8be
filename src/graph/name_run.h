// Runs of sorted names on disk, and their merge into one sequence of distinct names.
#ifndef AKIN_SRC_GRAPH_NAME_RUN_H_
#define AKIN_SRC_GRAPH_NAME_RUN_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "base/spill_file.h"

namespace akin {

// Appends one record; the caller sees to the order.
Status AppendNameRecord(SpillFile& run, std::string_view name, std::string_view title);

class NameRunReader {
 public:
  NameRunReader(const SpillFile& run, size_t buffer_bytes)
      : reader_(run, 0, run.size(), buffer_bytes) {}
  // Steps to the next record; false in `more` at the end.
  Status Next(bool& more);
  const std::string& name() const { return name_; }
  const std::string& title() const { return title_; }

 private:
  SpillReader reader_;
  std::string name_;
  std::string title_;
};

// True if a comes before b: by value if `integers`, else bytewise.
bool NameBefore(bool integers, std::string_view a, std::string_view b);

// One name of the merged sequence: where it occurs, as numbers of runs in ascending order.
using NameVisitor = std::function<Status(std::string_view name, std::string_view title,
                                         const std::vector<size_t>& runs)>;
// The title is that of the last run that has one.
Status MergeNameRuns(const std::vector<const SpillFile*>& runs, bool integers,
                     const NameVisitor& visit);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_NAME_RUN_H_
