// The stream, most significant bit of each byte first, is one record per node x = 0, 1, ... with
// nothing between them:
//
//   outdegree d         d = 0 ends the record
//   reference r         only if windowsize > 0; r > 0: successors are copied from the list of x - r
//   block count b,      only if r > 0: that list is cut into runs, alternately copied and skipped,
//   b blocks            the first one copied; only it may be empty, so the others store length - 1;
//                       what follows the last run is copied if b is even
//   interval count,     only if minintervallength > 0 and not everything was copied; the left end
//   intervals           (the first one relative to x, signed; the others relative to the end of the
//                       one before, - 1) and then the length - minintervallength
//   residuals           what is still missing from d: the first relative to x, signed, then
//                       gaps - 1
//
// Every field has a code of its own (compressionflags); bit_codes.h implements them all.
#include "formats/bv_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/files.h"
#include "base/mapped_file.h"
#include "base/progress.h"
#include "formats/bit_codes.h"
#include "formats/bv_properties.h"
#include "formats/source_limits.h"

namespace akin {
namespace {

constexpr size_t kEndsTogether = size_t{1} << 14;
constexpr uint64_t kNodesBetweenChecks = 4096;

std::string BasenameOf(std::string_view path) {
  for (const std::string_view suffix : {".graph", ".properties"}) {
    if (path.ends_with(suffix)) return std::string(path.substr(0, path.size() - suffix.size()));
  }
  return std::string(path);
}

using Nodes = std::vector<uint32_t>;

// Decodes one record after the other.
class Decoder {
 public:
  Decoder(const BvProperties& properties, const std::string& path, std::span<const std::byte> bytes,
          uint64_t memory)
      : properties_(properties),
        path_(path),
        in_(bytes, properties.zeta_k),
        memory_(memory),
        lists_(static_cast<size_t>(std::min(properties.window, properties.nodes)) + 1) {}

  uint64_t byte_offset() const { return in_.byte_offset(); }

  // The successors of the next node, ascending; valid until the next call.
  Result<std::span<const uint32_t>> Next() {
    Nodes& list = lists_[node_ % lists_.size()];
    held_ -= list.size();
    list.clear();
    const uint64_t degree = in_.Read(properties_.outdegrees);
    AKIN_TRY(CheckDegree(degree));
    if (degree > 0) AKIN_TRY(ReadSuccessors(degree, list));
    held_ += list.size();
    arcs_ += list.size();
    ++node_;
    return std::span<const uint32_t>(list);
  }

  // Call it after the last record.
  Status CheckEnd() const {
    if (!in_.OnlyPaddingLeft()) {
      return Bad(fmt::format("there is data after the last of {} nodes", properties_.nodes));
    }
    if (arcs_ == properties_.arcs) return {};
    return Bad(
        fmt::format("the lists hold {} arcs, the .properties say {}", arcs_, properties_.arcs));
  }

 private:
  Status CheckDegree(uint64_t degree) const {
    AKIN_TRY(CheckStream());
    if (degree > properties_.nodes) {
      return BadNode(
          fmt::format("{} successors in a graph of {} nodes", degree, properties_.nodes));
    }
    if (degree > properties_.arcs - arcs_) {
      return BadNode(
          fmt::format("more than the {} arcs that the .properties promise", properties_.arcs));
    }
    // Three times: the new list and the parts it is merged from.
    if ((held_ + 3 * degree) * sizeof(uint32_t) > memory_) {
      return OutOfMemory(fmt::format("node {}, with the lists inside the window of {},", node_,
                                     properties_.window),
                         {}, static_cast<double>(memory_))
          .At(place());
    }
    return {};
  }

  Status ReadSuccessors(uint64_t degree, Nodes& list) {
    copied_.clear();
    intervals_.clear();
    residuals_.clear();
    const uint64_t reference = properties_.window > 0 ? in_.Read(properties_.references) : 0;
    if (reference > 0) AKIN_TRY(ReadCopied(reference));
    if (copied_.size() > degree) return BadNode("copies more successors than it has");
    uint64_t missing = degree - copied_.size();
    if (missing > 0 && properties_.min_interval > 0) AKIN_TRY(ReadIntervals(missing));
    missing -= intervals_.size();
    if (missing > 0) AKIN_TRY(ReadResiduals(missing));
    AKIN_TRY(CheckStream());
    return Merge(list);
  }

