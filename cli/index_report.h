// Prints the statistics of an index as rows.
#ifndef AKIN_CLI_INDEX_REPORT_H_
#define AKIN_CLI_INDEX_REPORT_H_

#include <string>

#include "akin/corpus.h"
#include "akin/statistics.h"
#include "akin/status.h"
#include "session.h"

namespace akin::cli {

// Three tables: facts, trees by size, and what shorter walks would give. If the layout is not a
// table, every row begins with the name of its part: fact, size or length.
Status PrintStatistics(const Session& session, const IndexInfo& info,
                       const IndexStatistics& statistics, double gap);

}  // namespace akin::cli

#endif  // AKIN_CLI_INDEX_REPORT_H_
