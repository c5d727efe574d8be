// akin::BuildIndex: the in-memory builder. Fingerprints are walked side by side, a shard or a few
// at a time; a finished shard is a file, so an interrupted build goes on from there.
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
#include "base/mapped_array.h"
#include "base/progress.h"
#include "base/threads.h"
#include "base/try.h"
#include "graph/corpus_files.h"
#include "graph/graph.h"
#include "index/forest_shard_writer.h"
#include "index/manifest.h"
#include "sketch/forest.h"

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

// A copy of the in-links on huge pages if the budget allows, else the mapped file itself.
struct InLinks {
  HugeArray<uint64_t> offsets;
  HugeArray<VertexId> neighbours;
  Adjacency view;
};

InLinks PlaceInLinks(const Adjacency& mapped, uint64_t budget) {
  InLinks links;
  links.view = mapped;
  if (mapped.offsets.size_bytes() + mapped.neighbours.size_bytes() > budget) return links;
  links.offsets = HugeArray<uint64_t>(mapped.offsets.size());
  links.neighbours = HugeArray<VertexId>(mapped.neighbours.size());
  if (!links.offsets.ok() || !links.neighbours.ok()) return links;
  std::copy(mapped.offsets.begin(), mapped.offsets.end(), links.offsets.data());
  std::copy(mapped.neighbours.begin(), mapped.neighbours.end(), links.neighbours.data());
  links.view = {.offsets = links.offsets.span(), .neighbours = links.neighbours.span()};
  return links;
}

// How the budget is spent: a builder per thread, a few shards in the making, the copy of the
// in-links.
struct Layout {
  unsigned threads = 1;
  size_t shards_at_once = 1;
  bool overlap = false;  // shards are written while the next ones are walked
  uint64_t for_in_links = 0;
  uint64_t memory = 0;  // without the in-links
};

Result<Layout> LayOut(const ShardParameters& shard, const Control& control) {
  const uint64_t per_thread = ForestBuilder::MemoryFor(shard.vertices);
  const uint64_t per_shard = ForestShardWriter::MemoryFor(shard);
  if (per_thread + per_shard > control.memory) {
    return Status(
        Code::kOutOfBudget,
        fmt::format("building needs {} MiB of memory besides the mapped graph, the budget "
                    "is {} MiB; raise --memory",
                    ((per_thread + per_shard) >> 20) + 1, control.memory >> 20));
  }
  Layout layout;
  const uint64_t threads_that_fit =
      (control.memory - per_shard) / std::max<uint64_t>(1, per_thread);
  layout.threads = static_cast<unsigned>(
      std::min<uint64_t>(ThreadsOrAll(control.threads), std::max<uint64_t>(1, threads_that_fit)));
  uint64_t left = control.memory - layout.threads * per_thread;
  layout.shards_at_once =
      std::clamp<uint64_t>((layout.threads + shard.fingerprints - 1) / shard.fingerprints, 1,
                           left / std::max<uint64_t>(1, per_shard));
  layout.overlap = layout.threads > 1 && 2 * layout.shards_at_once * per_shard <= left;
  layout.memory =
      layout.threads * per_thread + layout.shards_at_once * per_shard * (layout.overlap ? 2 : 1);
  layout.for_in_links = control.memory - layout.memory;
  return layout;
}

class ShardBuilder {
 public:
  static Result<ShardBuilder> Create(const Adjacency& in, const WalkParameters& walk,
                                     const Layout& layout, const Control& control) {
    ShardBuilder builder(control);
    builder.links_ = PlaceInLinks(in, layout.for_in_links);
    builder.pool_ = std::make_unique<ThreadPool>(layout.threads);
    for (unsigned i = 0; i < layout.threads; ++i) {
      AKIN_TRY_ASSIGN(auto forests, ForestBuilder::Create(builder.links_.view, walk));
      builder.forests_.push_back(std::move(forests));
    }
    return builder;
  }