  Status ReadCopied(uint64_t reference) {
    if (reference > properties_.window) {
      return BadNode(fmt::format("refers {} lists back, past the window of {}", reference,
                                 properties_.window));
    }
    if (reference > node_) return BadNode(fmt::format("refers {} lists back", reference));
    const Nodes& from = lists_[(node_ - reference) % lists_.size()];
    const uint64_t blocks = in_.Read(properties_.block_counts);
    if (blocks > from.size() + 1) return BadNode("has more copy blocks than there is to copy");
    auto next = from.begin();
    for (uint64_t block = 0; block < blocks; ++block) {
      const uint64_t length = in_.Read(properties_.blocks) + (block > 0 ? 1 : 0);
      if (length > static_cast<uint64_t>(from.end() - next)) {
        return BadNode("has a copy block that is longer than what it copies from");
      }
      const auto end = next + static_cast<std::ptrdiff_t>(length);
      if (block % 2 == 0) copied_.insert(copied_.end(), next, end);
      next = end;
    }
    if (blocks % 2 == 0) copied_.insert(copied_.end(), next, from.end());
    return CheckStream();
  }

  Status ReadIntervals(uint64_t missing) {
    const uint64_t count = in_.Read(properties_.intervals);
    if (count > missing) return BadNode("has more intervals than successors");
    int64_t end = 0;
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t gap = in_.Read(properties_.intervals);
      const int64_t left =
          i == 0 ? static_cast<int64_t>(node_) + Unfold(gap) : end + 1 + static_cast<int64_t>(gap);
      const uint64_t length = in_.Read(properties_.intervals) + properties_.min_interval;
      AKIN_TRY(CheckStream());
      if (length > missing - intervals_.size()) {
        return BadNode("has intervals longer than its list");
      }
      end = left + static_cast<int64_t>(length);
      AKIN_TRY(CheckSuccessor(left));
      AKIN_TRY(CheckSuccessor(end - 1));
      for (int64_t y = left; y < end; ++y) intervals_.push_back(static_cast<uint32_t>(y));
    }
    return CheckStream();
  }

  Status ReadResiduals(uint64_t count) {
    int64_t y = static_cast<int64_t>(node_) + Unfold(in_.Read(properties_.residuals));
    for (uint64_t i = 0;;) {
      AKIN_TRY(CheckStream());
      AKIN_TRY(CheckSuccessor(y));
      residuals_.push_back(static_cast<uint32_t>(y));
      if (++i == count) return {};
      y += static_cast<int64_t>(in_.Read(properties_.residuals)) + 1;
    }
  }

  Status Merge(Nodes& list) {
    extra_.clear();
    std::merge(intervals_.begin(), intervals_.end(), residuals_.begin(), residuals_.end(),
               std::back_inserter(extra_));
    std::merge(copied_.begin(), copied_.end(), extra_.begin(), extra_.end(),
               std::back_inserter(list));
    const auto twice = std::adjacent_find(list.begin(), list.end());
    if (twice == list.end()) return {};
    return BadNode(fmt::format("has successor {} twice", *twice));
  }

  Status CheckSuccessor(int64_t y) const {
    if (y >= 0 && static_cast<uint64_t>(y) < properties_.nodes) return {};
    return BadNode(fmt::format("successor {} in a graph of {} nodes", y, properties_.nodes));
  }

  Status CheckStream() const {
    if (in_.ok()) return {};
    if (in_.state() == BitReader::State::kTooLong) return BadNode("a number of more than 56 bits");
    return BadNode(fmt::format("the file ends inside this record, {} of {} nodes were read", node_,
                               properties_.nodes));
  }

