// What readers of all formats do with a part of a source that they cannot read.
#ifndef AKIN_SRC_FORMATS_BAD_LINES_H_
#define AKIN_SRC_FORMATS_BAD_LINES_H_

#include "akin/ingest.h"
#include "akin/status.h"

namespace akin {

// Returns the problem, or counts it if the options say to skip bad lines.
Status RefuseOrCount(const Status& problem, const IngestOptions& options, IngestReport& report);

// Counts what could not be read, and keeps the first few messages.
void CountBad(const Status& problem, IngestReport& report);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_BAD_LINES_H_
