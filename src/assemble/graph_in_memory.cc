#include "assemble/graph_in_memory.h"

#include <algorithm>
#include <span>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/common_targets.h"
#include "assemble/sorted_arcs.h"
#include "base/parallel_radix_sort.h"
#include "base/progress.h"
#include "graph/graph.h"

namespace akin {
namespace {

constexpr size_t kArcsTurnedAtOnce = size_t{1} << 16;
constexpr size_t kArcsWrittenAtOnce = size_t{1} << 18;  // between two checks of the stop token

constexpr uint64_t TurnedArc(uint64_t arc) { return (arc << 32) | (arc >> 32); }

class MemoryGraphWriter {
 public:
  MemoryGraphWriter(VertexId vertices, ArcsInMemory arcs, const IngestOptions& options,
                    const Control& control, ThreadPool& pool, IngestReport& report)
      : vertices_(vertices),
        arcs_(std::move(arcs)),
        options_(options),
        control_(control),
        pool_(pool),
        report_(report) {}

  Result<uint64_t> Write(const std::string& path) {
    DropSelfLoops();
    AKIN_TRY(AddOpposites());
    scratch_ = HugeArray<uint64_t>(arcs_.count);
    if (!scratch_.ok()) return MemoryRefused("sorting");
    const SortedArcs by_target = [&](const ArcVisitor& visit) -> Status {
      // Both orders of an undirected arc are there, and a reversed arc is turned already.
      if (!options_.undirected && !options_.reverse) AKIN_TRY(Turn());
      AKIN_TRY(Sort("sorting in-links"));
      AKIN_TRY(DropDuplicates());
      report_.arcs = arcs_.count;
      return Visit(visit, "writing in-links");
    };
    const SortedArcs by_source = [&](const ArcVisitor& visit) -> Status {
      AKIN_TRY(Turn());
      AKIN_TRY(Sort("sorting out-links"));
      return Visit(visit, "writing out-links");
    };
    return WriteGraph(path, vertices_, by_target, by_source);
  }

 private:
  std::span<uint64_t> arcs() { return arcs_.room.span().first(arcs_.count); }

  void DropSelfLoops() {
    if (!options_.drop_self_loops) return;
    const auto kept = std::remove_if(arcs().begin(), arcs().end(),
                                     [](uint64_t arc) { return ArcRow(arc) == ArcColumn(arc); });
    report_.self_loops_dropped += static_cast<uint64_t>(arcs().end() - kept);
    arcs_.count = static_cast<size_t>(kept - arcs().begin());
  }

  Status AddOpposites() {
    if (!options_.undirected) return {};
    const size_t count = arcs_.count;
    AKIN_TRY(InPieces(count, [&](size_t i) { arcs_.room[count + i] = TurnedArc(arcs_.room[i]); }));
    arcs_.count *= 2;
    return {};
  }

  Status Turn() {
    return InPieces(arcs_.count, [&](size_t i) { arcs_.room[i] = TurnedArc(arcs_.room[i]); });
  }

  template <class Work>
  Status InPieces(size_t count, const Work& work) {
    const uint64_t pieces = (count + kArcsTurnedAtOnce - 1) / kArcsTurnedAtOnce;
    return pool_.Run(pieces, control_.stop, [&](uint64_t piece, unsigned) {
      const size_t end = std::min(count, (piece + 1) * kArcsTurnedAtOnce);
      for (size_t i = piece * kArcsTurnedAtOnce; i < end; ++i) work(i);
      return Status();
    });
  }

  Status Sort(const char* doing) {
    ProgressMeter meter(control_, doing, "arcs", arcs_.count);
    AKIN_TRY(ParallelRadixSort(arcs(), scratch_.span(), pool_, control_.stop));
    meter.Advance(arcs_.count);
    return {};
  }

  Status DropDuplicates() {
    const auto end = std::unique(arcs().begin(), arcs().end());
    arcs_.count = static_cast<size_t>(end - arcs().begin());
    if (options_.max_inlink_share >= 1) return {};
    // What is kept never passes what is still to be looked at.
    size_t kept = 0;
    CommonTargetFilter filter(options_.max_inlink_share * vertices_,
                              [&](std::span<const uint64_t> some) -> Status {
                                std::copy(some.begin(), some.end(), &arcs_.room[kept]);
                                kept += some.size();
                                return {};
                              });
    for (const uint64_t arc : arcs()) AKIN_TRY(filter.Add(arc));
    AKIN_TRY(filter.EndTarget());
    report_.common_arcs_dropped = filter.dropped();
    arcs_.count = kept;
    return {};
  }

  Status Visit(const ArcVisitor& visit, const char* doing) {
    ProgressMeter meter(control_, doing, "arcs", arcs_.count);
    for (std::span<const uint64_t> left = arcs(); !left.empty();) {
      AKIN_TRY(CheckStop(control_));
      const auto some = left.first(std::min(left.size(), kArcsWrittenAtOnce));
      AKIN_TRY(visit(some));
      meter.Advance(some.size());
      left = left.subspan(some.size());
    }
    return {};
  }

  VertexId vertices_;
  ArcsInMemory arcs_;
  const IngestOptions& options_;
  const Control& control_;
  ThreadPool& pool_;
  IngestReport& report_;
  HugeArray<uint64_t> scratch_;
};

}  // namespace

Result<uint64_t> WriteGraphFromMemory(const std::string& path, VertexId vertices, ArcsInMemory arcs,
                                      const IngestOptions& options, const Control& control,
                                      ThreadPool& pool, IngestReport& report) {
  return MemoryGraphWriter(vertices, std::move(arcs), options, control, pool, report).Write(path);
}

}  // namespace akin
