#include "assemble/arc_chunk.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include "akin/errors.h"
#include "akin/try.h"
#include "assemble/name_order.h"
#include "base/integer_name.h"
#include "base/radix_sort.h"
#include "graph/graph.h"

namespace akin {
namespace {

constexpr uint64_t kValuesPerWord = 64;
// Up to so many words per arc it is cheaper to go through all of them than to look up integers.
constexpr uint64_t kWordsPerArc = 8;
constexpr uint64_t kFreeWords = 4096;
constexpr size_t kArcsAtOnce = size_t{1} << 16;
constexpr size_t kNamesFetched = 16;  // before they are visited

struct ValueAndNumber {
  int64_t value;
  uint32_t number;
  // Negative ones first.
  uint64_t sort_key() const { return static_cast<uint64_t>(value) ^ (uint64_t{1} << 63); }
};

// Calls work(begin, end) for parts of 0..size-1.
template <class Work>
Status InParts(size_t size, ThreadPool& pool, const std::stop_token& stop, const Work& work) {
  return pool.Run((size + kArcsAtOnce - 1) / kArcsAtOnce, stop, [&](uint64_t i, unsigned) {
    work(i * kArcsAtOnce, std::min(size, (i + 1) * kArcsAtOnce));
    return Status();
  });
}

}  // namespace

ArcChunk::ArcChunk(uint64_t arc_bytes, uint64_t name_bytes)
    : arc_room_(std::max<uint64_t>(1, arc_bytes / sizeof(uint64_t))),
      name_bytes_(name_bytes),
      values_end_(std::min<uint64_t>(name_bytes / sizeof(Present) * kValuesPerWord, kNoVertex)) {}

// The memory for arcs is reserved once; the system provides it only where it is written.
Status ArcChunk::MakeRoom() {
  if (arcs_.size() > 0) return {};
  arcs_ = HugeArray<uint64_t>(arc_room_);
  return arcs_.ok() ? Status() : MemoryRefused("numbering arcs");
}

uint64_t ArcChunk::NameBytes() const {
  uint64_t bytes = alone_.capacity() * sizeof(uint32_t) + title_bytes_;
  if (numbering_ == Numbering::kIntegers) bytes += integers_.bytes();
  if (numbering_ == Numbering::kNames) bytes += names_.bytes();
  return bytes;
}

// Tables for what the chunk has already must not take more memory than they may.
bool ArcChunk::MayRenumber() const {
  constexpr uint64_t kBytesPerName = 64;
  const uint64_t names =
      numbering_ == Numbering::kValues ? 2 * arc_count_ + alone_.size() : integers_.values().size();
  return names == 0 || names * kBytesPerName <= name_bytes_;
}

template <class Renumber>
void ArcChunk::RenumberAll(const Renumber& renumber) {
  for (uint64_t& arc : arcs_.span().first(arc_count_)) {
    const uint32_t from = renumber(ArcRow(arc));
    arc = PackArc(from, renumber(ArcColumn(arc)));
  }
  for (const uint32_t value : alone_) renumber(value);
  for (Titled& titled : titles_) titled.number = renumber(titled.number);
}

// False if the chunk cannot change any more, so that it is full.
bool ArcChunk::LookUpIntegers() {
  if (full_ || !MayRenumber()) return !(full_ = true);
  RenumberAll([&](uint32_t value) { return integers_.Insert(value); });
  alone_ = {};
  numbering_ = Numbering::kIntegers;
  return true;
}

bool ArcChunk::LookUpNames() {
  if (numbering_ == Numbering::kValues && !LookUpIntegers()) return false;
  if (full_ || !MayRenumber()) return !(full_ = true);
  for (const int64_t value : integers_.values()) names_.Insert(fmt::format_int(value).c_str());
  integers_ = IntegerTable();
  numbering_ = Numbering::kNames;
  return true;
}

// Takes arcs up to the first end that is no small integer.
size_t ArcChunk::AddValues(std::span<const int64_t> ends) {
  uint64_t* const to = arcs_.data() + arc_count_;
  uint64_t largest = largest_;
  size_t taken = 0;
  for (; 2 * taken < ends.size(); ++taken) {
    const auto from = static_cast<uint64_t>(ends[2 * taken]);
    const auto target = static_cast<uint64_t>(ends[2 * taken + 1]);
    if (std::max(from, target) >= values_end_) break;
    largest = std::max({largest, from, target});
    to[taken] = PackArc(static_cast<uint32_t>(from), static_cast<uint32_t>(target));
  }
  largest_ = static_cast<uint32_t>(largest);
  arc_count_ += taken;
  return taken;
}

void ArcChunk::AddNumbers(std::span<const uint32_t> numbers) {
  for (size_t i = 0; i < numbers.size(); i += 2) {
    arcs_[arc_count_++] = PackArc(numbers[i], numbers[i + 1]);
  }
}

Result<size_t> ArcChunk::Add(std::span<const int64_t> ends) {
  AKIN_TRY(MakeRoom());
  ends = ends.first(std::min<size_t>(ends.size(), 2 * (arc_room_ - arc_count_)));
  size_t taken = 0;
  if (numbering_ == Numbering::kValues) {
    taken = AddValues(ends);
    ends = ends.subspan(2 * taken);
    if (ends.empty() || !LookUpIntegers()) return taken;
  }
  if (numbering_ == Numbering::kNames) {
    for (const int64_t end : ends) numbers_.push_back(names_.Insert(fmt::format_int(end).c_str()));
  } else {
    numbers_.resize(ends.size());
    integers_.InsertAll(ends, numbers_);
  }
  AddNumbers(numbers_);
  numbers_.clear();
  return taken + ends.size() / 2;
}

Result<size_t> ArcChunk::Add(std::span<const std::string_view> ends) {
  AKIN_TRY(MakeRoom());
  if (numbering_ != Numbering::kNames) {
    parsed_.clear();
    for (const std::string_view end : ends) {
      const std::optional<int64_t> value = IntegerName(end);
      if (!value) break;
      parsed_.push_back(*value);
    }
    if (parsed_.size() == ends.size()) return Add(std::span<const int64_t>(parsed_));
    if (!LookUpNames()) return size_t{0};
  }
  ends = ends.first(std::min<size_t>(ends.size(), 2 * (arc_room_ - arc_count_)));
  numbers_.resize(ends.size());
  names_.InsertAll(ends, numbers_);
  AddNumbers(numbers_);
  numbers_.clear();
  return ends.size() / 2;
}

bool ArcChunk::AddVertexNumber(std::string_view name, uint32_t& number) {
  if (numbering_ != Numbering::kNames) {
    const std::optional<int64_t> value = IntegerName(name);
    if (!value && !LookUpNames()) return false;
    if (numbering_ == Numbering::kValues) {
      if (static_cast<uint64_t>(*value) < values_end_) {
        number = static_cast<uint32_t>(*value);
        largest_ = std::max(largest_, number);
        alone_.push_back(number);
        return true;
      }
      if (!LookUpIntegers()) return false;
    }
    if (numbering_ == Numbering::kIntegers) {
      number = integers_.Insert(*value);
      return true;
    }
  }
  number = names_.Insert(name);
  return true;
}

bool ArcChunk::AddVertex(std::string_view name) {
  uint32_t number = 0;
  return AddVertexNumber(name, number);
}

bool ArcChunk::AddTitle(std::string_view name, std::string_view title) {
  Titled titled{.number = 0, .title = std::string(title)};
  if (!AddVertexNumber(name, titled.number)) return false;
  titles_.push_back(std::move(titled));
  title_bytes_ += sizeof(Titled) + title.size();
  return true;
}

Status ArcChunk::Rank(ThreadPool& pool, const std::stop_token& stop) {
  full_ = false;  // the tables may take what they need now
  if (numbering_ == Numbering::kValues) {
    const uint64_t words = largest_ / kValuesPerWord + 1;
    const bool dense = words <= kWordsPerArc * (arc_count_ + alone_.size()) + kFreeWords;
    if (dense || !LookUpIntegers()) return RankValues(pool, stop);
  }
  if (numbering_ == Numbering::kIntegers) return RankByOrder(OrderOfIntegers(), pool, stop);
  AKIN_TRY_ASSIGN(auto order, OrderOfNames(names_, pool, stop));
  return RankByOrder(std::move(order), pool, stop);
}

// In memory that threads share, most bits are set already when they are looked at.
Status ArcChunk::RankValues(ThreadPool& pool, const std::stop_token& stop) {
  present_ = HugeArray<Present>(largest_ / kValuesPerWord + 1);
  if (!present_.ok()) return MemoryRefused("numbering names");
  const auto mark = [&](uint32_t value) {
    const std::atomic_ref word(present_[value / kValuesPerWord].bits);
    const uint64_t bit = uint64_t{1} << value % kValuesPerWord;
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);
    }
  };
  for (const uint32_t value : alone_) mark(value);
  AKIN_TRY(InParts(arc_count_, pool, stop, [&](size_t begin, size_t end) {
    for (const uint64_t arc : arcs_.span().subspan(begin, end - begin)) {
      mark(ArcRow(arc));
      mark(ArcColumn(arc));
    }
  }));
  rank_count_ = 0;
  for (Present& word : present_.span()) {
    word.before = rank_count_;
    rank_count_ += static_cast<uint64_t>(std::popcount(word.bits));
  }
  // Without a gap, there is nothing to look up.
  const auto first = static_cast<uint32_t>(SmallestValue());
  if (rank_count_ == uint64_t{largest_} - first + 1) {
    return RankAll([&](uint32_t value) { return value - first; }, pool, stop);
  }
  return RankAll([&](uint32_t value) { return RankOfValue(value); }, pool, stop);
}

