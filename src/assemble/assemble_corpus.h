// Makes a complete corpus, in one step, from what a reader finds. akin::Ingest from the caller's
// arcs is here too: it needs no reader of files.
#ifndef AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_
#define AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_

#include <functional>
#include <string>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "assemble/page_sink.h"

namespace akin {

// Puts everything it reads into the sinks.
using CorpusReader = std::function<Status(const PageSinks& sinks, IngestReport& report)>;

// Calls `read` once and makes the corpus `target` from what it delivers.
Result<IngestReport> AssembleCorpus(const CorpusReader& read, const std::string& target,
                                    const IngestOptions& options, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_
