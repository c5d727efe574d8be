#include "index/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "base/files.h"
#include "container/sealed_json.h"
#include "graph/corpus_files.h"

namespace akin {
namespace {

constexpr const char* kManifestName = "manifest.json";

// The parameters as members of a manifest. Those of fingerprints have no "method": they were the
// first kind of index. A missing "decay" means that the measure has none.
struct ParameterWriter {
  Json& json;

  void operator()(const FingerprintParameters& parameters) const {
    if (parameters.decay != 0) json["decay"] = parameters.decay;
    json["length"] = parameters.length;
    json["fingerprints"] = parameters.fingerprints;
    json["seed"] = parameters.seed;
  }
  void operator()(const PushParameters& parameters) const {
    json["decay"] = parameters.decay;
    json["epsilon"] = parameters.epsilon;
    json["seed"] = parameters.seed;
  }
  void operator()(const SeriesParameters& parameters) const { Rounds(parameters); }
  void operator()(const NormsParameters& parameters) const { Rounds(parameters); }

 private:
  template <class Parameters>
  void Rounds(const Parameters& parameters) const {
    json["decay"] = parameters.decay;
    json["iterations"] = parameters.iterations;
  }
};

struct ParameterReader {
  const std::string& path;
  const Json& json;

  Status operator()(FingerprintParameters& parameters) const {
    if (json.contains("decay")) AKIN_TRY(Decay(parameters.decay));
    AKIN_TRY_ASSIGN(parameters.length, JsonMember<uint32_t>(path, json, "length"));
    AKIN_TRY_ASSIGN(parameters.fingerprints, JsonMember<uint32_t>(path, json, "fingerprints"));
    return Seed(parameters.seed);
  }
  Status operator()(PushParameters& parameters) const {
    AKIN_TRY(Decay(parameters.decay));
    AKIN_TRY_ASSIGN(parameters.epsilon, JsonMember<double>(path, json, "epsilon"));
    return Seed(parameters.seed);
  }
  Status operator()(SeriesParameters& parameters) const { return Rounds(parameters); }
  Status operator()(NormsParameters& parameters) const { return Rounds(parameters); }

 private:
  Status Decay(double& decay) const {
    AKIN_TRY_ASSIGN(decay, JsonMember<double>(path, json, "decay"));
    return {};
  }
  Status Seed(uint64_t& seed) const {
    AKIN_TRY_ASSIGN(seed, JsonMember<uint64_t>(path, json, "seed"));
    return {};
  }
  template <class Parameters>
  Status Rounds(Parameters& parameters) const {
    AKIN_TRY(Decay(parameters.decay));
    AKIN_TRY_ASSIGN(parameters.iterations, JsonMember<uint32_t>(path, json, "iterations"));
    return {};
  }
};

Result<IndexParameters> ReadParameters(const std::string& path, const Json& json) {
  IndexParameters parameters;
  // A newer version may have more measures and methods.
  const auto unknown = [&](const Status& status) {
    return Status(Code::kTooNew, "made by a newer version of akin: " + status.message())
        .At({.file = path});
  };
  AKIN_TRY_ASSIGN(const auto measure, JsonMember<std::string>(path, json, "measure"));
  const Result<Measure> named = IndexMeasureNamed(measure);
  if (!named.ok()) return unknown(named.status());
  parameters.measure = *named;
  std::string method = "fingerprints";
  if (json.contains("method")) {
    AKIN_TRY_ASSIGN(method, JsonMember<std::string>(path, json, "method"));
  }
  const Result<Method> held = MethodNamed(parameters.measure, method);
  if (!held.ok()) return unknown(held.status());
  parameters.method = *held;
  if (parameters.method == Method::kPush) parameters.of = PushParameters{};
  if (parameters.method == Method::kSeries) parameters.of = SeriesParameters{};
  if (parameters.method == Method::kNorms) parameters.of = NormsParameters{};
  AKIN_TRY(std::visit(ParameterReader{path, json}, parameters.of));
  if (json.contains("boilerplate")) {
    AKIN_TRY_ASSIGN(const auto name, JsonMember<std::string>(path, json, "boilerplate"));
    const Result<Boilerplate> boilerplate = BoilerplateNamed(name);
    if (!boilerplate.ok()) return unknown(boilerplate.status());
    parameters.boilerplate = *boilerplate;
  }
  if (const Status status = CheckParameters(parameters); !status.ok()) {
    return Damaged(path, status.message());
  }
  return parameters;
}

}  // namespace

std::string IndexPath(const std::string& corpus, const std::string& name) {
  return Join(IndexesPath(corpus), name);
}

std::string ManifestPath(const std::string& index) { return Join(index, kManifestName); }
Result<bool> HasManifest(const std::string& index) { return Exists(ManifestPath(index)); }

Status WriteIndexManifest(const std::string& index, const IndexManifest& manifest) {
  Json shards = Json::array();
  for (const ShardEntry& shard : manifest.shards) {
    shards.push_back(
        {{"file", shard.file}, {"bytes", shard.bytes}, {"identity", HexSum(shard.identity)}});
  }
  Json json = {{"measure", MeasureName(manifest.parameters.measure)}};
  const Method method = manifest.parameters.method;
  if (!HasFingerprints(method)) json["method"] = MethodName(method);
  std::visit(ParameterWriter{json}, manifest.parameters.of);
  if (manifest.parameters.boilerplate != Boilerplate::kKeep) {
    json["boilerplate"] = BoilerplateName(manifest.parameters.boilerplate);
  }
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
  const std::string text = json.dump();
  manifest.identity = Checksum(std::as_bytes(std::span(text)));
  AKIN_TRY_ASSIGN(manifest.parameters, ReadParameters(path, json));
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
      return Damaged(path, "a shard elsewhere");
    }
    manifest.shards.push_back(std::move(entry));
  }
  if (!HasFingerprints(manifest.parameters.method) && manifest.shards.size() != 1) {
    return Damaged(path, fmt::format("{} files where there should be one", manifest.shards.size()));
  }
  return manifest;
}

std::vector<ShardParameters> PlanShards(const IndexManifest& manifest, VertexId vertices) {
  const WalkParameters walk = WalksOf(manifest.parameters);
  const unsigned all = manifest.fingerprints().fingerprints;
  std::vector<ShardParameters> shards;
  for (unsigned first = 0; first < all; first += kShardFingerprints) {
    shards.push_back({.walk = walk,
                      .first_fingerprint = first,
                      .fingerprints = std::min(kShardFingerprints, all - first),
                      .vertices = vertices,
                      .graph_identity = manifest.graph_identity,
                      .boilerplate = manifest.parameters.boilerplate,
                      .only_identity = manifest.only_identity,
                      .bags_identity = manifest.bags_identity});
  }
  return shards;
}

std::string ShardFile(const ShardParameters& parameters) {
  const auto named = [](const char* what, uint64_t identity) {
    return identity == 0 ? "" : what + HexSum(identity);
  };
  return fmt::format(
      "{}-l{}-s{}{}{}{}-{:04}-{:04}.akin", MeasureName(parameters.walk.measure),
      parameters.walk.length, parameters.walk.seed, BoilerplateSuffix(parameters.boilerplate),
      named("-bags", parameters.bags_identity), named("-only", parameters.only_identity),
      parameters.first_fingerprint, parameters.first_fingerprint + parameters.fingerprints - 1);
}

}  // namespace akin
