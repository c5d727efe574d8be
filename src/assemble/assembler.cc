#include "assemble/assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/sorted_arcs.h"
#include "base/files.h"
#include "base/integer_name.h"
#include "base/progress.h"
#include "graph/graph.h"

namespace akin {
namespace {

constexpr uint64_t kStopEvery = 1 << 16;  // arcs between two checks of the stop token
constexpr size_t kReadBuffer = size_t{1} << 18;

// Local numbers in the order of their names.
std::vector<uint32_t> SortedOrder(const NameTable& names) {
  std::vector<uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0U);
  if (!names.all_integers()) {
    std::sort(order.begin(), order.end(),
              [&](uint32_t a, uint32_t b) { return names[a] < names[b]; });
    return order;
  }
  std::vector<int64_t> values(names.size());
  for (uint32_t i = 0; i < names.size(); ++i) values[i] = *IntegerName(names[i]);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return values[a] < values[b]; });
  return order;
}

// Passes on arcs that are sorted by target, except those to targets with more than `most` in-links.
// Stores one in-list of at most `most` arcs.
class CommonTargetFilter {
 public:
  CommonTargetFilter(double most, ArcVisitor keep) : most_(most), keep_(std::move(keep)) {}

  Status Add(uint64_t arc) {
    if (count_ > 0 && ArcRow(arc) != target_) AKIN_TRY(EndTarget());
    target_ = ArcRow(arc);
    ++count_;
    if (static_cast<double>(count_) <= most_) {
      list_.push_back(arc);
    } else {
      list_.clear();
    }
    return {};
  }

  Status EndTarget() {
    if (static_cast<double>(count_) > most_) dropped_ += count_;
    if (!list_.empty()) AKIN_TRY(keep_(list_));
    list_.clear();
    count_ = 0;
    return {};
  }

  uint64_t dropped() const { return dropped_; }

 private:
  double most_;
  ArcVisitor keep_;
  std::vector<uint64_t> list_;
  VertexId target_ = 0;
  uint64_t count_ = 0;
  uint64_t dropped_ = 0;
};

}  // namespace

Assembler::Assembler(std::string directory, const IngestOptions& options, const Control& control)
    : directory_(std::move(directory)), options_(options), control_(control) {}

Status Assembler::Vertex(std::string_view name) {
  AKIN_TRY(FinishNumbering());
  names_.Insert(name);
  return SpillIfFull();
}

Status Assembler::Arc(std::string_view from, std::string_view to) {
  pending_.Add(from);
  pending_.Add(to);
  return pending_.bytes() >= BatchBytes() ? StartNumbering() : Status();
}

// Everything except `pending_` belongs to the background thread until FinishNumbering.
Status Assembler::StartNumbering() {
  AKIN_TRY(FinishNumbering());
  std::swap(pending_, numbered_);
  if (control_.threads == 1) return NumberBatch();
  // Deferred, that is done by FinishNumbering, if the system cannot start a thread.
  numbering_ =
      std::async(std::launch::async | std::launch::deferred, [this] { return NumberBatch(); });
  return {};
}

Status Assembler::FinishNumbering() { return numbering_.valid() ? numbering_.get() : Status(); }

// The memory for arcs is reserved once; the system provides it only where it is written.
Status Assembler::NumberBatch() {
  if (arcs_.size() == 0) {
    arcs_ = HugeArray<uint64_t>((Share() + BatchBytes()) / sizeof(uint64_t) + 1);
    if (!arcs_.ok()) return MemoryRefused("numbering arcs");
  }
  names_.InsertAll(numbered_, numbers_);
  numbered_.Clear();
  for (size_t i = 0; i < numbers_.size(); i += 2) {
    arcs_[arc_count_++] = PackArc(numbers_[i], numbers_[i + 1]);
  }
  return SpillIfFull();
}

Status Assembler::Title(std::string_view name, std::string_view title) {
  if (title.empty()) return Vertex(name);
  AKIN_TRY(FinishNumbering());
  titles_.emplace_back(names_.Insert(name), title);
  title_bytes_ += sizeof(titles_.back()) + title.size();
  return SpillIfFull();
}

Status Assembler::BeginTitles() {
  AKIN_TRY(StartNumbering());
  AKIN_TRY(FinishNumbering());
  AKIN_TRY(SpillChunk());
  first_of_titles_ = chunks_.size();
  return {};
}

// A quarter of the budget is for names, whose vectors take up to twice their size for a moment when
// they grow, and a quarter for arcs.
Status Assembler::SpillIfFull() {
  if (arc_count_ * sizeof(uint64_t) < Share() && names_.bytes() + title_bytes_ < Share()) return {};
  return SpillChunk();
}

Status Assembler::SpillChunk() {
  AKIN_TRY(SpillNames());
  return SpillArcs();
}

