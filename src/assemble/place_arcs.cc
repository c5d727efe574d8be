// akin::PlaceArcs: writes blocks of graph.akin (docs/formats/graph.md) from the files of ranges.
#include <algorithm>
#include <utility>

#include "akin/errors.h"
#include "akin/ingest_parts.h"
#include "akin/try.h"
#include "assemble/arc_range_file.h"
#include "assemble/graph_sections.h"
#include "base/part_of_file.h"
#include "container/block_writer.h"

namespace akin {
namespace {

constexpr size_t kEntriesAtOnce = 4096;

// The ranges of a direction, of which one at a time is open.
class Ranges {
 public:
  Ranges(std::span<const ArcRange> ranges, VertexId vertices)
      : ranges_(ranges), vertices_(vertices) {}

  Status Open(size_t range) {
    const auto rows = static_cast<uint64_t>(EndOf(range) - ranges_[range].first);
    AKIN_TRY_ASSIGN(file_, ArcRangeFile::Open(ranges_[range].path, rows, ranges_[range].arcs));
    return {};
  }
  const ArcRangeFile& file() const { return file_; }
  size_t count() const { return ranges_.size(); }
  VertexId FirstOf(size_t range) const { return ranges_[range].first; }
  VertexId EndOf(size_t range) const {
    return range + 1 < ranges_.size() ? ranges_[range + 1].first : vertices_;
  }
  VertexId vertices() const { return vertices_; }
  uint64_t ArcsBefore(size_t range) const {
    uint64_t arcs = 0;
    for (const ArcRange& one : ranges_.first(range)) arcs += one.arcs;
    return arcs;
  }

 private:
  std::span<const ArcRange> ranges_;
  VertexId vertices_;
  ArcRangeFile file_;
};

// Entries of a section, of `begin` to before `end`, that are in blocks which begin there. `total`
// entries are in the section.
template <class Entry>
std::pair<uint64_t, uint64_t> BlocksThatBeginIn(uint64_t begin, uint64_t end, uint64_t total) {
  constexpr uint64_t kEntries = kBlockBytes / sizeof(Entry);
  return {std::min(RoundUp(begin, kEntries), total), std::min(RoundUp(end, kEntries), total)};
}

// Appends `make()` until all entries from `begin` to `end` are there.
template <class Entry, class Make>
Result<std::vector<uint64_t>> WriteEntries(WritableFile& file, uint64_t section, uint64_t begin,
                                           uint64_t end, Make&& make) {
  BlockWriter blocks(file, section + begin * sizeof(Entry));
  std::vector<Entry> some;
  while (begin < end) {
    some.clear();
    AKIN_TRY(make(std::min<uint64_t>(end - begin, kEntriesAtOnce), some));
    AKIN_TRY(blocks.Append(std::as_bytes(std::span<const Entry>(some))));
    begin += some.size();
  }
  AKIN_TRY(blocks.End());
  return blocks.sums();
}

// The offset of a row is the number of links of all rows before. There is one more for the end.
Result<std::vector<uint64_t>> PlaceOffsets(Ranges& ranges, size_t range, WritableFile& file,
                                           uint64_t section) {
  const uint64_t total = uint64_t{ranges.vertices()} + 1;
  const bool last = range + 1 == ranges.count();
  const auto [begin, end] =
      BlocksThatBeginIn<uint64_t>(ranges.FirstOf(range), last ? total : ranges.EndOf(range), total);
  uint64_t row = ranges.FirstOf(range);
  uint64_t arcs = ranges.ArcsBefore(range);
  AKIN_TRY(ranges.Open(range));
  // Passes one row.
  const auto next = [&]() -> Status {
    while (row == ranges.EndOf(range) && range + 1 < ranges.count()) AKIN_TRY(ranges.Open(++range));
    if (row < ranges.vertices()) arcs += ranges.file().counts()[row - ranges.FirstOf(range)];
    ++row;
    return {};
  };
  if (begin < end) {
    while (row < begin) AKIN_TRY(next());
  }
  return WriteEntries<uint64_t>(file, section, begin, end,
                                [&](uint64_t count, std::vector<uint64_t>& some) -> Status {
                                  while (some.size() < count) {
                                    some.push_back(arcs);
                                    AKIN_TRY(next());
                                  }
                                  return ranges.file().Intact();
                                });
}

Result<std::vector<uint64_t>> PlaceNeighbours(Ranges& ranges, size_t range, uint64_t total,
                                              WritableFile& file, uint64_t section) {
  AKIN_TRY(ranges.Open(range));
  const uint64_t before = ranges.ArcsBefore(range);
  const auto [begin, end] =
      BlocksThatBeginIn<VertexId>(before, before + ranges.file().columns().size(), total);
  uint64_t at = begin - before;  // in the file
  return WriteEntries<VertexId>(
      file, section, begin, end, [&](uint64_t count, std::vector<VertexId>& some) -> Status {
        while (at == ranges.file().columns().size()) {
          AKIN_TRY(ranges.Open(++range));
          at = 0;
        }
        const auto rest = ranges.file().columns().subspan(at);
        const auto part = rest.first(std::min<size_t>(count, rest.size()));
        some.assign(part.begin(), part.end());
        at += part.size();
        return ranges.file().Intact();
      });
}

}  // namespace

Result<PlacedBlocks> PlaceArcs(const std::string& graph, VertexId vertices, ArcDirection direction,
                               std::span<const ArcRange> ranges, size_t range) {
  const bool ascend = std::is_sorted(
      ranges.begin(), ranges.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  if (range >= ranges.size() || !ascend || ranges.front().first != 0 ||
      ranges.back().first > vertices) {
    return InvalidArgument("", "no ranges of all vertices");
  }
  Ranges all(ranges, vertices);
  const uint64_t arcs = all.ArcsBefore(ranges.size());
  AKIN_TRY(all.Open(range));
  AKIN_TRY(all.file().Check(vertices));
  AKIN_TRY_ASSIGN(const auto file, OpenToWritePart(graph));
  const auto sections = PlacedContainer::OffsetsOf(GraphSections(vertices, arcs));
  const size_t first = direction == ArcDirection::kIn ? 0 : 2;
  PlacedBlocks placed;
  AKIN_TRY_ASSIGN(placed.offsets, PlaceOffsets(all, range, *file, sections[first]));
  AKIN_TRY_ASSIGN(placed.neighbours, PlaceNeighbours(all, range, arcs, *file, sections[first + 1]));
  AKIN_TRY(file->Sync());
  AKIN_TRY(file->Close());
  return placed;
}

}  // namespace akin
