// Signatures of bags (sketch/weighted_minhash.h), one window of vertices at a time. Each sample is
// sorted by value, in memory or on disk, which makes classes (sketch/class_sorter.h).
//
// Time: the bags are read once for ten samples. Memory: kTextWindow, and 16 bytes per vertex and
// sorter while that fits the budget; also the largest bag for each thread.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "akin/try.h"
#include "base/files.h"
#include "base/threads.h"
#include "index/shard_builder.h"
#include "sketch/bag_samples.h"
#include "sketch/class_sorter.h"
#include "sketch/weighted_minhash.h"

namespace akin {
namespace {

static_assert(kBlockSamples == kShardFingerprints);

constexpr size_t kPiece = 64;  // bags that a thread takes at once
constexpr size_t kWindow = size_t{1} << 14;
static_assert(kWindow * sizeof(SampleBlock) <= kTextWindow);

class TextShardBuilder : public ShardBuilder {
 public:
  TextShardBuilder(const BuildLayout& layout, const BuildTask& task)
      : task_(task),
        pool_(layout.threads),
        samples_(kWindow),
        bags_(pool_.size()),
        sorter_memory_(layout.sorting / TextSorters(layout.threads)) {}

  Status Walk(std::span<ForestShardWriter> writers, std::span<const ShardParameters> parameters,
              ProgressMeter& meter) override {
    for (size_t i = 0; i < parameters.size(); ++i) {
      AKIN_TRY(BuildShard(writers[i], parameters[i], meter));
    }
    return {};
  }

 private:
  Status BuildShard(ForestShardWriter& writer, const ShardParameters& shard, ProgressMeter& meter) {
    const WeightedMinHash hash(shard.walk.seed, shard.first_fingerprint / kBlockSamples);
    std::vector<ClassSorter> sorters;
    for (uint32_t f = 0; f < shard.fingerprints; ++f) {
      sorters.emplace_back(Join(task_.directory, fmt::format("sample-{}", f)), sorter_memory_);
    }
    const uint64_t count = task_.only.empty() ? shard.vertices : task_.only.size();
    for (uint64_t first = 0; first < count; first += kWindow) {
      const size_t window = std::min<uint64_t>(kWindow, count - first);
      AKIN_TRY(SampleWindow(hash, first, window));
      AKIN_TRY(pool_.Run(shard.fingerprints, task_.control.stop,
                         [&](uint64_t f, unsigned) { return Add(first, window, f, sorters[f]); }));
    }
    return pool_.Run(shard.fingerprints, task_.control.stop, [&](uint64_t f, unsigned) -> Status {
      const auto forest = static_cast<uint32_t>(f);
      AKIN_TRY(sorters[f].Finish(shard.vertices, sorter_memory_, SinkFor(writer, forest)));
      AKIN_TRY(writer.EndForest(forest));
      meter.Advance(1);
      return {};
    });
  }

  VertexId Listed(uint64_t i) const {
    return task_.only.empty() ? static_cast<VertexId>(i) : task_.only[i];
  }

  Status SampleWindow(const WeightedMinHash& hash, uint64_t first, size_t window) {
    const uint64_t pieces = (window + kPiece - 1) / kPiece;
    return pool_.Run(pieces, task_.control.stop, [&](uint64_t piece, unsigned worker) -> Status {
      std::vector<BagTerm>& bag = bags_[worker];
      const size_t end = std::min<size_t>(window, (piece + 1) * kPiece);
      for (size_t i = piece * kPiece; i < end; ++i) {
        AKIN_TRY(SampleVertex(*task_.bags, hash, Listed(first + i), bag, samples_[i]));
      }
      return {};
    });
  }

  Status Add(uint64_t first, size_t window, uint64_t sample, ClassSorter& sorter) const {
    for (size_t i = 0; i < window; ++i) {
      const uint32_t value = samples_[i][sample];
      if (value != kNoSample) AKIN_TRY(sorter.Add(value, Listed(first + i)));
    }
    return {};
  }

  BuildTask task_;
  ThreadPool pool_;
  std::vector<SampleBlock> samples_;        // of the current window
  std::vector<std::vector<BagTerm>> bags_;  // per thread
  uint64_t sorter_memory_;
};

}  // namespace

std::unique_ptr<ShardBuilder> MakeTextBuilder(const BuildLayout& layout, const BuildTask& task) {
  return std::make_unique<TextShardBuilder>(layout, task);
}

}  // namespace akin
