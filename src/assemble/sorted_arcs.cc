#include "assemble/sorted_arcs.h"

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "akin/try.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/threads.h"

namespace akin {
namespace {

constexpr uint64_t kPiecesSampled = 32;
constexpr size_t kSampledOfPiece = 512;
constexpr uint64_t kRangesPerThread = 4;
constexpr uint64_t kLeastRangeMemory = uint64_t{4} << 20;
constexpr uint64_t kPiecesAheadPerThread = 8;
constexpr size_t kVisitedAtOnce = size_t{1} << 18;  // arcs between two checks of the stop token
// Pieces are not sorted in their order but from all parts of the graph. Close pieces have close
// targets, so otherwise the ranges would not fill up evenly.
constexpr uint64_t kStreaks = 64;

constexpr uint64_t Turned(uint64_t arc) { return (arc << 32) | (arc >> 32); }

void TurnAll(std::vector<uint64_t>& arcs) {
  for (uint64_t& arc : arcs) arc = Turned(arc);
}

// The number of vertices of a piece.
uint64_t VerticesOf(const ArcPieces& arcs, uint64_t piece) {
  return (piece + 1) * arcs.vertices / arcs.pieces - piece * arcs.vertices / arcs.pieces;
}

struct Range {
  Range(const std::string& spill_path, uint64_t memory) : sorter(spill_path, memory) {}
  std::mutex mutex;
  ExternalSorter<uint64_t> sorter;
};

class RangeSorter {
 public:
  RangeSorter(const ArcPieces& arcs, bool by_target, const std::string& directory,
              const Control& control);
  Status Sort(const ArcVisitor& visit);

 private:
  // Arcs that a thread has not passed to the ranges yet.
  struct Outgoing {
    std::vector<uint64_t> piece;
    std::vector<std::vector<uint64_t>> parts;
  };

  void Make(uint64_t piece, std::vector<uint64_t>& arcs) const;
  void ChooseBounds(size_t ranges);
  Status AddAll();
  Status Add(Outgoing& outgoing);
  Status Visit(const ArcVisitor& visit);

