// A wish for an index, checked: what building it starts from, whatever the method.
#ifndef AKIN_SRC_INDEX_BUILD_REQUEST_H_
#define AKIN_SRC_INDEX_BUILD_REQUEST_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "akin/bags.h"
#include "akin/build.h"
#include "akin/control.h"
#include "akin/status.h"
#include "graph/graph.h"
#include "index/manifest.h"

namespace akin {

struct BuildRequest {
  std::string name;
  std::string index;  // its directory
  std::unique_ptr<Graph> graph;
  std::optional<Bags> bags;    // of text
  std::vector<VertexId> only;  // ascending
  IndexManifest wanted;        // without shards
  Builder builder = Builder::kAuto;
  bool replace = false;
};

// kInvalidArgument: options that make no sense, alone or for this corpus.
Result<BuildRequest> UnderstandBuild(const std::string& corpus, const BuildOptions& options);

// The manifest of the index of that name that is there already; fingerprints apart, it must have
// the parameters asked for. None if there is none, or it is to be replaced.
Result<std::unique_ptr<IndexManifest>> FindPublished(const BuildRequest& request);

// Removes files that the manifest just written does not name, and those of writes that were cut
// off.
void RemoveStrangers(const std::string& index, const IndexManifest& manifest);

// Both build, or go on building, in a directory that is theirs alone.
Result<BuildReport> BuildForests(const BuildRequest& request, const Control& control);
Result<BuildReport> BuildNumbers(const BuildRequest& request, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_BUILD_REQUEST_H_
