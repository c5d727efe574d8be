// Makes a complete corpus, in one step, from what a reader finds. akin::Ingest from the caller's
// arcs is here too: it needs no reader of files.
#ifndef AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_
#define AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_

#include <functional>
#include <string>
#include <string_view>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "assemble/page_sink.h"

namespace akin {

// Puts everything it reads into the sinks.
using CorpusReader = std::function<Status(const PageSinks& sinks, IngestReport& report)>;

// Titles for vertices that `read` delivers.
struct TitleSource {
  using Visitor =
      std::function<Status(const Place& place, std::string_view key, std::string_view title)>;
  // Visits all titles. It is called a second time, with a report that nobody reads, if some of them
  // are of no vertex.
  std::function<Status(const Visitor& visit, IngestReport& report)> each;
  // What to do with those.
  std::function<Status(const Place& place, std::string_view key, IngestReport& report)> unknown;
};

// Calls `read` once and makes the corpus `target` from what it delivers. `titles` may be null.
Result<IngestReport> AssembleCorpus(const CorpusReader& read, const std::string& target,
                                    const IngestOptions& options, const Control& control,
                                    const TitleSource* titles = nullptr);

// Options that change the graph, as corpus.json has them.
std::string MadeWith(const IngestOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_ASSEMBLE_CORPUS_H_
