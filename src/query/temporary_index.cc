// akin::Corpus::TemporaryIndex.
#include <utility>

#include "akin/build.h"
#include "akin/corpus.h"
#include "akin/try.h"
#include "base/files.h"
#include "index/build_request.h"
#include "query/index_impl.h"

namespace akin {

Result<Index> Corpus::TemporaryIndex(const BuildOptions& options, const Control& control) const {
  AKIN_TRY(FingerprintsOf(options).status());
  AKIN_TRY_ASSIGN(const TemporaryDirectory directory, TemporaryDirectory::Create());
  AKIN_TRY_ASSIGN(BuildRequest request, ResolveBuild(path(), options));
  request.index = directory.path();
  AKIN_TRY(BuildForests(request, control).status());
  AKIN_TRY_ASSIGN(const IndexManifest manifest, ReadIndexManifest(directory.path()));
  const Boilerplate boilerplate = manifest.parameters.boilerplate;
  AKIN_TRY_ASSIGN(const Graph* const arcs, graph(boilerplate));
  AKIN_TRY_ASSIGN(auto opened,
                  OpenIndexIn(directory.path(), manifest,
                              {.vertices = vertices(), .identity = arcs->identity(), .open = [&] {
                                 return graph(boilerplate);
                               }}));
  return Index::Impl::Make(*this, InfoOf(request.name, manifest), std::move(opened));
}

}  // namespace akin
