// akin::BuildIndex: a shard or a few at a time; a finished shard is a file, so an interrupted build
// goes on from there.
#include "akin/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <future>
#include <memory>
#include <set>

#include "base/checksum.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "index/forest_shard_writer.h"
#include "index/manifest.h"
#include "index/shard_builder.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

constexpr unsigned kMostFingerprints = 1'000'000;  // sums of scores stay exact in 64 bits

Status Invalid(std::string message) { return Status(Code::kInvalidArgument, std::move(message)); }

}  // namespace

Status CheckBuildOptions(const BuildOptions& options) {
  if (!(options.decay > 0 && options.decay < 1)) {
    return Invalid(fmt::format("decay {} is not between 0 and 1", options.decay));
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

namespace {

// A shard left by an earlier call, if it is whole and the very one wanted.
bool IsBuilt(const std::string& path, const ShardParameters& parameters, ShardEntry& entry) {
  if (!Exists(path)) return false;
  const auto shard = ForestShard::Open(path);
  if (!shard.ok() || !((*shard)->parameters() == parameters)) return false;
  entry.bytes = (*shard)->container().bytes();
  entry.identity = (*shard)->container().identity();
  return true;
}

// All but the number of fingerprints.
bool SameWalks(const IndexManifest& a, const IndexManifest& b) {
  return a.walk.measure == b.walk.measure && a.walk.seed == b.walk.seed &&
         a.walk.length == b.walk.length && a.decay == b.decay &&
         a.graph_identity == b.graph_identity && a.only_identity == b.only_identity;
}

// Files of shards that the manifest just written does not name, and of writes that were cut off.
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

// Writes shards while the next ones are walked, if the layout has room for that.
class ShardFiles {
 public:
  ShardFiles(std::string index, const BuildLayout& layout)
      : index_(std::move(index)),
        overlap_(layout.overlap),
        pool_(static_cast<unsigned>(layout.shards_at_once)),
        writers_(layout.overlap ? NewWriters(layout, 1) : std::vector<ForestShardWriter>()) {}

  std::vector<ForestShardWriter> NewWriters(const BuildLayout& layout, int set) const {
    std::vector<ForestShardWriter> writers;
    for (size_t i = 0; i < layout.shards_at_once; ++i) {
      writers.emplace_back(layout.spool ? Join(index_, fmt::format("forest-{}-{}", set, i)) : "");
    }
    return writers;
  }

  // Takes the forests of shards with these numbers and leaves writers that are free.
  Status Write(std::vector<ForestShardWriter>& walked, std::span<const size_t> numbers,
               IndexManifest& manifest) {
    AKIN_TRY(Finish());
    if (!overlap_) return WriteAll(walked, numbers, manifest);
    std::swap(walked, writers_);
    // Deferred, that is done by Finish, if the system has no thread to give.
    writing_ = std::async(std::launch::async | std::launch::deferred, [this, numbers, &manifest] {
      return WriteAll(writers_, numbers, manifest);
    });
    return {};
  }
  Status Finish() { return writing_.valid() ? writing_.get() : Status(); }

 private:
  Status WriteAll(std::vector<ForestShardWriter>& writers, std::span<const size_t> numbers,
                  IndexManifest& manifest) {
    return pool_.Run(numbers.size(), {}, [&](uint64_t i, unsigned) -> Status {
      ShardEntry& entry = manifest.shards[numbers[i]];
      const std::string path = Join(index_, entry.file);
      AKIN_TRY_ASSIGN(entry.identity, writers[i].Write(path));
      entry.bytes = std::filesystem::file_size(path);
      return {};
    });
  }

  std::string index_;
  bool overlap_;
  ThreadPool pool_;
  std::vector<ForestShardWriter> writers_;
  std::future<Status> writing_;  // the last member: waits before the others go
};

Status BuildShards(const BuildTask& task, Builder builder_wanted,
                   const std::vector<ShardParameters>& plan, IndexManifest& manifest,
                   BuildReport& report) {
  const std::string& index = task.directory;
  std::vector<size_t> missing;
  manifest.shards.resize(plan.size());
  for (size_t i = 0; i < plan.size(); ++i) {
    manifest.shards[i].file = ShardFile(plan[i]);
    if (IsBuilt(Join(index, manifest.shards[i].file), plan[i], manifest.shards[i])) {
      report.fingerprints_found += plan[i].fingerprints;
    } else {
      missing.push_back(i);
    }
  }
  if (missing.empty()) return {};

  AKIN_TRY_ASSIGN(const BuildLayout layout,
                  LayOutBuild(builder_wanted, plan[0], task.graph, task.control));
  AKIN_TRY_ASSIGN(const auto builder, ShardBuilder::Create(layout, task));
  ProgressMeter meter(task.control, "walking", "fingerprints",
                      manifest.fingerprints - report.fingerprints_found);
  ShardFiles files(index, layout);
  std::vector<ForestShardWriter> walked = files.NewWriters(layout, 0);
  for (size_t begin = 0; begin < missing.size(); begin += layout.shards_at_once) {
    const size_t count = std::min(layout.shards_at_once, missing.size() - begin);
    const std::span numbers = std::span(missing).subspan(begin, count);
    std::vector<ShardParameters> parameters;
    for (size_t i = 0; i < count; ++i) {
      parameters.push_back(plan[numbers[i]]);
      walked[i].Begin(parameters.back(), task.only);
    }
    AKIN_TRY(builder->Walk(std::span(walked).first(count), parameters, meter));
    AKIN_TRY(files.Write(walked, numbers, manifest));
    for (const ShardParameters& shard : parameters) report.fingerprints_built += shard.fingerprints;
  }
  return files.Finish();
}

// What was asked for, checked.
struct Request {
  std::string index;  // its directory
  std::unique_ptr<Graph> graph;
  std::vector<VertexId> only;  // ascending
  IndexManifest wanted;        // without shards

  BuildTask Task(std::string directory, const Control& control) const {
    return {.graph = *graph,
            .walk = wanted.walk,
            .only = only,
            .directory = std::move(directory),
            .control = control};
  }
};

// Ascending, each once.
Result<std::vector<VertexId>> Listed(std::vector<VertexId> only, VertexId vertices) {
  std::sort(only.begin(), only.end());
  only.erase(std::unique(only.begin(), only.end()), only.end());
  if (!only.empty() && only.back() >= vertices) {
    return Invalid(fmt::format("no vertex number {}", only.back()));
  }
  return only;
}

std::string NameOf(const BuildOptions& options) {
  return options.name.empty() ? std::string(MeasureName(options.measure)) : options.name;
}

Result<Request> Understand(const std::string& corpus, const BuildOptions& options) {
  AKIN_TRY(CheckBuildOptions(options));
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus));
  Request request;
  request.index = IndexPath(corpus, NameOf(options));
  AKIN_TRY_ASSIGN(request.graph, Graph::Open(GraphPath(corpus), Container::Verification::kLazily));
  if (request.graph->identity() != manifest.graph_identity) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: not the file that corpus.json names",
                                              GraphPath(corpus)));
  }
  AKIN_TRY_ASSIGN(request.only, Listed(options.only, manifest.vertices));
  request.wanted = {
      .walk = {.measure = options.measure, .seed = options.seed, .length = options.length},
      .decay = options.decay,
      .fingerprints = options.fingerprints,
      .graph_identity = manifest.graph_identity};
  if (!request.only.empty()) {
    request.wanted.only_vertices = static_cast<VertexId>(request.only.size());
    request.wanted.only_identity = Checksum(std::as_bytes(std::span(request.only)));
  }
  return request;
}

