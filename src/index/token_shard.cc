// akin::TokenShard: writes a shard from what met, fingerprint by fingerprint.
#include <optional>

#include "akin/errors.h"
#include "akin/tokens.h"
#include "akin/try.h"
#include "base/files.h"
#include "index/build_layout.h"
#include "index/forest_shard_writer.h"
#include "index/index_parameters.h"
#include "index/token_request.h"
#include "sketch/class_sorter.h"
#include "sketch/range_minhash.h"
#include "sketch/token_code.h"
#include "sketch/tree_collector.h"

namespace akin {
namespace {

constexpr uint64_t kLeastSorting = uint64_t{16} << 20;

}  // namespace

struct TokenShard::Parts {
  std::string path;
  ShardParameters parameters;
  uint64_t memory;  // for sorting
  std::stop_token stop;
  TemporaryDirectory directory;
  ForestShardWriter writer;
  uint32_t forest = 0;                 // whose blobs come now, of those of the shard
  std::optional<TreeCollector> trees;  // of walks
  unsigned step = 1;                   // of the merges that come now
  std::optional<ClassSorter> classes;  // of values
  uint64_t values = 0;                 // in `classes`

  Status BeginForest();
  Status EndForest();
  Status EndForestsBefore(uint32_t end);
  Status AddMerges(unsigned merged_at, std::span<const std::byte> bytes);
  Status AddValues(std::span<const std::byte> bytes);
};

TokenShard::TokenShard(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
TokenShard::~TokenShard() = default;
TokenShard::TokenShard(TokenShard&&) noexcept = default;

Result<TokenShard> TokenShard::Begin(const std::string& corpus, const BuildOptions& options,
                                     uint32_t shard, const Control& control) {
  AKIN_TRY_ASSIGN(const BuildRequest request, ResolveTokens(corpus, options));
  const auto plan = PlanShards(request.wanted, request.graph->vertices());
  if (shard >= plan.size()) return InvalidArgument("", "no such shard");
  const uint64_t writing = ForestShardWriter::MemoryFor(plan[shard], true) + kSortingFiles;
  if (control.memory < writing + kLeastSorting) {
    return OutOfMemory("writing a shard", static_cast<double>(writing + kLeastSorting),
                       static_cast<double>(control.memory));
  }
  AKIN_TRY_ASSIGN(auto directory, TemporaryDirectory::Create());
  const std::string spool = Join(directory.path(), "forest");
  auto parts = std::make_unique<Parts>(Parts{.path = Join(request.index, ShardFile(plan[shard])),
                                             .parameters = plan[shard],
                                             .memory = control.memory - writing,
                                             .stop = control.stop,
                                             .directory = std::move(directory),
                                             .writer = ForestShardWriter(spool),
                                             .trees = {},
                                             .classes = {}});
  parts->writer.Begin(parts->parameters);
  AKIN_TRY(parts->BeginForest());
  return TokenShard(std::move(parts));
}

Status TokenShard::Parts::BeginForest() {
  const std::string spill = Join(directory.path(), "trees");
  if (parameters.walk.classes()) {
    classes.emplace(spill, memory / 4);
    values = 0;
    return {};
  }
  AKIN_TRY_ASSIGN(TreeCollector empty, TreeCollector::Create(parameters.vertices, spill, memory));
  trees.emplace(std::move(empty));
  step = 1;
  return {};
}

Status TokenShard::Parts::EndForest() {
  const ForestSink sink{
      .members =
          [&](std::span<const VertexId> members, std::span<const uint8_t> labels) {
            return writer.AddMembers(forest, members, labels);
          },
      .places = [&](std::span<const uint32_t> places) { return writer.AddPlaces(forest, places); }};
  if (trees) {
    AKIN_TRY(trees->Deliver(stop, sink));
  } else {
    if (values != parameters.vertices) {
      return {Code::kDamaged, "values of some vertices are missing, or there are too many"};
    }
    AKIN_TRY(classes->Finish(parameters.vertices, memory / 4, sink));
  }
  return writer.EndForest(forest++);
}

Status TokenShard::Parts::EndForestsBefore(uint32_t end) {
  while (forest < end) {
    AKIN_TRY(EndForest());
    if (forest < parameters.forests()) AKIN_TRY(BeginForest());
  }
  return {};
}

Status TokenShard::Parts::AddMerges(unsigned merged_at, std::span<const std::byte> bytes) {
  if (merged_at < step || merged_at > parameters.walk.length) {
    return InvalidArgument("", "the merges of a fingerprint come in the order of their steps");
  }
  if (merged_at > step) trees->BeginStep(merged_at);
  step = merged_at;
  return DecodeTokens<WalkMerge>(bytes, parameters.vertices,
                                 [&](const WalkMerge& merge) { return trees->Add(merge); });
}

Status TokenShard::Parts::AddValues(std::span<const std::byte> bytes) {
  return DecodeValues(bytes, parameters.vertices, [&](VertexId vertex, uint32_t value) {
    ++values;
    return classes->Add(value, vertex);
  });
}

Status TokenShard::Add(TokenKind kind, uint32_t fingerprint, unsigned step,
                       std::span<const std::byte> bytes) {
  Parts& parts = *parts_;
  const uint32_t number = fingerprint - parts.parameters.first_fingerprint;
  const bool classes = parts.parameters.walk.classes();
  if (!GoesToShard(kind) || classes != (kind == TokenKind::kValues)) {
    return InvalidArgument("", "blobs of this kind do not go to shards of this measure");
  }
  if (classes && step == 0) return {};  // at distance 0 all values differ
  const unsigned layers = parts.parameters.walk.layers();
  const uint32_t forest = number * layers + (classes ? step - 1 : 0);
  if (number >= parts.parameters.fingerprints || forest < parts.forest ||
      (classes && step > layers)) {
    return InvalidArgument("", "the fingerprints of a shard come in order");
  }
  AKIN_TRY(parts.EndForestsBefore(forest));
  if (classes) return parts.AddValues(bytes);
  if (kind == TokenKind::kMerges) return parts.AddMerges(step, bytes);
  return DecodeTokens<EndedGroup>(bytes, parts.parameters.vertices,
                                  [&](const EndedGroup& tree) { return parts.trees->Add(tree); });
}

Status TokenShard::Finish() {
  AKIN_TRY(parts_->EndForestsBefore(parts_->parameters.forests()));
  return parts_->writer.Write(parts_->path).status();
}

}  // namespace akin
