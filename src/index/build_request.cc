#include "index/build_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>

#include "base/checksum.h"
#include "base/files.h"
#include "base/try.h"
#include "graph/corpus_files.h"
#include "linear/cosine.h"
#include "sketch/minhash.h"
#include "text/bags_file.h"
#include "text/open_bags.h"

namespace akin {
namespace {

constexpr unsigned kMostFingerprints = 1'000'000;  // sums of scores stay exact in 64 bits

Status Invalid(std::string message) { return Status(Code::kInvalidArgument, std::move(message)); }

Status CheckFingerprints(const BuildOptions& options) {
  if (options.measure != Measure::kText && !options.bags.empty()) {
    return Invalid(fmt::format("{} takes no bags; that is for text", MeasureName(options.measure)));
  }
  if (options.length < 1 || options.length > kLongestWalk) {
    return Invalid(fmt::format("walk length {} is not in 1 to {}", options.length, kLongestWalk));
  }
  if (options.measure == Measure::kXJaccard && options.length > kLongestDistance) {
    return Invalid(
        fmt::format("xjaccard of length {}; 1 to {} can be had", options.length, kLongestDistance));
  }
  if (options.measure == Measure::kXJaccard &&
      uint64_t{options.fingerprints} * options.length > kMostFingerprints) {
    return Invalid(fmt::format("{} fingerprints of length {}; {} distances in all can be had",
                               options.fingerprints, options.length, kMostFingerprints));
  }
  if (options.fingerprints < 1 || options.fingerprints > kMostFingerprints) {
    return Invalid(fmt::format("{} fingerprints; 1 to {} can be had", options.fingerprints,
                               kMostFingerprints));
  }
  return {};
}

Status CheckPush(const BuildOptions& options) {
  if (options.measure != Measure::kSimRank) {
    return Invalid(fmt::format("{} cannot be had by pushing, simrank can; build fingerprints of it",
                               MeasureName(options.measure)));
  }
  if (!options.only.empty()) {
    return Invalid("an index for pushing is about all vertices; --only goes with fingerprints");
  }
  if (!(options.epsilon >= kLeastEpsilon && options.epsilon < 1)) {
    return Invalid(fmt::format("epsilon {} is not in {} to 1", options.epsilon, kLeastEpsilon));
  }
  return {};
}

Status CheckNorms(const BuildOptions& options) {
  if (options.measure != Measure::kCosineSimRank) {
    return Invalid(fmt::format("{} has no norms, cosine-simrank has; build fingerprints of it",
                               MeasureName(options.measure)));
  }
  if (!options.only.empty()) {
    return Invalid("an index of norms is about all vertices; --only goes with fingerprints");
  }
  if (options.iterations < kLeastNormTerms || options.iterations > kMostNormTerms) {
    return Invalid(fmt::format("{} iterations of cosine-simrank; an index can have {} to {}",
                               options.iterations, kLeastNormTerms, kMostNormTerms));
  }
  return {};
}

Status CheckSeries(const BuildOptions& options) {
  if (options.measure != Measure::kSimRank) {
    return Invalid(fmt::format("{} is no series, simrank is; build fingerprints of it",
                               MeasureName(options.measure)));
  }
  if (!options.only.empty()) {
    return Invalid("an index of rounds is about all vertices; --only goes with fingerprints");
  }
  if (options.iterations < 1 || options.iterations > kMostDiagonals) {
    return Invalid(fmt::format("{} iterations of simrank; an index can have 1 to {}",
                               options.iterations, kMostDiagonals));
  }
  return {};
}

Status CheckMethod(const BuildOptions& options) {
  switch (options.method) {
    case Method::kNorms:
      return CheckNorms(options);
    case Method::kPush:
      return CheckPush(options);
    case Method::kSeries:
      return CheckSeries(options);
    case Method::kFingerprints:
      break;
  }
  if (options.measure == Measure::kCosineSimRank) {
    return Invalid("cosine-simrank has no fingerprints; build it with the method norms");
  }
  return CheckFingerprints(options);
}

// Ascending, each once.
Result<std::vector<VertexId>> Listed(std::vector<VertexId> only, VertexId vertices) {
  std::sort(only.begin(), only.end());
  only.erase(std::unique(only.begin(), only.end()), only.end());
  if (!only.empty() && only.back() >= vertices) {
    return Invalid(fmt::format("no vertex number {}", only.back()));
  }
  return only;
}

// Signatures of bags have neither length nor decay.
Status TakeBags(const std::string& corpus, const CorpusManifest& manifest, const std::string& name,
                BuildRequest& request) {
  AKIN_TRY_ASSIGN(request.bags, OpenNamedBags(corpus, manifest, name));
  request.wanted.walk.length = 1;
  request.wanted.decay = 0;
  request.wanted.bags = request.bags->info().name;
  request.wanted.bags_identity = request.bags->file().container().identity();
  return {};
}

// All but the number of fingerprints.
bool SameParameters(const IndexManifest& a, const IndexManifest& b) {
  return a.method == b.method && a.walk.measure == b.walk.measure && a.walk.seed == b.walk.seed &&
         a.walk.length == b.walk.length && a.decay == b.decay && a.epsilon == b.epsilon &&
         a.iterations == b.iterations && a.graph_identity == b.graph_identity &&
         a.only_identity == b.only_identity && a.bags_identity == b.bags_identity;
}

}  // namespace

unsigned NormIterations(double decay, double epsilon) {
  return std::max(kLeastNormTerms, CosineTerms(decay, epsilon / 2));
}

Status CheckBuildOptions(const BuildOptions& options) {
  if (options.measure != Measure::kText && !(options.decay > 0 && options.decay < 1)) {
    return Invalid(fmt::format("decay {} is not between 0 and 1", options.decay));
  }
  AKIN_TRY(CheckMethod(options));
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  if (!std::all_of(options.name.begin(), options.name.end(), plain) ||
      options.name.starts_with('.')) {
    return Invalid(fmt::format(
        "'{}' is no name for an index: letters, digits, '-', '_' and '.' are", options.name));
  }
  return {};
}

Result<BuildRequest> UnderstandBuild(const std::string& corpus, const BuildOptions& options) {
  AKIN_TRY(CheckBuildOptions(options));
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus));
  BuildRequest request{.builder = options.builder, .replace = options.replace};
  request.name = options.name;
  if (request.name.empty()) {
    request.name = MeasureName(options.measure);
    if (options.method == Method::kPush) request.name += "-push";
    if (options.method == Method::kSeries) request.name += "-series";
  }
  request.index = IndexPath(corpus, request.name);
  AKIN_TRY_ASSIGN(request.graph, Graph::Open(GraphPath(corpus), Container::Verification::kLazily));
  if (request.graph->identity() != manifest.graph_identity) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: not the file that corpus.json names",
                                              GraphPath(corpus)));
  }
  AKIN_TRY_ASSIGN(request.only, Listed(options.only, manifest.vertices));
  if (options.method == Method::kNorms || options.method == Method::kSeries) {
    request.wanted = {.method = options.method,
                      .walk = {.measure = options.measure},
                      .decay = options.decay,
                      .iterations = options.iterations,
                      .graph_identity = manifest.graph_identity};
    return request;
  }
  request.wanted = {.method = options.method,
                    .walk = {.measure = options.measure, .seed = options.seed},
                    .decay = options.decay,
                    .graph_identity = manifest.graph_identity};
  if (options.method == Method::kPush) {
    request.wanted.epsilon = options.epsilon;
    return request;
  }
  request.wanted.walk.length = options.length;
  if (options.measure == Measure::kText) {
    AKIN_TRY(TakeBags(corpus, manifest, options.bags, request));
  }
  request.wanted.fingerprints = options.fingerprints;
  if (!request.only.empty()) {
    request.wanted.only_vertices = static_cast<VertexId>(request.only.size());
    request.wanted.only_identity = Checksum(std::as_bytes(std::span(request.only)));
  }
  return request;
}

Result<std::unique_ptr<IndexManifest>> FindPublished(const BuildRequest& request) {
  if (!HasManifest(request.index) || request.replace) return std::unique_ptr<IndexManifest>();
  AKIN_TRY_ASSIGN(IndexManifest old, ReadIndexManifest(request.index));
  if (SameParameters(old, request.wanted)) return std::make_unique<IndexManifest>(std::move(old));
  return Status(Code::kAlreadyExists,
                fmt::format("{}: an index of this name has other parameters; choose another "
                            "--name, or pass --force to build it anew",
                            request.index));
}

void RemoveStrangers(const std::string& index, const IndexManifest& manifest) {
  std::set<std::string> named = {"manifest.json"};
  for (const ShardEntry& shard : manifest.shards) named.insert(shard.file);
  std::error_code error;
  std::vector<std::string> strangers;
  for (const auto& entry : std::filesystem::directory_iterator(index, error)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".akin" && ending != ".tmp" && ending != ".spill") continue;  // not ours
    if (!named.contains(entry.path().filename().string()))
      strangers.push_back(entry.path().string());
  }
  for (const std::string& path : strangers) (void)Files().RemoveAll(path);
}

}  // namespace akin
