// Queries on an index that holds the norms of cosine SimRank: out along the in-links and back along
// the out-links for a source (linear/cosine_rows.h), both vertices spread for a pair.
//
// Error: c^K of the terms left out, and for a source as much again at most of entries left out on
// the way back.
#ifndef AKIN_SRC_QUERY_NORMS_INDEX_H_
#define AKIN_SRC_QUERY_NORMS_INDEX_H_

#include <memory>
#include <string>

#include "akin/corpus.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "index/manifest.h"
#include "index/norms_file.h"
#include "linear/cosine_rows.h"
#include "query/forest_index.h"
#include "query/scratch_pool.h"

namespace akin {

class NormsIndex {
 public:
  // `directory` holds the manifest. The graph must outlive the index, and be the one it was built
  // from.
  static Result<std::unique_ptr<NormsIndex>> Open(const std::string& directory,
                                                  const IndexManifest& manifest,
                                                  const Graph& graph);

  const NormsFile& file() const { return *file_; }

  // With any decay. kInvalidArgument for a number of fingerprints.
  Result<Answer> Related(VertexId vertex, const RelatedOptions& options,
                         const HitFilter& filter) const;
  Result<Score> Sim(VertexId a, VertexId b, const RelatedOptions& options) const;

 private:
  NormsIndex() = default;
  // kInvalidArgument: options that make no sense here.
  Result<CosineGraph> GraphFor(const RelatedOptions& options) const;

  std::unique_ptr<NormsFile> file_;
  CosineGraph graph_;
  mutable ScratchPool<CosineScratch> scratch_;
};

}  // namespace akin

#endif  // AKIN_SRC_QUERY_NORMS_INDEX_H_
