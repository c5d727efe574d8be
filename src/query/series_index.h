// Queries on an index that holds the diagonals of k rounds of SimRank: what k rounds give, to
// rounding (linear/varied_d.h).
//
// Error: the rounds left out, c^(k+1).
//
// Cost: 2 k m additions and 8 (k + 2) V bytes a source, k m a pair.
#ifndef AKIN_SRC_QUERY_SERIES_INDEX_H_
#define AKIN_SRC_QUERY_SERIES_INDEX_H_

#include <memory>
#include <string>

#include "akin/corpus.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "index/diagonals_file.h"
#include "index/manifest.h"
#include "query/forest_index.h"

namespace akin {

class SeriesIndex {
 public:
  // `directory` holds the manifest. The graph must outlive the index, and be the one it was built
  // from.
  static Result<std::unique_ptr<SeriesIndex>> Open(const std::string& directory,
                                                   const IndexManifest& manifest,
                                                   const Graph& graph);

  const DiagonalsFile& file() const { return *file_; }
  double error() const;

  // kInvalidArgument for a decay of its own, or a number of fingerprints.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options,
                         const HitFilter& filter) const;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const;

 private:
  SeriesIndex() = default;

  std::unique_ptr<DiagonalsFile> file_;
  Adjacency in_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_SERIES_INDEX_H_
