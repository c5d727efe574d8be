// The implementation of akin::Index: the description of an index, and the object that answers.
#ifndef AKIN_SRC_QUERY_INDEX_IMPL_H_
#define AKIN_SRC_QUERY_INDEX_IMPL_H_

#include <memory>
#include <utility>

#include "akin/corpus.h"
#include "query/opened_index.h"

namespace akin {

struct Index::Impl {
  Corpus corpus;
  IndexInfo info;
  std::unique_ptr<OpenedIndex> opened;

  static Index Make(const Corpus& corpus, IndexInfo info, std::unique_ptr<OpenedIndex> opened) {
    opened->Describe(info);
    return Index(std::make_shared<Impl>(Impl{corpus, std::move(info), std::move(opened)}));
  }

  // kUnknownKey for a vertex that the index does not cover.
  Status CheckCovered(VertexId vertex) const;
  // kInvalidArgument for a fingerprint that the index does not have.
  Status CheckFingerprint(unsigned fingerprint) const;
};

// kInvalidArgument for a number that is not a vertex.
Status CheckVertex(const Corpus& corpus, VertexId vertex);

// Rejects hits with fewer in-links than requested.
Result<HitFilter> FilterFor(const Corpus& corpus, const RelatedOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_INDEX_IMPL_H_
