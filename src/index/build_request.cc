#include "index/build_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "base/files.h"
#include "graph/corpus_files.h"
#include "graph/own_files.h"
#include "text/bags_file.h"
#include "text/open_bags.h"

namespace akin {
namespace {

// Without duplicates.
std::vector<uint32_t> Ascending(std::vector<uint32_t> numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

Result<std::vector<VertexId>> Listed(std::vector<VertexId> only, VertexId vertices) {
  only = Ascending(std::move(only));
  if (!only.empty() && only.back() >= vertices) {
    return NoVertex(only.back());
  }
  return only;
}

Status TakeBags(const std::string& corpus, const CorpusManifest& manifest, const std::string& name,
                BuildRequest& request) {
  AKIN_TRY_ASSIGN(request.bags, OpenNamedBags(corpus, manifest, name));
  request.wanted.bags = request.bags->info().name;
  request.wanted.bags_identity = request.bags->file().container().identity();
  return {};
}

// Compares all parameters except the number of fingerprints.
bool SameParameters(IndexManifest a, const IndexManifest& b) {
  if (HasFingerprints(a.parameters.method) && HasFingerprints(b.parameters.method)) {
    a.fingerprints().fingerprints = b.fingerprints().fingerprints;
  }
  return a.parameters == b.parameters && a.graph_identity == b.graph_identity &&
         a.only_identity == b.only_identity && a.bags_identity == b.bags_identity;
}

// Bags have it already, or not; and there may be nothing to leave out.
Boilerplate UsedBoilerplate(const IndexParameters& parameters, const CorpusManifest& manifest) {
  const Way* const way = FactsOf(parameters.measure).WayOf(parameters.method);
  const bool of_links = !way->Takes(Parameter::kBags);
  const bool less = manifest.IdentityOf(parameters.boilerplate) != manifest.graph_identity;
  return of_links && less ? parameters.boilerplate : Boilerplate::kKeep;
}

}  // namespace

Status CheckIndexName(const std::string& name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  const bool odd_start = name.starts_with('.') || name.starts_with('-');
  if (std::all_of(name.begin(), name.end(), plain) && !odd_start) return {};
  return InvalidArgument(
      "name", fmt::format("'{}' cannot name an index: use letters, digits, '-', '_' and '.', and "
                          "do not begin with '.' or '-'",
                          name));
}

Result<BuildRequest> ResolveBuild(const std::string& corpus, const BuildOptions& options) {
  AKIN_TRY_ASSIGN(IndexParameters parameters, ResolveParameters(options));
  AKIN_TRY(CheckIndexName(options.name));
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus));
  BuildRequest request{.builder = options.builder, .replace = options.replace};
  parameters.boilerplate = UsedBoilerplate(parameters, manifest);
  request.name = options.name.empty() ? DefaultIndexName(parameters) : options.name;
  request.index = IndexPath(corpus, request.name);
  const std::string graph = GraphPath(corpus, parameters.boilerplate);
  const uint64_t identity = manifest.IdentityOf(parameters.boilerplate);
  AKIN_TRY_ASSIGN(request.graph, Graph::Open(graph, Container::Verification::kLazily));
  if (request.graph->identity() != identity) {
    return Damaged(graph, "not the file that corpus.json names");
  }
  AKIN_TRY_ASSIGN(request.only, Listed(options.only, manifest.vertices));
  request.shards = Ascending(options.shards);
  request.wanted = {.parameters = parameters, .graph_identity = identity};
  if (FactsOf(parameters.measure).WayOf(parameters.method)->Takes(Parameter::kBags)) {
    AKIN_TRY(TakeBags(corpus, manifest, options.bags, request));
  }
  if (!request.only.empty()) {
    request.wanted.only_vertices = static_cast<VertexId>(request.only.size());
    request.wanted.only_identity = Checksum(std::as_bytes(std::span(request.only)));
  }
  return request;
}

Result<std::unique_ptr<IndexManifest>> FindPublished(const BuildRequest& request) {
  AKIN_TRY_ASSIGN(const bool published, HasManifest(request.index));
  if (!published || request.replace) return std::unique_ptr<IndexManifest>();
  AKIN_TRY_ASSIGN(IndexManifest old, ReadIndexManifest(request.index));
  if (SameParameters(old, request.wanted)) return std::make_unique<IndexManifest>(std::move(old));
  return Status(Code::kAlreadyExists,
                "an index of this name has other parameters; choose another name, or replace it")
      .At({.file = request.index})
      .WithParameter("replace");
}

Result<ForestPlan> PlanForests(const BuildRequest& request) {
  ForestPlan plan{.manifest = request.wanted};
  AKIN_TRY_ASSIGN(plan.published, FindPublished(request));
  // A larger index can answer for fewer fingerprints too.
  if (plan.published != nullptr) {
    unsigned& fingerprints = plan.manifest.fingerprints().fingerprints;
    fingerprints = std::max(fingerprints, plan.published->fingerprints().fingerprints);
  }
  plan.shards = PlanShards(plan.manifest, request.graph->vertices());
  for (const ShardParameters& shard : plan.shards) {
    plan.manifest.shards.push_back({.file = ShardFile(shard)});
  }
  return plan;
}

Result<ShardEntry> FindShard(const std::string& index, const ShardParameters& parameters) {
  ShardEntry entry{.file = ShardFile(parameters)};
  const std::string path = Join(index, entry.file);
  AKIN_TRY_ASSIGN(const auto shard, ForestShard::Open(path));
  if (!(shard->parameters() == parameters)) {
    return Damaged(path, "a shard of another graph or of other parameters than its name says");
  }
  entry.bytes = shard->container().bytes();
  entry.identity = shard->container().identity();
  return entry;
}

Status CheckNoOtherShards(const BuildRequest& request, const ForestPlan& plan) {
  if (request.replace) return {};
  std::set<std::string> expected;
  for (const ShardEntry& shard : plan.manifest.shards) expected.insert(shard.file);
  if (plan.published != nullptr) {
    for (const ShardEntry& shard : plan.published->shards) expected.insert(shard.file);
  }
  // By name, because others may be writing here.
  AKIN_TRY_ASSIGN(const std::vector<std::string> names, NamesIn(request.index));
  for (const std::string& name : names) {
    if (!name.ends_with(".akin") || expected.contains(name)) continue;
    return Status(Code::kAlreadyExists,
                  fmt::format("{} is there, a shard of other parameters or of more fingerprints; "
                              "give those, choose another name, or replace it",
                              name))
        .At({.file = request.index})
        .WithParameter("replace");
  }
  return {};
}

Status RemoveUnlistedFiles(const std::string& index, const IndexManifest& manifest) {
  std::set<std::string> listed = {Join(index, "manifest.json")};
  for (const ShardEntry& shard : manifest.shards) listed.insert(Join(index, shard.file));
  AKIN_TRY_ASSIGN(const OwnFiles found, FilesOfIndex(index));
  for (const std::string& path : found.files) {
    if (!listed.contains(path)) AKIN_TRY(Files().RemoveFile(path));
  }
  return {};
}

}  // namespace akin