int64_t ArcChunk::SmallestValue() const {
  for (uint64_t word = 0; word < present_.size(); ++word) {
    const uint64_t bits = present_[word].bits;
    if (bits != 0) return static_cast<int64_t>(word * kValuesPerWord) + std::countr_zero(bits);
  }
  return 0;
}

uint32_t ArcChunk::RankOfValue(uint32_t value) const {
  const Present& word = present_[value / kValuesPerWord];
  const uint64_t below = word.bits & ((uint64_t{1} << value % kValuesPerWord) - 1);
  return static_cast<uint32_t>(word.before + static_cast<uint64_t>(std::popcount(below)));
}

std::vector<uint32_t> ArcChunk::OrderOfIntegers() const {
  const std::vector<int64_t>& values = integers_.values();
  std::vector<ValueAndNumber> sorted(values.size());
  for (uint32_t i = 0; i < values.size(); ++i) sorted[i] = {.value = values[i], .number = i};
  std::vector<ValueAndNumber> scratch(values.size());
  RadixSort(std::span(sorted), std::span(scratch));
  std::vector<uint32_t> order(values.size());
  std::ranges::transform(sorted, order.begin(), &ValueAndNumber::number);
  return order;
}

Status ArcChunk::RankByOrder(std::vector<uint32_t> order, ThreadPool& pool,
                             const std::stop_token& stop) {
  order_ = std::move(order);
  rank_count_ = order_.size();
  std::vector<uint32_t> ranks(order_.size());
  for (uint32_t rank = 0; rank < order_.size(); ++rank) ranks[order_[rank]] = rank;
  return RankAll([&](uint32_t number) { return ranks[number]; }, pool, stop);
}

