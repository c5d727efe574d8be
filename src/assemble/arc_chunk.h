// One chunk of the input in memory: its arcs, and numbers for the names of their ends.
//
// Small integers are their own numbers, so nothing is looked up. The first integer that is large or
// negative makes the chunk look up integers in a table, and the first name that is no integer makes
// it look up names. In the end names are sorted, integers by value and others by their bytes, and
// numbers become ranks.
//
// Memory: 8 bytes per arc, up to `arc_bytes`; and, in the end, 16 bytes per 64 values for small
// integers, which are only those for which that is at most `name_bytes`. Tables are full at that
// size. Sorting takes 32 bytes per name more.
#ifndef AKIN_SRC_ASSEMBLE_ARC_CHUNK_H_
#define AKIN_SRC_ASSEMBLE_ARC_CHUNK_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "assemble/integer_table.h"
#include "assemble/name_table.h"
#include "base/mapped_array.h"
#include "base/threads.h"

namespace akin {

class ArcChunk {
 public:
  ArcChunk(uint64_t arc_bytes, uint64_t name_bytes);

  // Adds arcs, given by their ends: from, to, from, to. Returns how many of them it took; it is
  // full if not all.
  Result<size_t> Add(std::span<const std::string_view> ends);
  Result<size_t> Add(std::span<const int64_t> ends);
  // A name without an arc. False, and nothing is added, if the chunk is full.
  bool AddVertex(std::string_view name);
  bool AddTitle(std::string_view name, std::string_view title);
  bool full() const { return full_ || arc_count_ == arc_room_ || NameBytes() >= name_bytes_; }

  // Sorts the names. From now on the number of a name is its rank, also in arcs().
  Status Rank(ThreadPool& pool, const std::stop_token& stop);

  // The rest is for afterwards.
  bool integers() const { return numbering_ != Numbering::kNames; }
  // All names in order, with their titles: integers if all are, else strings.
  Status EachInteger(
      const std::function<Status(int64_t value, std::string_view title)>& visit) const;
  Status EachName(
      const std::function<Status(std::string_view name, std::string_view title)>& visit) const;
  // The first of the names, if they are consecutive integers without titles.
  std::optional<int64_t> Range() const;
  VertexId names() const { return static_cast<VertexId>(rank_count_); }
  // PackArc(from, to).
  std::span<const uint64_t> arcs() const { return arcs_.span().first(arc_count_); }
  // The same, with the room for more behind them; the chunk has none then.
  HugeArray<uint64_t> TakeArcs(size_t& count);
  // Empties the chunk, for other arcs.
  void Clear();

 private:
  enum class Numbering { kValues, kIntegers, kNames };
  // Which of 64 values are there, and how many smaller ones.
  struct Present {
    uint64_t bits;
    uint64_t before;
  };
  struct Titled {
    uint32_t number;
    std::string title;
    auto operator<=>(const Titled&) const = default;
  };

  Status MakeRoom();
  uint64_t NameBytes() const;
  bool MayRenumber() const;
  bool LookUpIntegers();
  bool LookUpNames();
  template <class Renumber>
  void RenumberAll(const Renumber& renumber);
  bool AddVertexNumber(std::string_view name, uint32_t& number);
  size_t AddValues(std::span<const int64_t> ends);
  void AddNumbers(std::span<const uint32_t> numbers);

  Status RankValues(ThreadPool& pool, const std::stop_token& stop);
  Status RankByOrder(std::vector<uint32_t> order, ThreadPool& pool, const std::stop_token& stop);
  std::vector<uint32_t> OrderOfIntegers() const;
  int64_t SmallestValue() const;
  template <class RankOf>
  Status RankAll(const RankOf& rank_of, ThreadPool& pool, const std::stop_token& stop);
  uint32_t RankOfValue(uint32_t value) const;
  template <class Visit>
  Status EachTitled(const Visit& visit) const;

  const uint64_t arc_room_;
  const uint64_t name_bytes_;
  const uint64_t values_end_;  // integers from 0 to here are their own numbers
  Numbering numbering_ = Numbering::kValues;
  bool full_ = false;
  HugeArray<uint64_t> arcs_;  // packed pairs of numbers
  size_t arc_count_ = 0;
  uint32_t largest_ = 0;         // of kValues
  std::vector<uint32_t> alone_;  // of kValues, without arcs
  IntegerTable integers_;
  NameTable names_;
  std::vector<Titled> titles_;
  uint64_t title_bytes_ = 0;
  std::vector<int64_t> parsed_;  // of a batch
  std::vector<uint32_t> numbers_;

  HugeArray<Present> present_;   // of kValues, once ranked
  std::vector<uint32_t> order_;  // of the others: numbers by rank
  uint64_t rank_count_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_ARC_CHUNK_H_
