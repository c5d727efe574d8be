// Opening the file of an index that is a single one, and what its queries cannot change.
#ifndef AKIN_SRC_QUERY_INDEX_FILE_H_
#define AKIN_SRC_QUERY_INDEX_FILE_H_

#include <fmt/format.h>

#include <memory>
#include <string>

#include "akin/corpus.h"
#include "akin/status.h"
#include "base/files.h"
#include "base/try.h"
#include "graph/graph.h"
#include "index/manifest.h"

namespace akin {

// The file that the manifest in `directory` names, if it and the graph are those it was built with.
template <class File, class Parameters>
Result<std::unique_ptr<File>> OpenOneFile(const std::string& directory,
                                          const IndexManifest& manifest, const Graph& graph,
                                          const Parameters& wanted) {
  if (manifest.graph_identity != graph.identity()) {
    return Status(Code::kDamaged,
                  fmt::format("{}: built from another graph than this corpus has; build it again",
                              directory));
  }
  const ShardEntry& named = manifest.shards.front();
  AKIN_TRY_ASSIGN(auto file, File::Open(Join(directory, named.file)));
  if (file->container().identity() != named.identity || !(file->parameters() == wanted)) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: not the file that the manifest names",
                                              file->container().path()));
  }
  return file;
}

// kInvalidArgument for what is about fingerprints, or a decay other than that of the index.
inline Status CheckFixed(const RelatedOptions& options, double decay) {
  if (options.decay != 0 && options.decay != decay) {
    return Status(Code::kInvalidArgument,
                  fmt::format("this index answers with the decay {} that it was built with; build "
                              "another for {}",
                              decay, options.decay));
  }
  if (options.fingerprints != 0 || options.length != 0) {
    return Status(Code::kInvalidArgument, "this index has no fingerprints: it answers by pushing");
  }
  return {};
}

}  // namespace akin

#endif  // AKIN_SRC_QUERY_INDEX_FILE_H_
