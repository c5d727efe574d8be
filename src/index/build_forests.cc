// Builds an index of fingerprints, one or a few shards at a time. A finished shard is a file, so an
// interrupted build continues after it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/threads.h"
#include "container/format.h"
#include "graph/corpus_files.h"
#include "index/build_request.h"
#include "index/forest_shard_writer.h"
#include "index/numbers_file.h"
#include "index/shard_builder.h"

namespace akin {
namespace {

// Whether an earlier call left this shard, complete and with these parameters.
bool IsBuilt(const std::string& path, const ShardParameters& parameters, ShardEntry& entry) {
  const auto shard = ForestShard::Open(path);
  if (!shard.ok() || !((*shard)->parameters() == parameters)) return false;
  entry.bytes = (*shard)->container().bytes();
  entry.identity = (*shard)->container().identity();
  return true;
}

// Writes shards while the next ones are walked, if the layout has memory for that.
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

  // Takes the forests of the shards with these numbers, and leaves free writers.
  Status Write(std::vector<ForestShardWriter>& walked, std::span<const size_t> numbers,
               IndexManifest& manifest) {
    AKIN_TRY(Finish());
    if (!overlap_) return WriteAll(walked, numbers, manifest);
    std::swap(walked, writers_);
    // Deferred, that is done by Finish, if the system cannot start a thread.
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
      AKIN_TRY_ASSIGN(entry.bytes, FileSize(path));
      return {};
    });
  }

  std::string index_;
  bool overlap_;
  ThreadPool pool_;
  std::vector<ForestShardWriter> writers_;
  std::future<Status> writing_;  // last member, so that its destructor waits first
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
                      manifest.fingerprints().fingerprints - report.fingerprints_found);
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
    AKIN_TRY(task.graph.container().Intact());
    if (task.bags != nullptr) AKIN_TRY(task.bags->container().Intact());
    AKIN_TRY(files.Write(walked, numbers, manifest));
    for (const ShardParameters& shard : parameters) report.fingerprints_built += shard.fingerprints;
  }
  return files.Finish();
}

BuildTask TaskOf(const BuildRequest& request, std::string directory, const Control& control) {
  return {.graph = *request.graph,
          .bags = request.bags ? &request.bags->file() : nullptr,
          .walk = WalksOf(request.wanted.parameters),
          .only = request.only,
          .directory = std::move(directory),
          .control = control};
}

}  // namespace

Result<BuildReport> BuildForests(const BuildRequest& request, const Control& control) {
  IndexManifest manifest = request.wanted;
  AKIN_TRY_ASSIGN(const auto published, FindPublished(request));
  // A larger index can answer for fewer fingerprints too.
  if (published != nullptr) {
    unsigned& fingerprints = manifest.fingerprints().fingerprints;
    fingerprints = std::max(fingerprints, published->fingerprints().fingerprints);
  }
  BuildReport report{.name = request.name, .parameters = manifest.parameters};
  const auto plan = PlanShards(manifest, request.graph->vertices());
  AKIN_TRY(BuildShards(TaskOf(request, request.index, control), request.builder, plan, manifest,
                       report));
  // Also if every shard was found: an earlier call may have stopped just before this.
  if (report.fingerprints_built > 0 || published == nullptr ||
      !(published->parameters == manifest.parameters)) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  AKIN_TRY(RemoveUnlistedFiles(request.index, manifest));
  for (const ShardEntry& shard : manifest.shards) report.bytes += shard.bytes;
  report.built = report.fingerprints_built > 0;
  return report;
}

Result<BuildEstimate> EstimateBuild(const std::string& corpus, const BuildOptions& options,
                                    const Control& control) {
  AKIN_TRY_ASSIGN(const BuildRequest request, ResolveBuild(corpus, options));
  const Graph& graph = *request.graph;
  const IndexParameters& parameters = request.wanted.parameters;
  if (!HasFingerprints(parameters.method)) {
    return InvalidArgument(
        "method", fmt::format("the time and memory of an index by {} are not known beforehand; "
                              "its size is {} bytes",
                              MethodName(parameters.method),
                              kHeaderPage + NumbersBytes({parameters, graph.vertices(), 0})));
  }
  const auto plan = PlanShards(request.wanted, graph.vertices());
  AKIN_TRY_ASSIGN(const BuildLayout layout, LayOutBuild(options.builder, plan[0], graph, control));

  // One fingerprint, or one shard of signatures, whose samples share their points.
  ShardParameters sample = plan[0];
  if (!request.bags) sample.fingerprints = 1;
  BuildLayout one_thread = layout;
  one_thread.threads = 1;
  AKIN_TRY_ASSIGN(const auto scratch, TemporaryDirectory::Create());
  const BuildTask task = TaskOf(request, scratch.path(), control);
  AKIN_TRY_ASSIGN(const auto builder, ShardBuilder::Create(one_thread, task));
  std::vector<ForestShardWriter> writer;
  writer.emplace_back(layout.spool ? Join(scratch.path(), "forest") : "");
  writer[0].Begin(sample, task.only);
  ProgressMeter meter(control, "sampling", "fingerprints", 1);
  const auto start = std::chrono::steady_clock::now();
  AKIN_TRY(builder->Walk(writer, std::span(&sample, 1), meter));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;

  BuildEstimate estimate;
  const double times =
      static_cast<double>(request.wanted.fingerprints().fingerprints) / sample.fingerprints;
  const auto encoded = static_cast<double>(writer[0].encoded_bytes());
  estimate.bytes = static_cast<uint64_t>(encoded * times) + plan.size() * kHeaderPage;
  estimate.seconds = took.count() * times / layout.threads;
  estimate.memory = layout.memory;
  return estimate;
}

}  // namespace akin
