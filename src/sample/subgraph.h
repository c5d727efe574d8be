// A part of a graph as a corpus of its own: some vertices with their names and titles, and the arcs
// among them.
//
// Empty case: a vertex without arcs to the others is still included. The files are the same as if
// the same names and arcs were ingested.
// Time: a search for every out-link of these vertices.
// Memory: their names, and the budget.
#ifndef AKIN_SRC_SAMPLE_SUBGRAPH_H_
#define AKIN_SRC_SAMPLE_SUBGRAPH_H_

#include <string>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// Creates the corpus `target`. `vertices` may be in any order, each once; `out` are the links of
// the corpus. Returns the number of arcs.
Result<uint64_t> MakeSubgraph(const Corpus& corpus, const Adjacency& out,
                              std::vector<VertexId> vertices, const std::string& target,
                              bool replace, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_SUBGRAPH_H_
