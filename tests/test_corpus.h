// A corpus on disk, made from a graph for a test.
#ifndef AKIN_TESTS_TEST_CORPUS_H_
#define AKIN_TESTS_TEST_CORPUS_H_

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "akin/ingest.h"
#include "random_graph.h"

namespace akin {

// Vertices are named 1, 2, ...; those without arcs are included.
inline void MakeCorpus(const TestGraph& graph, const std::string& corpus) {
  const auto source = [&](ArcSink& sink) {
    Status status;
    for (VertexId v = 0; v < graph.vertices() && status.ok(); ++v) {
      status = sink.Vertex(std::to_string(v + 1));
    }
    for (const auto& [from, to] : graph.arcs()) {
      if (status.ok()) status = sink.Arc(std::to_string(from + 1), std::to_string(to + 1));
    }
    return status;
  };
  const auto report = Ingest(source, corpus, {.replace = true});
  ASSERT_TRUE(report.ok()) << report.status().message();
  ASSERT_EQ(report->vertices, graph.vertices());
  ASSERT_EQ(report->arcs, graph.arcs().size());
}

// The lines are "from<tab>to".
inline Result<IngestReport> IngestLines(const std::string& lines, const std::string& corpus) {
  const auto source = [&](ArcSink& sink) {
    std::istringstream in(lines);
    Status status;
    for (std::string line; status.ok() && std::getline(in, line);) {
      const size_t tab = line.find('\t');
      status = sink.Arc(line.substr(0, tab), line.substr(tab + 1));
    }
    return status;
  };
  return Ingest(source, corpus, {});
}

}  // namespace akin

#endif  // AKIN_TESTS_TEST_CORPUS_H_
