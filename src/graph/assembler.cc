#include "graph/assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/files.h"
#include "base/integer_name.h"
#include "base/progress.h"
#include "base/try.h"
#include "graph/graph.h"
#include "graph/keys.h"
#include "graph/name_run.h"

namespace akin {
namespace {

constexpr uint64_t kStopEvery = 1 << 16;  // arcs between two looks at the stop token
constexpr size_t kArcBuffer = size_t{1} << 18;

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

Status CheckStop(const Control& control) {
  return control.stop.stop_requested() ? Status(Code::kCancelled, "interrupted") : Status();
}

// Passes on sorted arcs without their duplicates.
template <class Visit>
Status DrainDistinct(ExternalSorter<uint64_t>& sorter, Visit&& visit) {
  bool first = true;
  uint64_t previous = 0;
  return sorter.Drain([&](uint64_t arc) -> Status {
    if (!first && arc == previous) return {};
    first = false;
    previous = arc;
    return visit(arc);
  });
}

// Passes on arcs sorted by target, but for those to targets with more than `most` in-links. Holds
// one in-list of at most `most` arcs.
class CommonTargetFilter {
 public:
  CommonTargetFilter(double most, std::function<Status(uint64_t)> keep)
      : most_(most), keep_(std::move(keep)) {}

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
    for (const uint64_t arc : list_) AKIN_TRY(keep_(arc));
    list_.clear();
    count_ = 0;
    return {};
  }

  uint64_t dropped() const { return dropped_; }

 private:
  double most_;
  std::function<Status(uint64_t)> keep_;
  std::vector<uint64_t> list_;
  VertexId target_ = 0;
  uint64_t count_ = 0;
  uint64_t dropped_ = 0;
};

}  // namespace

Assembler::Assembler(std::string directory, const IngestOptions& options, const Control& control)
    : directory_(std::move(directory)), options_(options), control_(control) {}

Status Assembler::Vertex(std::string_view name) {
  names_.Insert(name);
  return SpillIfFull();
}

Status Assembler::Arc(std::string_view from, std::string_view to) {
  const uint32_t source = names_.Insert(from);
  arcs_.push_back(PackArc(source, names_.Insert(to)));
  return SpillIfFull();
}

Status Assembler::Title(std::string_view name, std::string_view title) {
  titles_.emplace_back(names_.Insert(name), title);
  title_bytes_ += sizeof(titles_.back()) + title.size();
  return SpillIfFull();
}

// A quarter of the budget for names and a quarter for arcs: vectors hold up to twice their size for
// a moment when they grow.
Status Assembler::SpillIfFull() {
  const uint64_t share = control_.memory / 4;
  if (arcs_.size() * sizeof(arcs_[0]) < share && names_.bytes() + title_bytes_ < share) return {};
  return SpillChunk();
}

Result<std::unique_ptr<SpillFile>> Assembler::NewSpill(std::string_view what) {
  return SpillFile::Create(Join(directory_, fmt::format("{}-{}.spill", what, spills_made_++)));
}

