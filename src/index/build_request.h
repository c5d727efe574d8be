// A checked request for an index: what every method starts from.
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
  std::optional<Bags> bags;      // for text
  std::vector<VertexId> only;    // ascending
  IndexManifest wanted;          // without shards
  std::vector<uint32_t> shards;  // to build, ascending; empty: all
  Builder builder = Builder::kAuto;
  bool replace = false;
};

// kInvalidArgument: options that make no sense, alone or for this corpus.
Result<BuildRequest> ResolveBuild(const std::string& corpus, const BuildOptions& options);

// kInvalidArgument for a name that is not a plain word; empty is the default name.
Status CheckIndexName(const std::string& name);

// The manifest of an existing index of that name. It must have the requested parameters, except the
// number of fingerprints. Null if there is none, or if it is to be replaced.
Result<std::unique_ptr<IndexManifest>> FindPublished(const BuildRequest& request);

// Removes files that the new manifest does not list, and those of interrupted writes.
Status RemoveUnlistedFiles(const std::string& index, const IndexManifest& manifest);

// An index of fingerprints, as it will be with its manifest, and its shards.
struct ForestPlan {
  std::unique_ptr<IndexManifest> published;  // as it is; null if there is none, or not any more
  IndexManifest manifest;                    // the names of its shards are known
  std::vector<ShardParameters> shards;
};
Result<ForestPlan> PlanForests(const BuildRequest& request);

// The shard with these parameters. kNotFound if nobody has built it yet.
Result<ShardEntry> FindShard(const std::string& index, const ShardParameters& parameters);

// kAlreadyExists if there are shards that the plan does not have, unless they are to be replaced:
// whoever builds some shards, or puts them together, must not take those of another build for his.
Status CheckNoOtherShards(const BuildRequest& request, const ForestPlan& plan);

// Builds some shards, in a directory in which others may do the same.
Result<BuildReport> BuildSomeShards(const BuildRequest& request, const Control& control);

// These build, or continue a build, in a directory that no other process uses.
Result<BuildReport> BuildForests(const BuildRequest& request, const Control& control);
Result<BuildReport> FinishForests(const BuildRequest& request, const Control& control);
Result<BuildReport> BuildNumbers(const BuildRequest& request, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_BUILD_REQUEST_H_