template <class RankOf>
Status ArcChunk::RankAll(const RankOf& rank_of, ThreadPool& pool, const std::stop_token& stop) {
  for (Titled& titled : titles_) titled.number = rank_of(titled.number);
  std::sort(titles_.begin(), titles_.end());
  return InParts(arc_count_, pool, stop, [&](size_t begin, size_t end) {
    for (uint64_t& arc : arcs_.span().subspan(begin, end - begin)) {
      arc = PackArc(rank_of(ArcRow(arc)), rank_of(ArcColumn(arc)));
    }
  });
}

// Calls visit(rank, title) in order. Of several titles of a name, the last in byte order.
template <class Visit>
Status ArcChunk::EachTitled(const Visit& visit) const {
  auto title = titles_.begin();
  for (uint32_t rank = 0; rank < rank_count_; ++rank) {
    std::string_view text;
    for (; title != titles_.end() && title->number == rank; ++title) text = title->title;
    AKIN_TRY(visit(rank, text));
  }
  return {};
}

Status ArcChunk::EachInteger(
    const std::function<Status(int64_t value, std::string_view title)>& visit) const {
  if (numbering_ == Numbering::kIntegers) {
    return EachTitled([&](uint32_t rank, std::string_view title) {
      return visit(integers_.values()[order_[rank]], title);
    });
  }
  uint64_t word = 0;
  uint64_t bits = rank_count_ == 0 ? 0 : present_[0].bits;
  return EachTitled([&](uint32_t, std::string_view title) {
    while (bits == 0) bits = present_[++word].bits;
    const uint64_t value = word * kValuesPerWord + static_cast<uint64_t>(std::countr_zero(bits));
    bits &= bits - 1;
    return visit(static_cast<int64_t>(value), title);
  });
}

std::optional<int64_t> ArcChunk::Range() const {
  if (numbering_ != Numbering::kValues || !titles_.empty() || rank_count_ == 0) return {};
  const int64_t first = SmallestValue();
  if (rank_count_ != static_cast<uint64_t>(int64_t{largest_} - first) + 1) return {};
  return first;
}

Status ArcChunk::EachName(
    const std::function<Status(std::string_view name, std::string_view title)>& visit) const {
  return EachTitled([&](uint32_t rank, std::string_view title) {
    if (rank + kNamesFetched < order_.size()) names_.Prefetch(order_[rank + kNamesFetched]);
    return visit(names_[order_[rank]], title);
  });
}

HugeArray<uint64_t> ArcChunk::TakeArcs(size_t& count) {
  count = std::exchange(arc_count_, 0);
  return std::exchange(arcs_, HugeArray<uint64_t>());
}

// The room for arcs is kept.
void ArcChunk::Clear() {
  numbering_ = Numbering::kValues;
  full_ = false;
  arc_count_ = 0;
  largest_ = 0;
  alone_ = {};
  integers_ = IntegerTable();
  names_ = NameTable();
  titles_ = {};
  title_bytes_ = 0;
  present_ = HugeArray<Present>();
  order_ = {};
  rank_count_ = 0;
}

}  // namespace akin
