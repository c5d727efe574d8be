// Builds an index of fingerprints, one or a few shards at a time. A finished shard is a file, so an
// interrupted build continues after it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <numeric>
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
  Status Write(std::vector<ForestShardWriter>& walked, std::span<const uint32_t> numbers,
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
  Status WriteAll(std::vector<ForestShardWriter>& writers, std::span<const uint32_t> numbers,
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

unsigned FingerprintsOf(const std::vector<ShardParameters>& plan,
                        const std::vector<uint32_t>& shards) {
  unsigned fingerprints = 0;
  for (const uint32_t i : shards) fingerprints += plan[i].fingerprints;
  return fingerprints;
}

// Which of these shards must be built: all if those that exist are to be replaced. The others were
// left, complete, by an earlier call.
std::vector<uint32_t> ShardsToBuild(const std::string& index, const std::vector<uint32_t>& wanted,
                                    bool replace, ForestPlan& plan) {
  if (replace) return wanted;
  std::vector<uint32_t> missing;
  for (const uint32_t i : wanted) {
    auto found = FindShard(index, plan.shards[i]);
    if (found.ok()) {
      plan.manifest.shards[i] = *std::move(found);
    } else {
      missing.push_back(i);
    }
  }
  return missing;
}

// Builds these shards, and completes the manifest as far as it is about them.
Status BuildShards(const BuildTask& task, const BuildRequest& request,
                   const std::vector<uint32_t>& wanted, ForestPlan& plan, BuildReport& report) {
  const std::vector<uint32_t> missing =
      ShardsToBuild(task.directory, wanted, request.replace, plan);
  const unsigned to_build = FingerprintsOf(plan.shards, missing);
  report.fingerprints_found = FingerprintsOf(plan.shards, wanted) - to_build;
  if (missing.empty()) return {};

  AKIN_TRY_ASSIGN(const BuildLayout layout,
                  LayOutBuild(request.builder, plan.shards[0], task.graph, task.control));
  AKIN_TRY_ASSIGN(const auto builder, ShardBuilder::Create(layout, task));
  ProgressMeter meter(task.control, "walking", "fingerprints", to_build);
  ShardFiles files(task.directory, layout);
  std::vector<ForestShardWriter> walked = files.NewWriters(layout, 0);
  for (size_t begin = 0; begin < missing.size(); begin += layout.shards_at_once) {
    const size_t count = std::min(layout.shards_at_once, missing.size() - begin);
    const std::span numbers = std::span(missing).subspan(begin, count);
    std::vector<ShardParameters> parameters;
    for (size_t i = 0; i < count; ++i) {
      parameters.push_back(plan.shards[numbers[i]]);
      walked[i].Begin(parameters.back(), task.only);
    }
    AKIN_TRY(builder->Walk(std::span(walked).first(count), parameters, meter));
    AKIN_TRY(task.graph.container().Intact());
    if (task.bags != nullptr) AKIN_TRY(task.bags->container().Intact());
    AKIN_TRY(files.Write(walked, numbers, plan.manifest));
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

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// What a shard costs, by building one or a part of one in a directory that is removed. The first
// fingerprint tells whether a whole shard is soon done; then nothing has to be guessed. Otherwise
// walks are as many times as long as there are more of them, on all threads. Min-hashes are swept
// together, all at once, and then sorted one by one: a second fingerprint more tells these two
// apart.
class SampleBuild {
 public:
  struct Costs {
    double seconds = 0;
    double bytes = 0;
  };

  SampleBuild(ShardBuilder& builder, const BuildLayout& layout, const BuildTask& task)
      : builder_(builder),
        layout_(layout),
        task_(task),
        writer_(layout.spool ? Join(task.directory, "forest") : "") {}

  Result<Costs> OfShard(ShardParameters shard) {
    const unsigned all = shard.fingerprints;
    if (task_.bags != nullptr) return Of(shard);  // its samples share their points
    shard.fingerprints = 1;
    AKIN_TRY_ASSIGN(Costs one, Of(shard));
    if (all == 1) return one;
    if (one.seconds < kSoon) {
      shard.fingerprints = all;
      return Of(shard);
    }
    if (!task_.walk.classes()) {
      return Costs{.seconds = all * (walking_ / layout_.threads + one.seconds - walking_),
                   .bytes = all * one.bytes};
    }
    shard.fingerprints = 2;
    AKIN_TRY_ASSIGN(const Costs two, Of(shard));
    return Costs{.seconds = one.seconds + (all - 1) * std::max(0.0, two.seconds - one.seconds),
                 .bytes = all * two.bytes / 2};
  }

 private:
  static constexpr double kSoon = 1;  // seconds

  Result<Costs> Of(const ShardParameters& shard) {
    writer_.Begin(shard, task_.only);
    ProgressMeter meter(task_.control, "sampling", "fingerprints", shard.fingerprints);
    const auto start = std::chrono::steady_clock::now();
    AKIN_TRY(builder_.Walk(std::span(&writer_, 1), std::span(&shard, 1), meter));
    walking_ = SecondsSince(start);
    Costs costs{.bytes = static_cast<double>(writer_.encoded_bytes())};
    AKIN_TRY(writer_.Write(Join(task_.directory, "sample.akin")).status());
    costs.seconds = SecondsSince(start);
    return costs;
  }

  ShardBuilder& builder_;
  const BuildLayout& layout_;
  const BuildTask& task_;
  ForestShardWriter writer_;
  double walking_ = 0;  // seconds of the last sample, without writing it
};

}  // namespace

Result<BuildReport> BuildForests(const BuildRequest& request, const Control& control) {
  AKIN_TRY_ASSIGN(ForestPlan plan, PlanForests(request));
  BuildReport report{.name = request.name, .parameters = plan.manifest.parameters};
  std::vector<uint32_t> all(plan.shards.size());
  std::iota(all.begin(), all.end(), 0);
  AKIN_TRY(BuildShards(TaskOf(request, request.index, control), request, all, plan, report));
  // Also if every shard was found: an earlier call may have stopped just before this.
  if (report.fingerprints_built > 0 || plan.published == nullptr ||
      !(plan.published->parameters == plan.manifest.parameters)) {
    AKIN_TRY(WriteIndexManifest(request.index, plan.manifest));
  }
  AKIN_TRY(RemoveUnlistedFiles(request.index, plan.manifest));
  for (const ShardEntry& shard : plan.manifest.shards) report.bytes += shard.bytes;
  report.built = report.fingerprints_built > 0;
  return report;
}

Result<BuildReport> BuildSomeShards(const BuildRequest& request, const Control& control) {
  AKIN_TRY_ASSIGN(ForestPlan plan, PlanForests(request));
  AKIN_TRY(CheckNoOtherShards(request, plan));
  BuildReport report{.name = request.name, .parameters = plan.manifest.parameters};
  AKIN_TRY(
      BuildShards(TaskOf(request, request.index, control), request, request.shards, plan, report));
  for (uint32_t i = 0; i < plan.shards.size(); ++i) {
    AKIN_TRY_ASSIGN(const bool there, Exists(Join(request.index, plan.manifest.shards[i].file)));
    if (!there) report.missing.push_back(i);
    report.bytes += plan.manifest.shards[i].bytes;
  }
  report.built = report.fingerprints_built > 0;
  return report;
}

Result<BuildEstimate> EstimateBuild(const std::string& corpus, const BuildOptions& options,
                                    const Control& control) {
  const auto start = std::chrono::steady_clock::now();
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

  AKIN_TRY_ASSIGN(const auto scratch, TemporaryDirectory::Create());
  const BuildTask task = TaskOf(request, scratch.path(), control);
  AKIN_TRY_ASSIGN(const auto builder, ShardBuilder::Create(layout, task));
  const double prepared = SecondsSince(start);
  SampleBuild sample(*builder, layout, task);
  AKIN_TRY_ASSIGN(const SampleBuild::Costs costs, sample.OfShard(plan[0]));

  BuildEstimate estimate;
  const unsigned fingerprints = request.shards.empty() ? request.wanted.fingerprints().fingerprints
                                                       : FingerprintsOf(plan, request.shards);
  const double times = static_cast<double>(fingerprints) / plan[0].fingerprints;
  estimate.bytes = static_cast<uint64_t>(costs.bytes * times) + plan.size() * kHeaderPage;
  estimate.seconds = prepared + costs.seconds * times;
  estimate.memory = layout.memory;
  return estimate;
}

}  // namespace akin
