// Graphs from figures in papers, to test the numbers printed there.
#ifndef AKIN_TESTS_FIGURE_GRAPHS_H_
#define AKIN_TESTS_FIGURE_GRAPHS_H_

#include "random_graph.h"

namespace akin {

// Yu et al., figure 3: eight papers; the one printed as i is vertex i - 1.
inline TestGraph CitationFigure() {
  const std::vector<std::vector<VertexId>> in = {{3, 6},    {1, 3}, {},     {1, 3, 8},
                                                 {1, 2, 6}, {},     {1, 6}, {1, 7}};
  TestGraph::Arcs arcs;
  for (VertexId to = 0; to < in.size(); ++to) {
    for (const VertexId from : in[to]) arcs.emplace_back(from - 1, to);
  }
  return {static_cast<VertexId>(in.size()), arcs};
}

}  // namespace akin

#endif  // AKIN_TESTS_FIGURE_GRAPHS_H_
