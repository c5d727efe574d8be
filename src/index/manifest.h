// manifest.json of an index (docs/formats/index.md): its shards and parameters. It is written last,
// so an index that has a manifest is complete.
#ifndef AKIN_SRC_INDEX_MANIFEST_H_
#define AKIN_SRC_INDEX_MANIFEST_H_

#include <cstdint>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/status.h"
#include "index/forest_shard.h"
#include "index/index_parameters.h"

namespace akin {

struct ShardEntry {
  std::string file;
  uint64_t bytes = 0;
  uint64_t identity = 0;
};

struct IndexManifest {
  IndexParameters parameters;
  uint64_t graph_identity = 0;
  uint64_t only_identity = 0;  // of the list of vertices that it covers; 0: all
  VertexId only_vertices = 0;  // length of the list
  uint64_t bags_identity = 0;  // of the bags that text compares
  std::string bags;            // their name
  std::vector<ShardEntry> shards;
  uint64_t identity = 0;  // of all of the above, once it is in a file

  // For an index of fingerprints only.
  const FingerprintParameters& fingerprints() const {
    return std::get<FingerprintParameters>(parameters.of);
  }
  FingerprintParameters& fingerprints() { return std::get<FingerprintParameters>(parameters.of); }
};

std::string IndexPath(const std::string& corpus, const std::string& name);
std::string ManifestPath(const std::string& index);
Result<bool> HasManifest(const std::string& index);
Status WriteIndexManifest(const std::string& index, const IndexManifest& manifest);
Result<IndexManifest> ReadIndexManifest(const std::string& index);

// The shards of the index of a graph with this many vertices: ten fingerprints each, and the rest.
std::vector<ShardParameters> PlanShards(const IndexManifest& manifest, VertexId vertices);
// "simrank-l10-s1-0000-0009.akin". Before the numbers comes "-content" if it leaves out
// boilerplate, "-bags0123456789abcdef" if it is made from bags, and "-only0123456789abcdef" if it
// covers some vertices only. The name contains all that determines the bytes in one corpus, so no
// shard ever overwrites a different one.
std::string ShardFile(const ShardParameters& parameters);

}  // namespace akin

#endif  // AKIN_SRC_INDEX_MANIFEST_H_
