#include "index/shard_builder.h"

namespace akin {

std::vector<ShardBuilder::Piece> ShardBuilder::PiecesOf(std::span<const ShardParameters> shards) {
  std::vector<Piece> pieces;
  for (size_t s = 0; s < shards.size(); ++s) {
    for (uint32_t f = 0; f < shards[s].fingerprints; ++f) {
      pieces.push_back({s, f, shards[s].first_fingerprint + f});
    }
  }
  return pieces;
}

ForestSink ShardBuilder::SinkFor(ForestShardWriter& writer, uint32_t forest) {
  return {
      .members =
          [&writer, forest](std::span<const VertexId> members, std::span<const uint8_t> labels) {
            return writer.AddMembers(forest, members, labels);
          },
      .places = [&writer, forest](
                    std::span<const uint32_t> places) { return writer.AddPlaces(forest, places); }};
}

Result<std::unique_ptr<ShardBuilder>> ShardBuilder::Create(const BuildLayout& layout,
                                                           const BuildTask& task) {
  if (task.bags != nullptr) return MakeTextBuilder(layout, task);
  if (layout.builder == Builder::kExternal) return MakeSortBuilder(layout, task);
  if (task.walk.classes()) return MakeMinHashBuilder(layout, task);
  if (layout.builder == Builder::kSemiExternal) return MakeScanBuilder(layout, task);
  return MakeMemoryBuilder(layout, task);
}

}  // namespace akin
