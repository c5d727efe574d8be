#include "assemble/name_table.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/checksum.h"
#include "base/integer_name.h"

namespace akin {
namespace {

constexpr size_t kInFlight = 32;  // look-ups that wait for memory at the same time

uint64_t HashOf(std::string_view name) { return Checksum(std::as_bytes(std::span(name))); }
uint32_t TagOf(uint64_t hash) { return static_cast<uint32_t>(hash >> 32); }

}  // namespace

NameTable::NameTable() : slots_(1024) {}

uint32_t NameTable::Insert(std::string_view name) { return InsertHashed(name, HashOf(name)); }

void NameTable::InsertAll(const NameBatch& batch, std::vector<uint32_t>& numbers) {
  numbers.resize(batch.size());
  std::array<uint64_t, kInFlight> hashes;
  for (size_t begin = 0; begin < batch.size(); begin += kInFlight) {
    const size_t count = std::min(kInFlight, batch.size() - begin);
    const size_t mask = slots_.size() - 1;
    for (size_t i = 0; i < count; ++i) {
      hashes[i] = HashOf(batch[begin + i]);
      __builtin_prefetch(&slots_[hashes[i] & mask]);
    }
    for (size_t i = 0; i < count; ++i) {
      const uint32_t number_1 = slots_[hashes[i] & mask].number_1;
      if (number_1 != 0) __builtin_prefetch(&starts_[number_1 - 1]);
    }
    for (size_t i = 0; i < count; ++i) {
      const uint32_t number_1 = slots_[hashes[i] & mask].number_1;
      if (number_1 != 0) __builtin_prefetch(&arena_[starts_[number_1 - 1]]);
    }
    for (size_t i = 0; i < count; ++i) {
      numbers[begin + i] = InsertHashed(batch[begin + i], hashes[i]);
    }
  }
}

uint32_t NameTable::InsertHashed(std::string_view name, uint64_t hash) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  for (; slots_[at].number_1 != 0; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.tag == TagOf(hash) && (*this)[slot.number_1 - 1] == name) return slot.number_1 - 1;
  }
  arena_.insert(arena_.end(), name.begin(), name.end());
  starts_.push_back(arena_.size());
  slots_[at] = {.tag = TagOf(hash), .number_1 = size()};
  all_integers_ = all_integers_ && IntegerName(name).has_value();
  if (uint64_t{size()} * 2 > slots_.size()) Rehash();
  return size() - 1;
}

void NameTable::Rehash() {
  slots_.assign(slots_.size() * 2, Slot{});
  const size_t mask = slots_.size() - 1;
  for (uint32_t number = 0; number < size(); ++number) {
    const uint64_t hash = HashOf((*this)[number]);
    size_t at = hash & mask;
    while (slots_[at].number_1 != 0) at = (at + 1) & mask;
    slots_[at] = {.tag = TagOf(hash), .number_1 = number + 1};
  }
}

uint64_t NameTable::bytes() const {
  return arena_.capacity() + starts_.capacity() * sizeof(uint64_t) +
         slots_.capacity() * sizeof(Slot);
}

}  // namespace akin
