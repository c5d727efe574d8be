// Prints and draws the pairs of vertices of a small graph, and the distances of its surfers.
#ifndef AKIN_CLI_EXPORT_PAIRS_H_
#define AKIN_CLI_EXPORT_PAIRS_H_

#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/surfers.h"
#include "session.h"

namespace akin::cli {

Status ExportPairs(const Session& session, const Corpus& corpus, const SurferOptions& options);
Status ExportDistances(const Session& session, const Corpus& corpus, const SurferOptions& options);
// As SVG, or for Graphviz.
Status DrawPairs(const Session& session, const Corpus& corpus, const SurferOptions& options,
                 bool dot);

}  // namespace akin::cli

#endif  // AKIN_CLI_EXPORT_PAIRS_H_