Result<BuildReport> BuildLocked(const Request& request, const BuildOptions& options,
                                const Control& control) {
  IndexManifest manifest = request.wanted;
  unsigned published = 0;  // fingerprints of an index of these parameters that is there
  if (HasManifest(request.index) && !options.replace) {
    AKIN_TRY_ASSIGN(const IndexManifest old, ReadIndexManifest(request.index));
    if (!SameWalks(old, manifest)) {
      return Status(Code::kAlreadyExists,
                    fmt::format("{}: an index of this name has other parameters; choose another "
                                "--name, or pass --force to build it anew",
                                request.index));
    }
    // A larger index answers for fewer fingerprints too.
    published = old.fingerprints;
    manifest.fingerprints = std::max(manifest.fingerprints, published);
  }

  BuildReport report{.name = NameOf(options)};
  const auto plan = PlanShards(manifest, request.graph->vertices());
  AKIN_TRY(
      BuildShards(request.Task(request.index, control), options.builder, plan, manifest, report));
  // Also when every shard was found: an earlier call may have stopped just before this.
  if (report.fingerprints_built > 0 || published != manifest.fingerprints) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  RemoveStrangers(request.index, manifest);
  for (const ShardEntry& shard : manifest.shards) report.bytes += shard.bytes;
  return report;
}

}  // namespace

Result<BuildReport> BuildIndex(const std::string& corpus, const BuildOptions& options,
                               const Control& control) {
  AKIN_TRY_ASSIGN(const Request request, Understand(corpus, options));
  AKIN_TRY(Files().MakeDirectory(IndexesPath(corpus)));
  AKIN_TRY(Files().MakeDirectory(request.index));
  AKIN_TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::Take(request.index));
  Result<BuildReport> report = BuildLocked(request, options, control);
  if (!report.ok()) {  // directories go if there is nothing in them
    std::error_code ignored;
    std::filesystem::remove(request.index, ignored);
    std::filesystem::remove(IndexesPath(corpus), ignored);
  }
  return report;
}

Result<BuildEstimate> EstimateBuild(const std::string& corpus, const BuildOptions& options,
                                    const Control& control) {
  AKIN_TRY_ASSIGN(const Request request, Understand(corpus, options));
  const Graph& graph = *request.graph;
  const auto plan = PlanShards(request.wanted, graph.vertices());
  AKIN_TRY_ASSIGN(const BuildLayout layout, LayOutBuild(options.builder, plan[0], graph, control));

  ShardParameters sample = plan[0];
  sample.fingerprints = 1;
  BuildLayout one_thread = layout;
  one_thread.threads = 1;
  AKIN_TRY_ASSIGN(const auto scratch, TemporaryDirectory::Create());
  const BuildTask task = request.Task(scratch.path(), control);
  AKIN_TRY_ASSIGN(const auto builder, ShardBuilder::Create(one_thread, task));
  std::vector<ForestShardWriter> writer;
  writer.emplace_back(layout.spool ? Join(scratch.path(), "forest") : "");
  writer[0].Begin(sample, task.only);
  ProgressMeter meter(control, "sampling", "fingerprints", 1);
  const auto start = std::chrono::steady_clock::now();
  AKIN_TRY(builder->Walk(writer, std::span(&sample, 1), meter));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;

  BuildEstimate estimate;
  estimate.bytes = writer[0].encoded_bytes() * options.fingerprints + plan.size() * kHeaderPage;
  estimate.seconds = took.count() * options.fingerprints / layout.threads;
  estimate.memory = layout.memory;
  return estimate;
}

}  // namespace akin
