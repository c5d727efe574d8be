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

#include "base/files.h"
#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "index/diagonal_file.h"
#include "index/forest_shard_writer.h"
#include "index/manifest.h"
#include "index/shard_builder.h"
#include "linear/diagonal.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

constexpr unsigned kMostFingerprints = 1'000'000;  // sums of scores stay exact in 64 bits

Status Invalid(std::string message) { return Status(Code::kInvalidArgument, std::move(message)); }

Status CheckFingerprints(const BuildOptions& options) {
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
  if (!(options.epsilon >= kLeastEpsilon && options.epsilon < 1)) {
    return Invalid(fmt::format("epsilon {} is not in {} to 1", options.epsilon, kLeastEpsilon));
  }
  return {};
}

}  // namespace

Status CheckBuildOptions(const BuildOptions& options) {
  if (!(options.decay > 0 && options.decay < 1)) {
    return Invalid(fmt::format("decay {} is not between 0 and 1", options.decay));
  }
  AKIN_TRY(options.method == Method::kPush ? CheckPush(options) : CheckFingerprints(options));
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

bool SameWalks(const IndexManifest& manifest, const WalkParameters& walk, double decay,
               uint64_t graph_identity) {
  return manifest.method == Method::kFingerprints && manifest.walk.measure == walk.measure &&
         manifest.walk.seed == walk.seed && manifest.walk.length == walk.length &&
         manifest.decay == decay && manifest.graph_identity == graph_identity;
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

Status BuildShards(const std::string& index, const Graph& graph, Builder builder_wanted,
                   const std::vector<ShardParameters>& plan, IndexManifest& manifest,
                   BuildReport& report, const Control& control) {
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

  AKIN_TRY_ASSIGN(const BuildLayout layout, LayOutBuild(builder_wanted, plan[0], graph, control));
  AKIN_TRY_ASSIGN(const auto builder,
                  ShardBuilder::Create(layout, graph, plan[0].walk, index, control));
  ProgressMeter meter(control, "walking", "fingerprints",
                      manifest.fingerprints - report.fingerprints_found);
  ShardFiles files(index, layout);
  std::vector<ForestShardWriter> walked = files.NewWriters(layout, 0);
  for (size_t begin = 0; begin < missing.size(); begin += layout.shards_at_once) {
    const size_t count = std::min(layout.shards_at_once, missing.size() - begin);
    const std::span numbers = std::span(missing).subspan(begin, count);
    std::vector<ShardParameters> parameters;
    for (size_t i = 0; i < count; ++i) {
      parameters.push_back(plan[numbers[i]]);
      walked[i].Begin(parameters.back());
    }
    AKIN_TRY(builder->Walk(std::span(walked).first(count), parameters, meter));
    AKIN_TRY(files.Write(walked, numbers, manifest));
    for (const ShardParameters& shard : parameters) report.fingerprints_built += shard.fingerprints;
  }
  return files.Finish();
}

struct Request {
  std::string name;
  std::string index;  // its directory
  std::unique_ptr<Graph> graph;
  WalkParameters walk;
};

Result<Request> Understand(const std::string& corpus, const BuildOptions& options) {
  AKIN_TRY(CheckBuildOptions(options));
  AKIN_TRY_ASSIGN(const CorpusManifest manifest, ReadCorpusManifest(corpus));
  Request request;
  request.name = options.name;
  if (request.name.empty()) request.name = MeasureName(options.measure);
  if (options.name.empty() && options.method == Method::kPush) request.name += "-push";
  request.index = IndexPath(corpus, request.name);
  AKIN_TRY_ASSIGN(request.graph, Graph::Open(GraphPath(corpus), Container::Verification::kLazily));
  if (request.graph->identity() != manifest.graph_identity) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: not the file that corpus.json names",
                                              GraphPath(corpus)));
  }
  request.walk = {.measure = options.measure, .seed = options.seed, .length = options.length};
  return request;
}

}  // namespace