// Opens a new chunk.
Status Assembler::SpillNames() {
  AKIN_TRY(CheckStop(control_));
  if (names_spill_ == nullptr) {
    AKIN_TRY_ASSIGN(names_spill_, SpillFile::Create(Join(directory_, "names.spill")));
  }
  Chunk chunk{.names = {.file = names_spill_.get(), .begin = names_spill_->size()},
              .integers = names_.all_integers()};
  std::sort(titles_.begin(), titles_.end());
  for (const uint32_t number : SortedOrder(names_)) {
    AKIN_TRY(AppendNameRecord(*names_spill_, names_[number], TitleOf(number), number));
  }
  chunk.names.end = names_spill_->size();
  chunks_.push_back(chunk);
  names_ = NameTable();
  titles_ = {};
  title_bytes_ = 0;
  return {};
}

Status Assembler::SpillArcs() {
  if (arcs_spill_ == nullptr) {
    AKIN_TRY_ASSIGN(arcs_spill_, SpillFile::Create(Join(directory_, "arcs.spill")));
  }
  chunks_.back().arcs_begin = arcs_spill_->size();
  AKIN_TRY(arcs_spill_->Append(std::as_bytes(arcs())));
  chunks_.back().arcs_end = arcs_spill_->size();
  arc_count_ = 0;
  return {};
}

// The last, in byte order, of the titles given to a name; titles_ is sorted.
std::string_view Assembler::TitleOf(uint32_t number) const {
  const auto behind =
      std::upper_bound(titles_.begin(), titles_.end(), number,
                       [](uint32_t n, const auto& title) { return n < title.first; });
  if (behind == titles_.begin() || std::prev(behind)->first != number) return {};
  return std::prev(behind)->second;
}

// Re-sorts a chunk as the corpus is sorted: bytewise if it has other names than integers, or by
// value. Then a name that is no integer is no vertex, but has a title.
Status Assembler::Resort(SpillFile& resorted, Chunk& chunk, bool integers) {
  struct Record {
    std::string name;
    std::string title;
    uint32_t number;
  };
  std::vector<Record> records;
  NameRunReader reader(chunk.names, kReadBuffer);
  for (bool more = true;;) {
    AKIN_TRY(reader.Next(more));
    if (!more) break;
    if (integers && !IntegerName(reader.name())) {
      ++unknown_titles_;
      continue;
    }
    records.push_back({reader.name(), reader.title(), reader.number()});
  }
  std::sort(records.begin(), records.end(),
            [&](const Record& a, const Record& b) { return NameBefore(integers, a.name, b.name); });
  chunk.names = {.file = &resorted, .begin = resorted.size()};
  for (const Record& record : records) {
    AKIN_TRY(AppendNameRecord(resorted, record.name, record.title, record.number));
  }
  chunk.names.end = resorted.size();
  return {};
}

Result<uint64_t> Assembler::MergeNames(ExternalSorter<IdRecord>& ids, VertexId& vertices) {
  const size_t with_vertices = std::min(first_of_titles_, chunks_.size());
  const bool integers = std::all_of(chunks_.begin(), chunks_.begin() + with_vertices,
                                    [](const Chunk& c) { return c.integers; });
  AKIN_TRY_ASSIGN(const auto resorted, SpillFile::Create(Join(directory_, "resorted.spill")));
  std::vector<NameRun> runs;
  for (Chunk& chunk : chunks_) {
    if (chunk.integers != integers) AKIN_TRY(Resort(*resorted, chunk, integers));
    runs.push_back(chunk.names);
  }
  AKIN_TRY(resorted->FinishWriting());
  const uint64_t share = Share();
  AKIN_TRY_ASSIGN(auto keys, KeysWriter::Create(Join(directory_, "keys.akin"), integers, share));
  AKIN_TRY(MergeNameRuns(
      runs, integers, share,
      [&](std::string_view name, std::string_view title, const std::vector<NamePlace>& places) {
        return AddName(*keys, ids, name, title, places);
      }));
  vertices = keys->size();
  return keys->Finish();
}

Status Assembler::AddName(KeysWriter& keys, ExternalSorter<IdRecord>& ids, std::string_view name,
                          std::string_view title, const std::vector<NamePlace>& places) {
  if (HasOnlyTitles(places.front().run)) {
    ++unknown_titles_;
    return {};
  }
  for (const NamePlace& place : places) {
    if (HasOnlyTitles(place.run)) break;  // without arcs
    AKIN_TRY(ids.Add({.chunk = place.run, .number = place.number, .id = keys.size()}));
  }
  if (keys.size() % kStopEvery == 0) AKIN_TRY(CheckStop(control_));
  if (options_.max_vertices > 0 && keys.size() == options_.max_vertices) {
    return Status(Code::kOutOfBudget,
                  fmt::format("more than {} vertices, which is the limit; raise it if the sources "
                              "can be trusted",
                              options_.max_vertices))
        .WithParameter("max_vertices");
  }
  return keys.Add(name, title);
}

