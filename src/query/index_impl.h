// The implementation of akin::Index: the description of an index, and the object that answers.
#ifndef AKIN_SRC_QUERY_INDEX_IMPL_H_
#define AKIN_SRC_QUERY_INDEX_IMPL_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "akin/corpus.h"
#include "query/opened_index.h"
#include "query/pair_refiner.h"

namespace akin {

// What an index needs of the corpus besides its own files, once it has been needed.
struct OpenedOnce {
  std::mutex mutex;
  std::optional<Bags> bags;  // those that it was made from
  bool push_sought = false;
  std::optional<Index> push;      // of the same measure and decay
  std::atomic<bool> any = false;  // bags or push
};

struct Index::Impl {
  Corpus corpus;
  IndexInfo info;
  std::unique_ptr<OpenedIndex> opened;
  std::unique_ptr<OpenedOnce> once = std::make_unique<OpenedOnce>();

  static Index Make(const Corpus& corpus, IndexInfo info, std::unique_ptr<OpenedIndex> opened) {
    opened->Describe(info);
    return Index(std::make_shared<Impl>(Impl{corpus, std::move(info), std::move(opened)}));
  }

  // kUnknownKey for a vertex that the index does not cover.
  Status CheckCovered(VertexId vertex) const;
  // The bags that the index was made from. kInvalidArgument if it was made from links, or if the
  // bags are not the same any more.
  Result<Bags> OpenItsBags() const;
  // An index that answers what this index of walks estimates, with this decay, by pushing; if the
  // corpus has one.
  Result<std::optional<Index>> OpenItsPush(double decay) const;
  Result<std::unique_ptr<PairRefiner>> RefinerOfClasses(VertexId vertex,
                                                        std::vector<Hit> candidates,
                                                        const RelatedOptions& options) const;
  // The answer, unless a file that it may come from was cut short meanwhile.
  template <class T>
  Result<T> IfIntact(Result<T> answer) const {
    return akin::IfIntact(Intact(), std::move(answer));
  }
  Status Intact() const;
  // kInvalidArgument for a fingerprint that the index does not have.
  Status CheckFingerprint(unsigned fingerprint) const;
};

IndexInfo InfoOf(const std::string& name, const IndexManifest& manifest);

// kInvalidArgument for a number that is not a vertex.
Status CheckVertex(const Corpus& corpus, VertexId vertex);

// The parameters of walks without an index; kInvalidArgument for a method without walks.
Result<IndexParameters> FingerprintsOf(const BuildOptions& walks);

// Rejects hits with fewer in-links than requested, and those that filter and exclude leave out.
Result<HitFilter> FilterFor(const Corpus& corpus, const RelatedOptions& options);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_INDEX_IMPL_H_
