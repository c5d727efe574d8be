// A corpus on disk of a graph made for a test.
#ifndef AKIN_TESTS_TEST_CORPUS_H_
#define AKIN_TESTS_TEST_CORPUS_H_

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "akin/ingest.h"
#include "file_tree.h"
#include "random_graph.h"
#include "temp_dir.h"

namespace akin {

inline void MakeCorpus(const TestGraph& graph, const TempDir& directory,
                       const std::string& corpus) {
  std::string text = fmt::format("%%MatrixMarket matrix coordinate pattern general\n{} {} {}\n",
                                 graph.vertices(), graph.vertices(), graph.arcs().size());
  for (const auto& [from, to] : graph.arcs()) text += fmt::format("{} {}\n", from + 1, to + 1);
  WriteBytes(directory / "graph.mtx", text);
  const auto report = Ingest({directory / "graph.mtx"}, corpus, {.replace = true});
  ASSERT_TRUE(report.ok()) << report.status().message();
  ASSERT_EQ(report->vertices, graph.vertices());
  ASSERT_EQ(report->arcs, graph.arcs().size());
}

}  // namespace akin

#endif  // AKIN_TESTS_TEST_CORPUS_H_