  // Walks and encodes the fingerprints of some shards at once.
  Status Walk(std::span<ForestShardWriter> shards, const ShardParameters* parameters,
              ProgressMeter& meter) {
    struct Piece {
      size_t shard;
      uint32_t fingerprint;
    };
    std::vector<Piece> pieces;
    for (size_t s = 0; s < shards.size(); ++s) {
      for (uint32_t f = 0; f < parameters[s].fingerprints; ++f) pieces.push_back({s, f});
    }
    return pool_->Run(pieces.size(), control_->stop, [&](uint64_t i, unsigned worker) -> Status {
      const auto [shard, fingerprint] = pieces[i];
      Forest forest;
      AKIN_TRY(forests_[worker]->Build(parameters[shard].first_fingerprint + fingerprint,
                                       control_->stop, forest));
      AKIN_TRY(shards[shard].AddForest(fingerprint, forest));
      meter.Advance(1);
      return {};
    });
  }

 private:
  explicit ShardBuilder(const Control& control) : control_(&control) {}

  const Control* control_;
  InLinks links_;
  std::unique_ptr<ThreadPool> pool_;
  std::vector<std::unique_ptr<ForestBuilder>> forests_;
};

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
  return manifest.walk.measure == walk.measure && manifest.walk.seed == walk.seed &&
         manifest.walk.length == walk.length && manifest.decay == decay &&
         manifest.graph_identity == graph_identity;
}

// Files of shards that the manifest just written does not name, and of writes that were cut off.
void RemoveStrangers(const std::string& index, const IndexManifest& manifest) {
  std::set<std::string> named = {"manifest.json"};
  for (const ShardEntry& shard : manifest.shards) named.insert(shard.file);
  std::error_code error;
  std::vector<std::string> strangers;
  for (const auto& entry : std::filesystem::directory_iterator(index, error)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".akin" && ending != ".tmp") continue;  // not ours
    if (!named.contains(entry.path().filename().string()))
      strangers.push_back(entry.path().string());
  }
  for (const std::string& path : strangers) (void)Files().RemoveAll(path);
}

// Writes shards while the next ones are walked, if the layout has room for that.
class ShardFiles {
 public:
  ShardFiles(std::string index, const Layout& layout)
      : index_(std::move(index)),
        overlap_(layout.overlap),
        pool_(std::max(1U, layout.threads / 4)),
        writers_(layout.overlap ? layout.shards_at_once : 0) {}

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
    for (size_t i = 0; i < numbers.size(); ++i) {
      ShardEntry& entry = manifest.shards[numbers[i]];
      const std::string path = Join(index_, entry.file);
      AKIN_TRY_ASSIGN(entry.identity, writers[i].Write(path, pool_));
      entry.bytes = std::filesystem::file_size(path);
    }
    return {};
  }

  std::string index_;
  bool overlap_;
  ThreadPool pool_;
  std::vector<ForestShardWriter> writers_;
  std::future<Status> writing_;  // the last member: waits before the others go
};

Status BuildShards(const std::string& index, const Adjacency& in,
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

  AKIN_TRY_ASSIGN(const Layout layout, LayOut(plan[0], control));
  AKIN_TRY_ASSIGN(ShardBuilder builder, ShardBuilder::Create(in, plan[0].walk, layout, control));
  ProgressMeter meter(control, "walking", "fingerprints",
                      manifest.fingerprints - report.fingerprints_found);
  std::vector<ForestShardWriter> walked(layout.shards_at_once);
  ShardFiles files(index, layout);
  for (size_t begin = 0; begin < missing.size(); begin += layout.shards_at_once) {
    const size_t count = std::min(layout.shards_at_once, missing.size() - begin);
    const std::span numbers = std::span(missing).subspan(begin, count);
    std::vector<ShardParameters> parameters;
    for (size_t i = 0; i < count; ++i) {
      parameters.push_back(plan[numbers[i]]);
      AKIN_TRY(walked[i].Begin(parameters.back()));
    }
    AKIN_TRY(builder.Walk(std::span(walked).first(count), parameters.data(), meter));
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
  request.name = options.name.empty() ? std::string(MeasureName(options.measure)) : options.name;
  request.index = IndexPath(corpus, request.name);
  AKIN_TRY_ASSIGN(request.graph, Graph::Open(GraphPath(corpus)));
  if (request.graph->identity() != manifest.graph_identity) {
    return Status(Code::kDamaged, fmt::format("{}: damaged: not the file that corpus.json names",
                                              GraphPath(corpus)));
  }
  request.walk = {.measure = options.measure, .seed = options.seed, .length = options.length};
  return request;
}

}  // namespace

