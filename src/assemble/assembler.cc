#include "assemble/assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/common_targets.h"
#include "assemble/graph_in_memory.h"
#include "assemble/sorted_arcs.h"
#include "base/files.h"
#include "base/integer_name.h"
#include "base/progress.h"
#include "graph/graph.h"

namespace akin {
namespace {

constexpr uint64_t kStopEvery = 1 << 16;  // arcs between two checks of the stop token
constexpr size_t kReadBuffer = size_t{1} << 18;

constexpr size_t kEndsAtOnce = size_t{1} << 15;
constexpr size_t kFewArcs = size_t{1} << 17;  // are sorted sooner than a thread has started

}  // namespace

Assembler::Assembler(std::string directory, const IngestOptions& options, const Control& control)
    : directory_(std::move(directory)),
      options_(options),
      control_(control),
      chunk_(Share(), Share()) {}

// If the system cannot start so many, fewer will do.
unsigned Assembler::ThreadsFor(size_t arcs) const {
  return arcs < kFewArcs ? 1 : ThreadsOrAll(control_.threads);
}

// Calls add(), and again after the chunk was spilled if that was full.
template <class Add>
Status Assembler::AddName(const Add& add) {
  AKIN_TRY(FinishNumbering());
  if (!add()) {
    AKIN_TRY(SpillChunk());
    add();
  }
  return chunk_.full() ? SpillChunk() : Status();
}

Status Assembler::Vertex(std::string_view name) {
  return AddName([&] { return chunk_.AddVertex(name); });
}

Status Assembler::Title(std::string_view name, std::string_view title) {
  if (title.empty()) return Vertex(name);
  return AddName([&] { return chunk_.AddTitle(name, title); });
}

Status Assembler::Arc(std::string_view from, std::string_view to) {
  pending_.Add(from);
  pending_.Add(to);
  return pending_.bytes() >= BatchBytes() ? StartNumbering() : Status();
}

Status Assembler::Arcs(std::span<const std::string_view> ends) {
  AKIN_TRY(FinishNumbering());
  return AddAll(ends);
}

Status Assembler::IntegerArcs(std::span<const int64_t> ends) {
  AKIN_TRY(FinishNumbering());
  return AddAll(ends);
}

template <class Name>
Status Assembler::AddAll(std::span<const Name> ends) {
  while (!ends.empty()) {
    AKIN_TRY_ASSIGN(const size_t taken, chunk_.Add(ends.first(std::min(ends.size(), kEndsAtOnce))));
    ends = ends.subspan(2 * taken);
    if (chunk_.full()) AKIN_TRY(SpillChunk());
  }
  return {};
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

Status Assembler::NumberBatch() {
  std::vector<std::string_view> ends(numbered_.size());
  for (size_t i = 0; i < ends.size(); ++i) ends[i] = numbered_[i];
  AKIN_TRY(AddAll(std::span<const std::string_view>(ends)));
  numbered_.Clear();
  return {};
}

Status Assembler::BeginTitles() {
  AKIN_TRY(StartNumbering());
  AKIN_TRY(FinishNumbering());
  AKIN_TRY(SpillChunk());
  first_of_titles_ = chunks_.size();
  return {};
}

// A quarter of the budget is for names, whose tables take up to twice their size for a moment when
// they grow, and a quarter for arcs.
Status Assembler::SpillChunk() {
  AKIN_TRY(SpillNames());
  AKIN_TRY(SpillArcs());
  chunk_.Clear();
  return {};
}

// Opens a new chunk.
Status Assembler::SpillNames() {
  AKIN_TRY(CheckStop(control_));
  ThreadPool pool(ThreadsFor(chunk_.arcs().size()), ThreadPool::Fewer::kAccepted);
  AKIN_TRY(chunk_.Rank(pool, control_.stop));
  if (names_spill_ == nullptr) {
    AKIN_TRY_ASSIGN(names_spill_, SpillFile::Create(Join(directory_, "names.spill")));
  }
  Chunk chunk{.names = {.file = names_spill_.get(), .begin = names_spill_->size()},
              .integers = chunk_.integers()};
  uint32_t number = 0;
  const auto append = [&](std::string_view name, std::string_view title) {
    return AppendNameRecord(*names_spill_, name, title, number++);
  };
  AKIN_TRY(chunk_.integers() ? chunk_.EachInteger([&](int64_t value, std::string_view title) {
    const fmt::format_int digits(value);
    return append({digits.data(), digits.size()}, title);
  })
                             : chunk_.EachName(append));
  chunk.names.end = names_spill_->size();
  chunks_.push_back(chunk);
  return {};
}

Status Assembler::SpillArcs() {
  if (arcs_spill_ == nullptr) {
    AKIN_TRY_ASSIGN(arcs_spill_, SpillFile::Create(Join(directory_, "arcs.spill")));
  }
  chunks_.back().arcs_begin = arcs_spill_->size();
  AKIN_TRY(arcs_spill_->Append(std::as_bytes(chunk_.arcs())));
  chunks_.back().arcs_end = arcs_spill_->size();
  return {};
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
        return AddMerged(*keys, ids, name, title, places);
      }));
  vertices = keys->size();
  return keys->Finish();
}

