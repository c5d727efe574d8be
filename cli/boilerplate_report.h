// Prints what was recognised as boilerplate in a corpus.
#ifndef AKIN_CLI_BOILERPLATE_REPORT_H_
#define AKIN_CLI_BOILERPLATE_REPORT_H_

#include "akin/corpus.h"
#include "akin/status.h"
#include "session.h"

namespace akin::cli {

// First the totals, a row for each reason; then the places and lists with most arcs.
Status PrintBoilerplate(const Session& session, const Corpus& corpus);

}  // namespace akin::cli

#endif  // AKIN_CLI_BOILERPLATE_REPORT_H_
