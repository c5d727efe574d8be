// akin info --duplicates.
#ifndef AKIN_CLI_DUPLICATES_REPORT_H_
#define AKIN_CLI_DUPLICATES_REPORT_H_

#include <string>

#include "akin/corpus.h"
#include "akin/status.h"
#include "session.h"

namespace akin::cli {

// A row for every page of every group; the rows of a group are together.
Status PrintDuplicates(const Session& session, const Corpus& corpus, const std::string& index,
                       double likeness);

}  // namespace akin::cli

#endif  // AKIN_CLI_DUPLICATES_REPORT_H_