Status Assembler::AddMerged(KeysWriter& keys, ExternalSorter<IdRecord>& ids, std::string_view name,
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
  AKIN_TRY(CheckVertices(keys.size() + 1));
  return keys.Add(name, title);
}

Status Assembler::CheckVertices(VertexId vertices) const {
  if (options_.max_vertices == 0 || vertices <= options_.max_vertices) return {};
  return Status(Code::kOutOfBudget,
                fmt::format("more than {} vertices, which is the limit; raise it if the sources "
                            "can be trusted",
                            options_.max_vertices))
      .WithParameter("max_vertices");
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
  if (chunk + 1 == chunks_.size()) return AddArcs(chunk_.arcs(), ids, by_target, report);
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
  return FitsInMemory() ? FinishInMemory(report) : FinishSpilled(report);
}

bool Assembler::FitsInMemory() const {
  const uint64_t arcs = chunk_.arcs().size() * (options_.undirected ? 2 : 1);
  return chunks_.empty() && arcs * sizeof(uint64_t) <= Share();
}

Result<uint64_t> Assembler::WriteKeys() {
  const std::string path = Join(directory_, "keys.akin");
  AKIN_TRY(CheckVertices(chunk_.names()));
  if (const auto range = chunk_.Range()) return WriteRangeKeys(path, *range, chunk_.names());
  AKIN_TRY_ASSIGN(auto keys, KeysWriter::Create(path, chunk_.integers(), Share()));
  const auto add = [&](const auto& name, std::string_view title) -> Status {
    if (keys->size() % kStopEvery == 0) AKIN_TRY(CheckStop(control_));
    if constexpr (std::is_same_v<decltype(name), const int64_t&>) {
      return keys->AddInteger(name, title);
    } else {
      return keys->Add(name, title);
    }
  };
  AKIN_TRY(chunk_.integers() ? chunk_.EachInteger(add) : chunk_.EachName(add));
  return keys->Finish();
}

Result<Assembler::Identities> Assembler::FinishInMemory(IngestReport& report) {
  AKIN_TRY(CheckStop(control_));
  ThreadPool pool(ThreadsFor(chunk_.arcs().size()), ThreadPool::Fewer::kAccepted);
  AKIN_TRY(chunk_.Rank(pool, control_.stop));
  Identities identities;
  AKIN_TRY_ASSIGN(identities.keys, WriteKeys());
  report.vertices = chunk_.names();
  ArcsInMemory arcs;
  arcs.room = chunk_.TakeArcs(arcs.count);
  chunk_.Clear();
  AKIN_TRY_ASSIGN(
      identities.graph,
      WriteGraphFromMemory(Join(directory_, "graph.akin"), static_cast<VertexId>(report.vertices),
                           std::move(arcs), options_, control_, pool, report));
  return identities;
}

Result<Assembler::Identities> Assembler::FinishSpilled(IngestReport& report) {
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
  size_t count = 0;
  chunk_.TakeArcs(count);
  chunk_.Clear();
  report.vertices = vertices;
  AKIN_TRY_ASSIGN(identities.graph, WriteArcs(by_target, vertices, report));
  return identities;
}

}  // namespace akin
