// A part of a graph as a corpus of its own: some vertices with their names and titles, and the arcs
// among them.
//
// Empty case: a vertex without arcs among the others is still there. The files are those that
// ingesting the same names and arcs gives.
// Time: a search for every out-link of these vertices. Memory: their names, and the budget.
#ifndef AKIN_SRC_SAMPLE_SUBGRAPH_H_
#define AKIN_SRC_SAMPLE_SUBGRAPH_H_

#include <string>
#include <vector>

#include "akin/adjacency.h"
#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "graph/keys.h"

namespace akin {

// Makes the corpus `target`. `vertices` in any order, each once; `notation` is that of their names.
// Returns the number of arcs.
Result<uint64_t> MakeSubgraph(const Keys& keys, const Adjacency& out,
                              std::vector<VertexId> vertices, const std::string& notation,
                              const std::string& target, bool replace, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_SAMPLE_SUBGRAPH_H_
