#include "index/manifest.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/files.h"
#include "base/try.h"
#include "container/sealed_json.h"
#include "graph/corpus_files.h"

namespace akin {
namespace {

bool HasDecay(const IndexManifest& manifest) { return manifest.walk.measure != Measure::kText; }

bool HasSeed(Method method) { return method == Method::kFingerprints || method == Method::kPush; }

constexpr const char* kManifestName = "manifest.json";

}  // namespace

std::string IndexPath(const std::string& corpus, const std::string& name) {
  return Join(IndexesPath(corpus), name);
}

bool HasManifest(const std::string& index) { return Exists(Join(index, kManifestName)); }

Status WriteIndexManifest(const std::string& index, const IndexManifest& manifest) {
  Json shards = Json::array();
  for (const ShardEntry& shard : manifest.shards) {
    shards.push_back(
        {{"file", shard.file}, {"bytes", shard.bytes}, {"identity", HexSum(shard.identity)}});
  }
  Json json = {{"measure", MeasureName(manifest.walk.measure)}};
  if (manifest.method != Method::kFingerprints) json["method"] = MethodName(manifest.method);
  if (HasDecay(manifest)) json["decay"] = manifest.decay;
  switch (manifest.method) {
    case Method::kFingerprints:
      json["length"] = manifest.walk.length;
      json["fingerprints"] = manifest.fingerprints;
      break;
    case Method::kPush:
      json["epsilon"] = manifest.epsilon;
      break;
    case Method::kSeries:
    case Method::kNorms:
      json["iterations"] = manifest.iterations;
      break;
  }
  if (HasSeed(manifest.method)) json["seed"] = manifest.walk.seed;
  json["graph"] = HexSum(manifest.graph_identity);
  if (manifest.only_identity != 0) {
    json["only"] = {{"vertices", manifest.only_vertices},
                    {"identity", HexSum(manifest.only_identity)}};
  }
  if (manifest.bags_identity != 0) {
    json["bags"] = {{"name", manifest.bags}, {"identity", HexSum(manifest.bags_identity)}};
  }
  json["shards"] = shards;
  return WriteSealedJson(Join(index, kManifestName), "index", json);
}

Result<IndexManifest> ReadIndexManifest(const std::string& index) {
  const std::string path = Join(index, kManifestName);
  AKIN_TRY_ASSIGN(const Json json, ReadSealedJson(path, "index"));
  IndexManifest manifest;
  AKIN_TRY_ASSIGN(const auto measure, JsonMember<std::string>(path, json, "measure"));
  AKIN_TRY_ASSIGN(manifest.walk.measure, MeasureNamed(measure));
  manifest.decay = 0;
  if (HasDecay(manifest)) {
    AKIN_TRY_ASSIGN(manifest.decay, JsonMember<double>(path, json, "decay"));
  }
  if (json.contains("method")) {
    AKIN_TRY_ASSIGN(const auto method, JsonMember<std::string>(path, json, "method"));
    AKIN_TRY_ASSIGN(manifest.method, MethodNamed(method));
  }
  switch (manifest.method) {
    case Method::kFingerprints: {
      AKIN_TRY_ASSIGN(manifest.walk.length, JsonMember<uint32_t>(path, json, "length"));
      AKIN_TRY_ASSIGN(manifest.fingerprints, JsonMember<uint32_t>(path, json, "fingerprints"));
      break;
    }
    case Method::kPush: {
      AKIN_TRY_ASSIGN(manifest.epsilon, JsonMember<double>(path, json, "epsilon"));
      break;
    }
    case Method::kSeries:
    case Method::kNorms: {
      AKIN_TRY_ASSIGN(manifest.iterations, JsonMember<uint32_t>(path, json, "iterations"));
      break;
    }
  }
  if (HasSeed(manifest.method)) {
    AKIN_TRY_ASSIGN(manifest.walk.seed, JsonMember<uint64_t>(path, json, "seed"));
  }
  AKIN_TRY_ASSIGN(const auto graph, JsonMember<std::string>(path, json, "graph"));
  AKIN_TRY_ASSIGN(manifest.graph_identity, ParseHexSum(path, graph));
  if (json.contains("only")) {
    const Json& only = json["only"];
    AKIN_TRY_ASSIGN(manifest.only_vertices, JsonMember<uint32_t>(path, only, "vertices"));
    AKIN_TRY_ASSIGN(const auto identity, JsonMember<std::string>(path, only, "identity"));
    AKIN_TRY_ASSIGN(manifest.only_identity, ParseHexSum(path, identity));
  }
  if (json.contains("bags")) {
    const Json& bags = json["bags"];
    AKIN_TRY_ASSIGN(manifest.bags, JsonMember<std::string>(path, bags, "name"));
    AKIN_TRY_ASSIGN(const auto identity, JsonMember<std::string>(path, bags, "identity"));
    AKIN_TRY_ASSIGN(manifest.bags_identity, ParseHexSum(path, identity));
  }
  for (const Json& shard : json.value("shards", Json::array())) {
    ShardEntry entry;
    AKIN_TRY_ASSIGN(entry.file, JsonMember<std::string>(path, shard, "file"));
    AKIN_TRY_ASSIGN(entry.bytes, JsonMember<uint64_t>(path, shard, "bytes"));
    AKIN_TRY_ASSIGN(const auto identity, JsonMember<std::string>(path, shard, "identity"));
    AKIN_TRY_ASSIGN(entry.identity, ParseHexSum(path, identity));
    if (entry.file.find('/') != std::string::npos) {
      return Status(Code::kDamaged, fmt::format("{}: damaged: a shard elsewhere", path));
    }
    manifest.shards.push_back(std::move(entry));
  }
  if (manifest.method != Method::kFingerprints && manifest.shards.size() != 1) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: {} files where there is one", path,
                                              manifest.shards.size()));
  }
  const BuildOptions options{.measure = manifest.walk.measure,
                             .method = manifest.method,
                             .decay = manifest.decay,
                             .epsilon = manifest.epsilon,
                             .iterations = manifest.iterations,
                             .length = manifest.walk.length,
                             .fingerprints = manifest.fingerprints,
                             .bags = manifest.bags};
  if (const Status status = CheckBuildOptions(options); !status.ok()) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: {}", path, status.message()));
  }
  return manifest;
}