  Place place() const { return {.file = path_, .byte = in_.byte_offset()}; }
  Status BadNode(std::string_view what) const {
    return Bad(fmt::format("node {}: {}", node_, what));
  }
  Status Bad(std::string_view what) const {
    return BadInput(
        place(), fmt::format("{}; the file is damaged or the .properties are not its own: get both "
                             "again",
                             what));
  }

  const BvProperties& properties_;
  const std::string& path_;
  BitReader in_;
  uint64_t memory_;
  uint64_t node_ = 0;
  uint64_t arcs_ = 0;
  uint64_t held_ = 0;         // successors in lists_
  std::vector<Nodes> lists_;  // that of node y is at y modulo window + 1
  Nodes copied_, intervals_, residuals_, extra_;
};

// A file that passes is worth reading: the stream itself decides whether it is right.
Status CheckCounts(const BvProperties& properties, uint64_t bytes, const IngestOptions& options,
                   const std::string& path) {
  constexpr uint64_t kBitsInByte = 8;  // and every node takes one at least
  if (properties.nodes / kBitsInByte > bytes) {
    return BadInput({.file = path},
                    fmt::format("declares {} nodes, and the graph has {} bytes, too few for them; "
                                "get both files again",
                                properties.nodes, bytes));
  }
  if (options.max_vertices > 0) {
    AKIN_TRY(CheckDeclaredVertices(properties.nodes, properties.arcs, options, {.file = path}));
  }
  return CheckDeclaredArcs(properties.arcs, bytes, options, {.file = path});
}

// A node's number in decimal digits.
class NodeName {
 public:
  explicit NodeName(uint32_t node)
      : end_(std::to_chars(digits_.data(), digits_.data() + digits_.size(), node).ptr) {}
  std::string_view text() const {
    return {digits_.data(), static_cast<size_t>(end_ - digits_.data())};
  }

 private:
  std::array<char, 10> digits_;
  const char* end_;
};

}  // namespace

bool LooksLikeBvGraph(const std::string& path) {
  const std::string basename = BasenameOf(path);
  const Result<bool> there = Exists(path);
  // A file of another kind, a folder, or something that opening will complain about.
  if (basename == path && (!there.ok() || *there)) return false;
  return NamesGraphClass(basename + ".properties");
}

Status ReadBvGraph(const std::string& path, const IngestOptions& options, ArcSink& sink,
                   IngestReport& report, const Control& control) {
  const std::string basename = BasenameOf(path);
  const std::string graph = basename + ".graph";
  AKIN_TRY_ASSIGN(const BvProperties properties, ReadBvProperties(basename + ".properties"));
  AKIN_TRY_ASSIGN(const MappedFile file, MappedFile::Open(graph));
  AKIN_TRY(CheckCounts(properties, file.bytes().size(), options, basename + ".properties"));
  Decoder decoder(properties, graph, file.bytes(), control.memory);
  ProgressMeter meter(control, "reading " + graph, "bytes", file.bytes().size());
  uint64_t bytes_reported = 0;
  std::vector<int64_t> ends;  // of arcs that wait for others
  for (uint64_t x = 0; x < properties.nodes; ++x) {
    AKIN_TRY_ASSIGN(const std::span<const uint32_t> successors, decoder.Next());
    AKIN_TRY(sink.Vertex(NodeName(static_cast<uint32_t>(x)).text()));
    for (const uint32_t y : successors) {
      ends.push_back(static_cast<int64_t>(x));
      ends.push_back(y);
    }
    report.arcs_read += successors.size();
    if (ends.size() >= kEndsTogether || x + 1 == properties.nodes) {
      AKIN_TRY(sink.IntegerArcs(ends));
      ends.clear();
    }
    if (x % kNodesBetweenChecks != 0) continue;
    if (control.stop.stop_requested()) return Interrupted();
    meter.Advance(decoder.byte_offset() - std::exchange(bytes_reported, decoder.byte_offset()));
  }
  meter.Advance(file.bytes().size() - bytes_reported);
  AKIN_TRY(file.Intact());
  return decoder.CheckEnd();
}

}  // namespace akin
