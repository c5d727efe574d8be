// Queries on an index that holds the diagonal correction of SimRank: pushes from it
// (linear/push.h), with the index's epsilon for the error of every score.
#ifndef AKIN_SRC_QUERY_PUSH_INDEX_H_
#define AKIN_SRC_QUERY_PUSH_INDEX_H_

#include <memory>
#include <string>

#include "akin/corpus.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "index/diagonal_file.h"
#include "index/manifest.h"
#include "linear/push.h"
#include "query/forest_index.h"
#include "query/scratch_pool.h"

namespace akin {

class PushIndex {
 public:
  // `directory` holds the manifest. The graph must outlive the index, and be the one it was built
  // from.
  static Result<std::unique_ptr<PushIndex>> Open(const std::string& directory,
                                                 const IndexManifest& manifest, const Graph& graph);
  // Solved on the spot, and kept in memory alone.
  static Result<std::unique_ptr<PushIndex>> Solve(const Graph& graph, double decay, double epsilon,
                                                  const Control& control);

  // Only of an index that was opened.
  const DiagonalFile& file() const { return *file_; }
  double score_error() const { return graph_.score_error; }  // as in Diagonal
  uint64_t sampled() const { return CountSampled(graph_.diagonal); }

  // kInvalidArgument for a decay of its own, or a number of fingerprints.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options,
                         const HitFilter& filter) const;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const;

 private:
  explicit PushIndex(double epsilon) : epsilon_(epsilon) {}

  const double epsilon_;
  std::unique_ptr<DiagonalFile> file_;
  Diagonal solved_;  // if there is no file
  PushGraph graph_;
  mutable ScratchPool<PushScratch> scratch_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_PUSH_INDEX_H_