DiagonalParameters DiagonalParametersOf(const IndexManifest& manifest, VertexId vertices) {
  return {.decay = manifest.decay,
          .epsilon = manifest.epsilon,
          .seed = manifest.walk.seed,
          .vertices = vertices,
          .graph_identity = manifest.graph_identity};
}

DiagonalsParameters DiagonalsParametersOf(const IndexManifest& manifest, VertexId vertices) {
  return {.decay = manifest.decay,
          .iterations = manifest.iterations,
          .vertices = vertices,
          .graph_identity = manifest.graph_identity};
}

NormsParameters NormsParametersOf(const IndexManifest& manifest, VertexId vertices) {
  return {.iterations = manifest.iterations,
          .vertices = vertices,
          .graph_identity = manifest.graph_identity};
}

std::vector<ShardParameters> PlanShards(const IndexManifest& manifest, VertexId vertices) {
  std::vector<ShardParameters> shards;
  for (unsigned first = 0; first < manifest.fingerprints; first += kShardFingerprints) {
    shards.push_back({.walk = manifest.walk,
                      .first_fingerprint = first,
                      .fingerprints = std::min(kShardFingerprints, manifest.fingerprints - first),
                      .vertices = vertices,
                      .graph_identity = manifest.graph_identity,
                      .only_identity = manifest.only_identity,
                      .bags_identity = manifest.bags_identity});
  }
  return shards;
}

std::string ShardFile(const ShardParameters& parameters) {
  const auto named = [](const char* what, uint64_t identity) {
    return identity == 0 ? "" : what + HexSum(identity);
  };
  return fmt::format("{}-l{}-s{}{}{}-{:04}-{:04}.akin", MeasureName(parameters.walk.measure),
                     parameters.walk.length, parameters.walk.seed,
                     named("-bags", parameters.bags_identity),
                     named("-only", parameters.only_identity), parameters.first_fingerprint,
                     parameters.first_fingerprint + parameters.fingerprints - 1);
}

}  // namespace akin