Status Assembler::SpillChunk() {
  AKIN_TRY(CheckStop(control_));
  Chunk chunk;
  chunk.integers = names_.all_integers();
  const std::vector<uint32_t> order = SortedOrder(names_);
  std::vector<uint32_t> rank(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  std::stable_sort(titles_.begin(), titles_.end(),
                   [&](const auto& a, const auto& b) { return rank[a.first] < rank[b.first]; });
  auto title = titles_.begin();
  AKIN_TRY_ASSIGN(chunk.names, NewSpill("names"));
  for (const uint32_t number : order) {
    std::string_view last;
    for (; title != titles_.end() && title->first == number; ++title) last = title->second;
    AKIN_TRY(AppendNameRecord(*chunk.names, names_[number], last));
  }
  AKIN_TRY(chunk.names->FinishWriting());

  AKIN_TRY_ASSIGN(chunk.arcs, NewSpill("arcs"));
  for (const uint64_t arc : arcs_) {
    AKIN_TRY(chunk.arcs->AppendValue(PackArc(rank[ArcRow(arc)], rank[ArcColumn(arc)])));
  }
  AKIN_TRY(chunk.arcs->FinishWriting());
  chunks_.push_back(std::move(chunk));

  names_ = NameTable();
  arcs_ = {};
  titles_ = {};
  title_bytes_ = 0;
  return {};
}

// A chunk of integers turns out to share the corpus with other names: its order and ranks change.
Status Assembler::SortBytewise(Chunk& chunk) {
  std::vector<std::pair<std::string, std::string>> records;
  NameRunReader reader(*chunk.names, kArcBuffer);
  for (bool more = true;;) {
    AKIN_TRY(reader.Next(more));
    if (!more) break;
    records.emplace_back(reader.name(), reader.title());
  }
  std::vector<uint32_t> order(records.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return records[a].first < records[b].first; });
  std::vector<uint32_t> rank(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  AKIN_TRY_ASSIGN(auto names, NewSpill("names"));
  for (const uint32_t i : order) {
    AKIN_TRY(AppendNameRecord(*names, records[i].first, records[i].second));
  }
  AKIN_TRY(names->FinishWriting());
  AKIN_TRY_ASSIGN(auto arcs, NewSpill("arcs"));
  SpillReader old_arcs(*chunk.arcs, 0, chunk.arcs->size(), kArcBuffer);
  while (!old_arcs.AtEnd()) {
    uint64_t arc = 0;
    AKIN_TRY(old_arcs.ReadValue(arc));
    AKIN_TRY(arcs->AppendValue(PackArc(rank[ArcRow(arc)], rank[ArcColumn(arc)])));
  }
  AKIN_TRY(arcs->FinishWriting());
  chunk.names = std::move(names);
  chunk.arcs = std::move(arcs);
  chunk.integers = false;
  return {};
}

Result<uint64_t> Assembler::MergeNames(VertexId& vertices) {
  const bool integers =
      std::all_of(chunks_.begin(), chunks_.end(), [](const Chunk& c) { return c.integers; });
  std::vector<const SpillFile*> runs;
  for (Chunk& chunk : chunks_) {
    if (chunk.integers && !integers) AKIN_TRY(SortBytewise(chunk));
    AKIN_TRY_ASSIGN(chunk.ids, NewSpill("ids"));
    runs.push_back(chunk.names.get());
  }
  AKIN_TRY_ASSIGN(auto keys,
                  KeysWriter::Create(Join(directory_, "keys.akin"), integers, control_.memory / 4));
  AKIN_TRY(MergeNameRuns(runs, integers,
                         [&](std::string_view name, std::string_view title,
                             const std::vector<size_t>& holders) -> Status {
                           for (const size_t run : holders) {
                             AKIN_TRY(chunks_[run].ids->AppendValue(keys->size()));
                           }
                           if (keys->size() % kStopEvery == 0) AKIN_TRY(CheckStop(control_));
                           return keys->Add(name, title);
                         }));
  for (Chunk& chunk : chunks_) {
    chunk.names.reset();
    AKIN_TRY(chunk.ids->FinishWriting());
  }
  vertices = keys->size();
  return keys->Finish();
}

Status Assembler::SortByTarget(ExternalSorter<uint64_t>& by_target, IngestReport& report) {
  ProgressMeter meter(control_, "sorting arcs", "arcs", report.arcs_read);
  for (Chunk& chunk : chunks_) {
    std::vector<VertexId> ids(chunk.ids->size() / sizeof(VertexId));
    SpillReader id_reader(*chunk.ids, 0, chunk.ids->size(), kArcBuffer);
    AKIN_TRY(id_reader.Read(std::as_writable_bytes(std::span(ids))));
    SpillReader arcs(*chunk.arcs, 0, chunk.arcs->size(), kArcBuffer);
    for (uint64_t count = 1; !arcs.AtEnd(); ++count) {
      uint64_t arc = 0;
      AKIN_TRY(arcs.ReadValue(arc));
      VertexId from = ids[ArcRow(arc)];
      VertexId to = ids[ArcColumn(arc)];
      if (options_.reverse) std::swap(from, to);
      if (from == to && options_.drop_self_loops) {
        ++report.self_loops_dropped;
        continue;
      }
      AKIN_TRY(by_target.Add(PackArc(to, from)));
      if (options_.undirected) AKIN_TRY(by_target.Add(PackArc(from, to)));
      if (count % kStopEvery == 0) {
        meter.Advance(kStopEvery);
        AKIN_TRY(CheckStop(control_));
      }
    }
    chunk.arcs.reset();
    chunk.ids.reset();
  }
  return {};
}

Result<uint64_t> Assembler::WriteArcs(VertexId vertices, IngestReport& report) {
  const uint64_t share = control_.memory / 2;
  ExternalSorter<uint64_t> by_target(Join(directory_, "by-target.spill"), share);
  ExternalSorter<uint64_t> by_source(Join(directory_, "by-source.spill"), share);
  AKIN_TRY(SortByTarget(by_target, report));

  const SortedArcs rows_by_target = [&](const std::function<Status(uint64_t)>& visit) -> Status {
    const auto keep = [&](uint64_t arc) -> Status {
      if (++report.arcs % kStopEvery == 0) AKIN_TRY(CheckStop(control_));
      AKIN_TRY(by_source.Add(PackArc(ArcColumn(arc), ArcRow(arc))));
      return visit(arc);
    };
    if (options_.max_inlink_share >= 1) return DrainDistinct(by_target, keep);
    CommonTargetFilter filter(options_.max_inlink_share * vertices, keep);
    AKIN_TRY(DrainDistinct(by_target, [&](uint64_t arc) { return filter.Add(arc); }));
    AKIN_TRY(filter.EndTarget());
    report.common_arcs_dropped = filter.dropped();
    return {};
  };
  const SortedArcs rows_by_source = [&](const std::function<Status(uint64_t)>& visit) {
    return by_source.Drain(visit);
  };
  return WriteGraph(Join(directory_, "graph.akin"), vertices, rows_by_target, rows_by_source);
}

Result<Assembler::Identities> Assembler::Finish(IngestReport& report) {
  if (names_.size() > 0) AKIN_TRY(SpillChunk());
  Identities identities;
  VertexId vertices = 0;
  AKIN_TRY_ASSIGN(identities.keys, MergeNames(vertices));
  report.vertices = vertices;
  AKIN_TRY_ASSIGN(identities.graph, WriteArcs(vertices, report));
  return identities;
}

}  // namespace akin
