// From whatever a reader finds to a whole corpus, in one step. akin::Ingest from arcs that the
// caller has is here too: it needs no reader of files.
#ifndef AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_
#define AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_

#include <functional>
#include <string>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "assemble/page_sink.h"

namespace akin {

// Puts everything there is into the sinks.
using CorpusReader = std::function<Status(const PageSinks& sinks, IngestReport& report)>;

// Calls `read` once and makes the corpus `target` of what it gives.
Result<IngestReport> AssembleCorpus(const CorpusReader& read, const std::string& target,
                                    const IngestOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_
