// akin::ArcRangeWriter: sorts the arcs of a range of rows, without duplicates, into a file.
#include <algorithm>
#include <utility>

#include "akin/errors.h"
#include "akin/ingest_parts.h"
#include "akin/try.h"
#include "assemble/arc_code.h"
#include "assemble/sorted_arcs.h"
#include "base/external_sorter.h"
#include "base/files.h"

namespace akin {
namespace {

constexpr size_t kEntriesWrittenAtOnce = size_t{1} << 18;

// Writes numbers one after another.
class EntryWriter {
 public:
  explicit EntryWriter(WritableFile& file) : file_(file) { some_.reserve(kEntriesWrittenAtOnce); }

  Status Add(uint32_t entry) {
    some_.push_back(entry);
    return some_.size() < kEntriesWrittenAtOnce ? Status() : Flush();
  }
  Status Flush() {
    const auto bytes = std::as_bytes(std::span(some_));
    AKIN_TRY(file_.WriteAt(written_, bytes));
    written_ += bytes.size();
    some_.clear();
    return {};
  }

 private:
  WritableFile& file_;
  uint64_t written_ = 0;
  std::vector<uint32_t> some_;
};

}  // namespace

struct ArcRangeWriter::Parts {
  std::string path;
  VertexId first;
  VertexId end;
  VertexId vertices;
  TemporaryDirectory directory;
  ExternalSorter<uint64_t> sorter;

  Result<uint64_t> Write(WritableFile& file);
};

// The columns come first: how many a row has is known when all have been seen.
Result<uint64_t> ArcRangeWriter::Parts::Write(WritableFile& file) {
  EntryWriter entries(file);
  std::vector<uint32_t> counts(end - first);
  uint64_t arcs = 0;
  AKIN_TRY(DrainDistinct(sorter, [&](std::span<const uint64_t> some) -> Status {
    for (const uint64_t arc : some) {
      ++counts[ArcRow(arc) - first];
      AKIN_TRY(entries.Add(ArcColumn(arc)));
    }
    arcs += some.size();
    return {};
  }));
  for (const uint32_t count : counts) AKIN_TRY(entries.Add(count));
  AKIN_TRY(entries.Flush());
  return arcs;
}

ArcRangeWriter::ArcRangeWriter(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
ArcRangeWriter::~ArcRangeWriter() = default;
ArcRangeWriter::ArcRangeWriter(ArcRangeWriter&&) noexcept = default;

Result<ArcRangeWriter> ArcRangeWriter::Begin(const std::string& path, VertexId first, VertexId end,
                                             VertexId vertices, const Control& control) {
  if (first > end || end > vertices) return InvalidArgument("", "no such range of vertices");
  AKIN_TRY_ASSIGN(TemporaryDirectory directory, TemporaryDirectory::Create());
  const std::string spill = Join(directory.path(), "arcs");
  return ArcRangeWriter(
      std::make_unique<Parts>(Parts{.path = path,
                                    .first = first,
                                    .end = end,
                                    .vertices = vertices,
                                    .directory = std::move(directory),
                                    .sorter = ExternalSorter<uint64_t>(spill, control.memory)}));
}

Status ArcRangeWriter::Add(std::span<const std::byte> blob) {
  return DecodeArcs(blob, parts_->first, parts_->end, parts_->vertices,
                    [&](std::span<const uint64_t> arcs) { return parts_->sorter.Add(arcs); });
}

Result<uint64_t> ArcRangeWriter::Finish() {
  AKIN_TRY_ASSIGN(const auto file, Files().CreateBeside(parts_->path));
  const RemovedInTheEnd unless_renamed(file->path());
  AKIN_TRY_ASSIGN(const uint64_t arcs, parts_->Write(*file));
  AKIN_TRY(file->Sync());
  AKIN_TRY(file->Close());
  AKIN_TRY(Files().Rename(file->path(), parts_->path));
  return arcs;
}

}  // namespace akin
