// Makes a corpus on many machines, none of which sorts all arcs. The bytes are those of Ingest.
//
//   one:   CorpusInParts::Begin, WriteNames    keys.akin, from sorted names
//   many:  ArcSender                           arcs with numbers instead of names, in blobs, to
//   buckets one:   joins buckets to ranges with about as many arcs each many:  ArcRangeWriter the
//   arcs of a range, sorted, in a file of its own one:   CorpusInParts::BeginGraph many:  PlaceArcs
//   blocks of graph.akin, from these files one:   CorpusInParts::Finish
//
// Every arc goes two ways: into the row of its target, as an in-link, and into that of its source,
// as an out-link. Buckets and ranges are those of rows. The caller makes blobs travel; files are on
// a file system that all machines share. All that many do can be repeated, also at the same time:
// it writes the same bytes again. The corpus appears in one step, when it is complete.
#ifndef AKIN_INGEST_PARTS_H_
#define AKIN_INGEST_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "akin/types.h"

namespace akin {

enum class ArcDirection : uint8_t { kIn, kOut };

// Buckets have about as many rows each; this is the first of one. That of `buckets` is the end.
constexpr VertexId FirstOfBucket(uint32_t bucket, uint32_t buckets, VertexId vertices) {
  return static_cast<VertexId>(uint64_t{bucket} * vertices / buckets);
}

struct ArcBlob {
  ArcDirection direction = ArcDirection::kIn;
  uint32_t bucket = 0;
  uint64_t arcs = 0;
  std::vector<std::byte> bytes;  // at most 4 MiB and some
};
using ArcBlobSink = std::function<Status(ArcBlob)>;

class ArcSender {
 public:
  // `keys` is the path of keys.akin, which is mapped. Of the options only `undirected`, `reverse`
  // and `drop_self_loops` are used. Memory is control.memory.
  static Result<ArcSender> Open(const std::string& keys, uint32_t buckets,
                                const IngestOptions& options, const Control& control);
  ~ArcSender();
  ArcSender(ArcSender&&) noexcept;

  // kBadInput if a name or a number is that of no vertex.
  Status Add(std::string_view from, std::string_view to);
  Status Add(uint64_t from, uint64_t to);
  // It has no room for more arcs before the next Send.
  bool full() const;
  // Sends what was added since the last time.
  Status Send(const ArcBlobSink& sink);

 private:
  struct Parts;
  explicit ArcSender(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// Rows of one direction: from `first` to where the next range begins, or to the end.
struct ArcRange {
  VertexId first = 0;
  uint64_t arcs = 0;
  std::string path;  // of its file
};

// Sorts arcs; what does not fit into the memory is sorted on the local disk. Beside it a row takes
// 4 bytes of memory.
class ArcRangeWriter {
 public:
  // The rows from `first` to before `end`.
  static Result<ArcRangeWriter> Begin(const std::string& path, VertexId first, VertexId end,
                                      VertexId vertices, const Control& control);
  ~ArcRangeWriter();
  ArcRangeWriter(ArcRangeWriter&&) noexcept;

  // kDamaged if it is no blob, or one of other rows.
  Status Add(std::span<const std::byte> blob);
  // Writes the file, which appears in one step. Returns the number of distinct arcs.
  Result<uint64_t> Finish();

 private:
  struct Parts;
  explicit ArcRangeWriter(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// Checksums of the blocks that were placed, in two sections of graph.akin.
struct PlacedBlocks {
  std::vector<uint64_t> offsets;
  std::vector<uint64_t> neighbours;
};

// Writes those blocks of a direction that begin in one of the ranges, which are ascending, of all
// vertices, into a file that CorpusInParts has begun. A block that goes on behind its range is
// read from the files of the next ones, so every byte has one writer. Constant memory.
Result<PlacedBlocks> PlaceArcs(const std::string& graph, VertexId vertices, ArcDirection direction,
                               std::span<const ArcRange> ranges, size_t range);

class CorpusInParts {
 public:
  // Of the options only `replace`, `notation` and those that describe how arcs were chosen are
  // used. What was begun is removed with the object.
  static Result<CorpusInParts> Begin(const std::string& target, const IngestOptions& options);
  ~CorpusInParts();
  CorpusInParts(CorpusInParts&&) noexcept;
  // Removes what was begun. Only the destructor may follow.
  void Abandon();

  // Names in the order of their numbers, distinct: by value if all are integers, else by bytes.
  // `names` calls its argument with each. kBadInput if they are not so.
  using NameVisitor = std::function<Status(std::string_view name)>;
  Status WriteNames(const std::function<Status(const NameVisitor&)>& names, bool integers,
                    const Control& control);
  VertexId vertices() const;
  std::string keys_path() const;
  // Begins graph.akin; returns the path of the file in which to place arcs.
  Result<std::string> BeginGraph(uint64_t arcs);
  // What was placed of both directions, each in the order of the ranges.
  Result<IngestReport> Finish(std::span<const PlacedBlocks> in, std::span<const PlacedBlocks> out);

 private:
  struct Parts;
  explicit CorpusInParts(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace akin

#endif  // AKIN_INGEST_PARTS_H_
