// What readers of every format do with a part of a source that they cannot read.
#ifndef AKIN_SRC_FORMATS_BAD_LINES_H_
#define AKIN_SRC_FORMATS_BAD_LINES_H_

#include <string>

#include "akin/ingest.h"
#include "akin/status.h"

namespace akin {

// Fails, or counts the line when the options say to skip bad ones. `message` starts with file:line.
Status RefuseOrCount(std::string message, const IngestOptions& options, IngestReport& report);

// Counts what could not be read, and keeps the first few messages.
void CountBad(std::string message, IngestReport& report);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_BAD_LINES_H_
