// Prints explanations.
#ifndef AKIN_CLI_EXPLAIN_OUTPUT_H_
#define AKIN_CLI_EXPLAIN_OUTPUT_H_

#include <string>

#include "akin/corpus.h"
#include "akin/explain.h"
#include "akin/status.h"
#include "report/named_reasons.h"
#include "session.h"

namespace akin::cli {

// As one table for each list of reasons, or as rows in a pipe.
Status PrintExplanation(const Session& session, const report::NamedExplanation& why,
                        const std::string& answered_by);
// As one line of JSON.
Status PrintExplanationAsJson(const Corpus& corpus, const Explanation& why,
                              const std::string& answered_by);

}  // namespace akin::cli

#endif  // AKIN_CLI_EXPLAIN_OUTPUT_H_
