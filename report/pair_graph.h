// The graph of pairs of vertices as a picture (Jeh and Widom 2002, figure 1b).
#ifndef AKIN_REPORT_PAIR_GRAPH_H_
#define AKIN_REPORT_PAIR_GRAPH_H_

#include <span>
#include <string>

#include "akin/surfers.h"

namespace akin::report {

// `names` are those of the pairs. Vertices with themselves, from which similarity flows, are in the
// first row, and below them the pairs that it reaches after 1, 2, ... steps. The more similar a
// pair, the darker its box. Arrows to a pair of the same row or of one above are dashed: by them
// similarity flows in cycles.
std::string PairGraphSvg(const PairGraph& graph, std::span<const std::string> names);

// The same for Graphviz.
std::string PairGraphDot(const PairGraph& graph, std::span<const std::string> names);

}  // namespace akin::report

#endif  // AKIN_REPORT_PAIR_GRAPH_H_