Result<BuildReport> BuildIndex(const std::string& corpus, const BuildOptions& options,
                               const Control& control) {
  AKIN_TRY_ASSIGN(const Request request, Understand(corpus, options));
  const uint64_t graph_identity = request.graph->identity();
  AKIN_TRY(Files().MakeDirectory(IndexesPath(corpus)));
  AKIN_TRY(Files().MakeDirectory(request.index));
  AKIN_TRY_ASSIGN(const DirectoryLock lock, DirectoryLock::Take(request.index));

  unsigned fingerprints = options.fingerprints;
  unsigned published = 0;  // fingerprints of an index of these parameters that is there
  if (HasManifest(request.index) && !options.replace) {
    AKIN_TRY_ASSIGN(const IndexManifest old, ReadIndexManifest(request.index));
    if (!SameWalks(old, request.walk, options.decay, graph_identity)) {
      return Status(Code::kAlreadyExists,
                    fmt::format("{}: an index of this name has other parameters; choose another "
                                "--name, or pass --force to build it anew",
                                request.index));
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
  AKIN_TRY_ASSIGN(const Adjacency in, request.graph->In());
  AKIN_TRY(BuildShards(request.index, in, plan, manifest, report, control));
  // Also when every shard was found: an earlier call may have stopped just before this.
  if (report.fingerprints_built > 0 || published != fingerprints) {
    AKIN_TRY(WriteIndexManifest(request.index, manifest));
  }
  RemoveStrangers(request.index, manifest);
  for (const ShardEntry& shard : manifest.shards) report.bytes += shard.bytes;
  return report;
}

Result<BuildEstimate> EstimateBuild(const std::string& corpus, const BuildOptions& options,
                                    const Control& control) {
  AKIN_TRY_ASSIGN(const Request request, Understand(corpus, options));
  const Graph& graph = *request.graph;
  const auto plan = PlanShards(request.walk, options.fingerprints, graph.vertices(), 0);
  AKIN_TRY_ASSIGN(const Layout layout, LayOut(plan[0], control));
  AKIN_TRY_ASSIGN(const Adjacency in, graph.In());

  ShardParameters sample = plan[0];
  sample.fingerprints = 1;
  Layout one_thread = layout;
  one_thread.threads = 1;
  AKIN_TRY_ASSIGN(ShardBuilder builder,
                  ShardBuilder::Create(in, request.walk, one_thread, control));
  std::vector<ForestShardWriter> writer;
  writer.emplace_back();
  AKIN_TRY(writer[0].Begin(sample));
  ProgressMeter meter(control, "sampling", "fingerprints", 1);
  const auto start = std::chrono::steady_clock::now();
  AKIN_TRY(builder.Walk(writer, &sample, meter));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;

  BuildEstimate estimate;
  estimate.bytes = writer[0].encoded_bytes() * options.fingerprints + plan.size() * kHeaderPage;
  estimate.seconds = took.count() * options.fingerprints / layout.threads;
  const uint64_t in_links = in.offsets.size_bytes() + in.neighbours.size_bytes();
  estimate.memory = layout.memory + in_links + (in_links <= layout.for_in_links ? in_links : 0);
  return estimate;
}

}  // namespace akin