  const ArcPieces& arcs_;
  const bool by_target_;
  const Control& control_;
  ThreadPool pool_;
  std::vector<uint64_t> bounds_;  // where ranges begin, except the first
  std::vector<std::unique_ptr<Range>> ranges_;
  std::atomic<uint64_t> count_ = 0;
};

RangeSorter::RangeSorter(const ArcPieces& arcs, bool by_target, const std::string& directory,
                         const Control& control)
    : arcs_(arcs), by_target_(by_target), control_(control), pool_(ThreadsOrAll(control.threads)) {
  const uint64_t useful = pool_.size() == 1 ? 1 : pool_.size() * kRangesPerThread;
  const uint64_t most = std::min(control.memory / kLeastRangeMemory, arcs.pieces);
  const uint64_t ranges = std::max<uint64_t>(1, std::min(useful, most));
  if (ranges > 1) ChooseBounds(ranges);
  for (size_t i = 0; i <= bounds_.size(); ++i) {
    const std::string spill = fmt::format("by-{}-{}.spill", by_target ? "target" : "source", i);
    ranges_.push_back(std::make_unique<Range>(Join(directory, spill), control.memory / ranges));
  }
}

void RangeSorter::Make(uint64_t piece, std::vector<uint64_t>& arcs) const {
  arcs_.make(piece, arcs);
  if (by_target_) TurnAll(arcs);
}

void RangeSorter::ChooseBounds(size_t ranges) {
  std::vector<uint64_t> sample;
  std::vector<uint64_t> piece;
  const uint64_t pieces = std::min(arcs_.pieces, kPiecesSampled);
  for (uint64_t i = 0; i < pieces; ++i) {
    Make((2 * i + 1) * arcs_.pieces / (2 * pieces), piece);
    const size_t step = piece.size() / kSampledOfPiece + 1;
    for (size_t j = 0; j < piece.size(); j += step) sample.push_back(piece[j]);
  }
  std::sort(sample.begin(), sample.end());
  if (sample.size() < ranges) return;
  for (size_t i = 1; i < ranges; ++i) bounds_.push_back(sample[i * sample.size() / ranges]);
}

Status RangeSorter::AddAll() {
  ProgressMeter meter(control_, "generating", "vertices", arcs_.vertices);
  std::vector<Outgoing> outgoing(pool_.size());
  for (Outgoing& own : outgoing) own.parts.resize(ranges_.size());
  const uint64_t streak = (arcs_.pieces + kStreaks - 1) / kStreaks;
  return pool_.Run(streak * kStreaks, control_.stop, [&](uint64_t turn, unsigned worker) -> Status {
    const uint64_t piece = turn % kStreaks * streak + turn / kStreaks;
    if (piece >= arcs_.pieces) return {};
    Outgoing& own = outgoing[worker];
    Make(piece, own.piece);
    count_ += own.piece.size();
    AKIN_TRY(Add(own));
    meter.Advance(VerticesOf(arcs_, piece));
    return {};
  });
}

// Ranges that other threads use, perhaps to sort them, are left for the end.
Status RangeSorter::Add(Outgoing& outgoing) {
  if (ranges_.size() == 1) {
    const std::lock_guard lock(ranges_[0]->mutex);
    return ranges_[0]->sorter.Add(outgoing.piece);
  }
  for (const uint64_t arc : outgoing.piece) {
    const auto range = std::upper_bound(bounds_.begin(), bounds_.end(), arc) - bounds_.begin();
    outgoing.parts[static_cast<size_t>(range)].push_back(arc);
  }
  for (const bool wait : {false, true}) {
    for (size_t i = 0; i < ranges_.size(); ++i) {
      std::vector<uint64_t>& part = outgoing.parts[i];
      if (part.empty()) continue;
      std::unique_lock lock(ranges_[i]->mutex, std::defer_lock);
      if (wait) {
        lock.lock();
      } else if (!lock.try_lock()) {
        continue;
      }
      AKIN_TRY(ranges_[i]->sorter.Add(part));
      part.clear();
    }
  }
  return {};
}

Status RangeSorter::Visit(const ArcVisitor& visit) {
  ProgressMeter meter(control_, by_target_ ? "writing in-links" : "writing out-links", "arcs",
                      count_);
  for (const auto& range : ranges_) {
    AKIN_TRY(DrainDistinct(range->sorter, [&](std::span<const uint64_t> arcs) -> Status {
      while (!arcs.empty()) {
        AKIN_TRY(CheckStop(control_));
        const auto some = arcs.first(std::min(arcs.size(), kVisitedAtOnce));
        AKIN_TRY(visit(some));
        meter.Advance(some.size());
        arcs = arcs.subspan(some.size());
      }
      return {};
    }));
  }
  return {};
}

Status RangeSorter::Sort(const ArcVisitor& visit) {
  AKIN_TRY(AddAll());
  AKIN_TRY(pool_.Run(ranges_.size(), control_.stop,
                     [&](uint64_t i, unsigned) { return ranges_[i]->sorter.Seal(); }));
  return Visit(visit);
}

// While one thread passes on some pieces, the others make the next ones.
Status VisitInOrder(const ArcPieces& arcs, const Control& control, const ArcVisitor& visit) {
  ThreadPool pool(ThreadsOrAll(control.threads));
  ProgressMeter meter(control, "writing out-links", "vertices", arcs.vertices);
  const uint64_t most = control.memory / (4 * ArcPieces::kArcs * sizeof(uint64_t));
  const uint64_t ahead = std::max<uint64_t>(1, std::min(most, kPiecesAheadPerThread * pool.size()));
  std::vector<std::vector<uint64_t>> ready(ahead);
  std::vector<std::vector<uint64_t>> next(ahead);
  const auto pass_on = [&]() -> Status {
    for (std::vector<uint64_t>& piece : ready) {
      if (!piece.empty()) AKIN_TRY(visit(piece));
      piece.clear();
    }
    return {};
  };
  for (uint64_t begin = 0; begin < arcs.pieces; begin += ahead) {
    const uint64_t count = std::min(ahead, arcs.pieces - begin);
    AKIN_TRY(pool.Run(count + 1, control.stop, [&](uint64_t i, unsigned) -> Status {
      if (i == 0) return pass_on();
      arcs.make(begin + i - 1, next[i - 1]);
      meter.Advance(VerticesOf(arcs, begin + i - 1));
      return {};
    }));
    std::swap(ready, next);
  }
  return pass_on();
}

}  // namespace

Status VisitByTarget(const ArcPieces& arcs, const std::string& directory, const Control& control,
                     const ArcVisitor& visit) {
  return RangeSorter(arcs, /*by_target=*/true, directory, control).Sort(visit);
}

Status VisitBySource(const ArcPieces& arcs, const std::string& directory, const Control& control,
                     const ArcVisitor& visit) {
  if (arcs.by_source) return VisitInOrder(arcs, control, visit);
  return RangeSorter(arcs, /*by_target=*/false, directory, control).Sort(visit);
}

}  // namespace akin
