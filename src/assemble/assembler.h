// Turns named arcs in any order into keys.akin and graph.akin, within a memory budget.
//
// A chunk is as much as fits in memory, with numbers of its own for names (arc_chunk.h). If there
// is only one, its names are sorted, ranks are ids, and the arcs are sorted and written in memory
// (graph_in_memory.h).
//
// Otherwise a full chunk is spilled as a run of sorted names and a list of arcs between their
// ranks. At the end the runs are merged. The merge gives every name its id (its rank among all
// names) and, sorted by chunk and number, every chunk a table from number to id. With it the arcs
// are read back, sorted by target and written, then sorted by source and written. The arcs of the
// last chunk never leave memory. So the result depends only on the sets of names and arcs.
//
// Single arcs are numbered in batches, in a thread of their own, while others are read.
//
// Time: one hash look-up per name read, but none for small integers; O(n log n) to sort names, two
// radix sorts of the arcs. Memory: the budget. Disk, while it runs: nothing for one chunk, else 8
// bytes per arc of all chunks except the last, and the names of all chunks.
#ifndef AKIN_SRC_ASSEMBLE_ASSEMBLER_H_
#define AKIN_SRC_ASSEMBLE_ASSEMBLER_H_

#include <algorithm>
#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "akin/types.h"
#include "assemble/arc_chunk.h"
#include "assemble/name_run.h"
#include "assemble/name_table.h"
#include "base/external_sorter.h"
#include "base/spill_file.h"
#include "base/threads.h"
#include "graph/keys.h"

namespace akin {

class Assembler : public ArcSink {
 public:
  // Writes keys.akin and graph.akin to `directory`, and temporary files while it runs.
  Assembler(std::string directory, const IngestOptions& options, const Control& control);

  Status Vertex(std::string_view name) override;
  Status Arc(std::string_view from, std::string_view to) override;
  Status Title(std::string_view name, std::string_view title) override;
  Status Arcs(std::span<const std::string_view> ends) override;
  Status IntegerArcs(std::span<const int64_t> ends) override;

  // From now on come only titles. Those of names that are no vertex yet are left out and counted.
  Status BeginTitles();
  uint64_t unknown_titles() const { return unknown_titles_; }

  struct Identities {
    uint64_t keys = 0;
    uint64_t graph = 0;
  };
  // Sets the counts of the report.
  Result<Identities> Finish(IngestReport& report);

 private:
  struct Chunk {
    NameRun names;
    uint64_t arcs_begin = 0;  // in arcs_spill_
    uint64_t arcs_end = 0;
    bool integers = false;  // all names are integers, sorted by value
  };
  // The id in the corpus of a name of a chunk.
  struct IdRecord {
    uint32_t chunk;
    uint32_t number;
    VertexId id;
    bool operator<(const IdRecord& other) const {
      return chunk != other.chunk ? chunk < other.chunk : number < other.number;
    }
  };

  Status StartNumbering();
  Status FinishNumbering();
  Status NumberBatch();
  template <class Name>
  Status AddAll(std::span<const Name> ends);
  template <class Add>
  Status AddName(const Add& add);
  uint64_t Share() const { return control_.memory / 4; }
  // The size of a batch of names: enough work, and small enough for the second-level cache.
  uint64_t BatchBytes() const { return std::min<uint64_t>(Share(), uint64_t{1} << 18); }
  unsigned ThreadsFor(size_t arcs) const;
  Status SpillChunk();
  Status SpillNames();
  Status SpillArcs();
  bool HasOnlyTitles(size_t chunk) const { return chunk >= first_of_titles_; }
  Status Resort(SpillFile& resorted, Chunk& chunk, bool integers);
  Result<uint64_t> MergeNames(ExternalSorter<IdRecord>& ids, VertexId& vertices);
  Status AddMerged(KeysWriter& keys, ExternalSorter<IdRecord>& ids, std::string_view name,
                   std::string_view title, const std::vector<NamePlace>& places);
  Status CheckVertices(VertexId vertices) const;
  Status SortByTarget(ExternalSorter<IdRecord>& ids, ExternalSorter<uint64_t>& by_target,
                      IngestReport& report);
  Status AddChunk(size_t chunk, const std::vector<VertexId>& ids,
                  ExternalSorter<uint64_t>& by_target, IngestReport& report);
  Status AddArcs(std::span<const uint64_t> arcs, const std::vector<VertexId>& ids,
                 ExternalSorter<uint64_t>& by_target, IngestReport& report);
  Result<uint64_t> WriteArcs(ExternalSorter<uint64_t>& by_target, VertexId vertices,
                             IngestReport& report);
  bool FitsInMemory() const;
  Result<uint64_t> WriteKeys();
  Result<Identities> FinishInMemory(IngestReport& report);
  Result<Identities> FinishSpilled(IngestReport& report);

  std::string directory_;
  const IngestOptions& options_;
  const Control& control_;
  ArcChunk chunk_;
  NameBatch pending_;   // names of arcs, in the order read
  NameBatch numbered_;  // the previous batch, which is being numbered
  std::vector<Chunk> chunks_;
  size_t first_of_titles_ = SIZE_MAX;  // the chunks from here on have titles for others
  uint64_t unknown_titles_ = 0;
  std::unique_ptr<SpillFile> names_spill_;  // of all chunks, one after another
  std::unique_ptr<SpillFile> arcs_spill_;
  std::future<Status> numbering_;  // last member, so that its destructor waits first
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_ASSEMBLER_H_