Status Assembler::SortByTarget(ExternalSorter<IdRecord>& ids, ExternalSorter<uint64_t>& by_target,
                               IngestReport& report) {
  uint32_t chunk = 0;
  std::vector<VertexId> ids_of_chunk;
  AKIN_TRY(ids.Drain([&](std::span<const IdRecord> records) -> Status {
    for (const IdRecord& record : records) {
      if (record.chunk != chunk) {
        AKIN_TRY(AddChunk(chunk, ids_of_chunk, by_target, report));
        chunk = record.chunk;
        ids_of_chunk.clear();
      }
      ids_of_chunk.push_back(record.id);  // numbers are in order, without gaps
    }
    return {};
  }));
  return AddChunk(chunk, ids_of_chunk, by_target, report);
}

Status Assembler::AddChunk(size_t chunk, const std::vector<VertexId>& ids,
                           ExternalSorter<uint64_t>& by_target, IngestReport& report) {
  if (chunk + 1 == chunks_.size()) return AddArcs(arcs(), ids, by_target, report);
  const uint64_t end = chunks_[chunk].arcs_end;
  std::vector<uint64_t> arcs(kReadBuffer / sizeof(uint64_t));
  for (uint64_t at = chunks_[chunk].arcs_begin; at < end;) {
    const uint64_t bytes = std::min<uint64_t>(end - at, kReadBuffer);
    arcs.resize(bytes / sizeof(uint64_t));
    AKIN_TRY(arcs_spill_->ReadAt(at, std::as_writable_bytes(std::span(arcs))));
    AKIN_TRY(AddArcs(arcs, ids, by_target, report));
    at += bytes;
  }
  return {};
}

Status Assembler::AddArcs(std::span<const uint64_t> arcs, const std::vector<VertexId>& ids,
                          ExternalSorter<uint64_t>& by_target, IngestReport& report) {
  ProgressMeter meter(control_, "sorting arcs", "arcs", arcs.size());
  for (size_t i = 0; i < arcs.size(); ++i) {
    if (i % kStopEvery == kStopEvery - 1) {
      meter.Advance(kStopEvery);
      AKIN_TRY(CheckStop(control_));
    }
    VertexId from = ids[ArcRow(arcs[i])];
    VertexId to = ids[ArcColumn(arcs[i])];
    if (options_.reverse) std::swap(from, to);
    if (from == to && options_.drop_self_loops) {
      ++report.self_loops_dropped;
      continue;
    }
    AKIN_TRY(by_target.Add(PackArc(to, from)));
    if (options_.undirected) AKIN_TRY(by_target.Add(PackArc(from, to)));
  }
  meter.Advance(arcs.size() % kStopEvery);
  return {};
}

Result<uint64_t> Assembler::WriteArcs(ExternalSorter<uint64_t>& by_target, VertexId vertices,
                                      IngestReport& report) {
  ExternalSorter<uint64_t> by_source(Join(directory_, "by-source.spill"), control_.memory / 2);
  const SortedArcs rows_by_target = [&](const ArcVisitor& visit) -> Status {
    const ArcVisitor keep = [&](std::span<const uint64_t> arcs) -> Status {
      AKIN_TRY(CheckStop(control_));
      report.arcs += arcs.size();
      for (const uint64_t arc : arcs) AKIN_TRY(by_source.Add(PackArc(ArcColumn(arc), ArcRow(arc))));
      return visit(arcs);
    };
    if (options_.max_inlink_share >= 1) return DrainDistinct(by_target, keep);
    CommonTargetFilter filter(options_.max_inlink_share * vertices, keep);
    AKIN_TRY(DrainDistinct(by_target, [&](std::span<const uint64_t> arcs) -> Status {
      for (const uint64_t arc : arcs) AKIN_TRY(filter.Add(arc));
      return {};
    }));
    AKIN_TRY(filter.EndTarget());
    report.common_arcs_dropped = filter.dropped();
    return {};
  };
  const SortedArcs rows_by_source = [&](const ArcVisitor& visit) { return by_source.Drain(visit); };
  return WriteGraph(Join(directory_, "graph.akin"), vertices, rows_by_target, rows_by_source);
}

Result<Assembler::Identities> Assembler::Finish(IngestReport& report) {
  AKIN_TRY(StartNumbering());
  AKIN_TRY(FinishNumbering());
  AKIN_TRY(SpillNames());  // the last chunk, perhaps empty; its arcs stay in memory
  AKIN_TRY(names_spill_->FinishWriting());
  if (arcs_spill_ != nullptr) AKIN_TRY(arcs_spill_->FinishWriting());
  Identities identities;
  VertexId vertices = 0;
  ExternalSorter<IdRecord> ids(Join(directory_, "ids.spill"), Share());
  AKIN_TRY_ASSIGN(identities.keys, MergeNames(ids, vertices));
  names_spill_.reset();
  ExternalSorter<uint64_t> by_target(Join(directory_, "by-target.spill"), control_.memory / 2);
  AKIN_TRY(SortByTarget(ids, by_target, report));
  arcs_spill_.reset();
  arcs_ = HugeArray<uint64_t>();
  report.vertices = vertices;
  AKIN_TRY_ASSIGN(identities.graph, WriteArcs(by_target, vertices, report));
  return identities;
}

}  // namespace akin