namespace {

Status OtherParameters(const Request& request) {
  return Status(Code::kAlreadyExists,
                fmt::format("{}: an index of this name has other parameters; choose another "
                            "--name, or pass --force to build it anew",
                            request.index));
}

Result<BuildReport> BuildForests(const Request& request, const BuildOptions& options,
                                 const Control& control) {
  const uint64_t graph_identity = request.graph->identity();
  unsigned fingerprints = options.fingerprints;
  unsigned published = 0;  // fingerprints of an index of these parameters that is there
  if (HasManifest(request.index) && !options.replace) {
    AKIN_TRY_ASSIGN(const IndexManifest old, ReadIndexManifest(request.index));
    if (!SameWalks(old, request.walk, options.decay, graph_identity)) {
      return OtherParameters(request);
    }
    // A larger index answers for fewer fingerprints too.
    published = old.fingerprints;
    fingerprints = std::max(fingerprints, published);
  }

  IndexManifest manifest{.walk = request.walk,
                         .decay = options.decay,
                         .fingerprints = fingerprints,
                         .graph_identity = graph_identity};
  BuildReport report{.name = request.name};
  const auto plan =
      PlanShards(request.walk, fingerprints, request.graph->vertices(), graph_identity);
  AKIN_TRY(
      BuildShards(request.index, *request.graph, options.builder, plan, manifest, report, control));
  // Also when every shard was found: an earlier call may have stopped just before this.
  if (report.fingerprints_built > 0 || published != fingerprints) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  RemoveStrangers(request.index, manifest);
  for (const ShardEntry& shard : manifest.shards) report.bytes += shard.bytes;
  report.built = report.fingerprints_built > 0;
  return report;
}

// The one file of the index, if an earlier call left it whole.
Result<std::unique_ptr<DiagonalFile>> FindDiagonal(const std::string& path,
                                                   const DiagonalParameters& parameters) {
  AKIN_TRY_ASSIGN(auto file, DiagonalFile::Open(path));
  if (file->parameters() == parameters) return file;
  return Status(Code::kNotFound, "another one");
}

Result<BuildReport> BuildPush(const Request& request, const BuildOptions& options,
                              const Control& control) {
  const Graph& graph = *request.graph;
  IndexManifest manifest{.method = Method::kPush,
                         .walk = {.seed = options.seed},
                         .decay = options.decay,
                         .epsilon = options.epsilon,
                         .graph_identity = graph.identity()};
  const DiagonalParameters wanted = DiagonalParametersOf(manifest, graph.vertices());
  if (HasManifest(request.index) && !options.replace) {
    AKIN_TRY_ASSIGN(const IndexManifest old, ReadIndexManifest(request.index));
    if (old.method != Method::kPush || !(DiagonalParametersOf(old, graph.vertices()) == wanted)) {
      return OtherParameters(request);
    }
  }
  const std::string name = DiagonalFileName(wanted);
  const std::string path = Join(request.index, name);
  BuildReport report{.name = request.name};
  if (!FindDiagonal(path, wanted).ok()) {
    AKIN_TRY_ASSIGN(const Adjacency in, graph.In());
    AKIN_TRY_ASSIGN(const Adjacency out, graph.Out());
    const DiagonalOptions diagonal_options{
        .decay = options.decay, .error = options.epsilon * kDiagonalShare, .seed = options.seed};
    AKIN_TRY_ASSIGN(const Diagonal diagonal, SolveDiagonal(in, out, diagonal_options, control));
    AKIN_TRY(WriteDiagonalFile(path, wanted, diagonal).status());
    report.built = true;
  }
  AKIN_TRY_ASSIGN(const auto file, FindDiagonal(path, wanted));
  report.bytes = file->container().bytes();
  report.diagonal_error = file->score_error();
  report.sampled = file->sampled();
  manifest.shards.push_back(
      {.file = name, .bytes = report.bytes, .identity = file->container().identity()});
  if (report.built || !HasManifest(request.index) || options.replace) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  RemoveStrangers(request.index, manifest);
  return report;
}

}  // namespace

Result<BuildReport> BuildIndex(const std::string& corpus, const BuildOptions& options,
                               const Control& control) {
  AKIN_TRY_ASSIGN(const Request request, Understand(corpus, options));
  AKIN_TRY(Files().MakeDirectory(IndexesPath(corpus)));
  AKIN_TRY(Files().MakeDirectory(request.index));
  AKIN_TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::Take(request.index));
  Result<BuildReport> report = options.method == Method::kPush
                                   ? BuildPush(request, options, control)
                                   : BuildForests(request, options, control);
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
  if (options.method == Method::kPush) {
    return Invalid(
        fmt::format("what an index for pushing takes is not known beforehand, but for "
                    "its {} bytes",
                    graph.vertices() * sizeof(float) + kHeaderPage));
  }
  const auto plan = PlanShards(request.walk, options.fingerprints, graph.vertices(), 0);
  AKIN_TRY_ASSIGN(const BuildLayout layout, LayOutBuild(options.builder, plan[0], graph, control));

  ShardParameters sample = plan[0];
  sample.fingerprints = 1;
  BuildLayout one_thread = layout;
  one_thread.threads = 1;
  AKIN_TRY_ASSIGN(const auto scratch, TemporaryDirectory::Create());
  AKIN_TRY_ASSIGN(const auto builder,
                  ShardBuilder::Create(one_thread, graph, request.walk, scratch.path(), control));
  std::vector<ForestShardWriter> writer;
  writer.emplace_back(layout.spool ? Join(scratch.path(), "forest") : "");
  writer[0].Begin(sample);
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
