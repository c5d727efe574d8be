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

// Yu et al., figure 1, recovered from the scores printed there: a web graph in which connections
// are many or few. The vertex printed as i is vertex i; 0 and 7 have no links.
inline TestGraph ConnectivityFigure() {
  return {13,
          {{11, 3},
           {11, 4},
           {11, 5},
           {12, 3},
           {12, 4},
           {12, 5},
           {12, 9},
           {3, 1},
           {3, 2},
           {4, 1},
           {4, 2},
           {6, 1},
           {6, 2},
           {5, 8},
           {9, 10}}};
}
// The pairs whose scores are printed.
inline constexpr std::pair<VertexId, VertexId> kConnectivityPairs[] = {
    {1, 2}, {4, 5}, {2, 8}, {8, 10}, {3, 9}};

}  // namespace akin

#endif  // AKIN_TESTS_FIGURE_GRAPHS_H_
