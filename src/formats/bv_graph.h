// Web graphs as published by the Laboratory for Web Algorithmics: WebGraph's BVGraph, read
// natively.
//
// A graph BASENAME is two files: BASENAME.properties says how many nodes and arcs there are and
// which integer codes were used, BASENAME.graph is one stream of bits (Boldi and Vigna, "The
// WebGraph framework I: compression techniques", WWW 2004). A list of successors is coded as a
// difference to one of the `windowsize` lists before it, so a reader that goes from the first node
// to the last needs only those lists: no .offsets file, memory for window + 1 lists, time linear in
// nodes + arcs + bits.
//
// Neither file is trusted. Each record is checked against the counts in the properties before
// memory is allocated for it, so files that do not belong together give an error that names a node
// and a byte, whatever they contain. Before that, the counts must be such that a file of this size
// can, and is likely to, have (source_limits.h).
#ifndef AKIN_SRC_FORMATS_BV_GRAPH_H_
#define AKIN_SRC_FORMATS_BV_GRAPH_H_

#include <string>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"

namespace akin {

// Whether `path` (BASENAME, BASENAME.graph or BASENAME.properties) names a WebGraph graph of any
// class: there is a BASENAME.properties and it has a graphclass.
bool LooksLikeBvGraph(const std::string& path);

// Sends every node, named by its number "0".."n-1", and every arc of the graph to `sink`.
// kOutOfBudget if the lists inside the window exceed control.memory.
Status ReadBvGraph(const std::string& path, const IngestOptions& options, ArcSink& sink,
                   IngestReport& report, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_BV_GRAPH_H_
