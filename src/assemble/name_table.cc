#include "assemble/name_table.h"

#include <algorithm>
#include <array>

#include "base/checksum.h"

namespace akin {
namespace {

constexpr size_t kInFlight = 32;  // look-ups that wait for memory at the same time
constexpr unsigned kPlaceBits = 40;
constexpr uint64_t kPlaceMask = (uint64_t{1} << kPlaceBits) - 1;

uint64_t HashOf(std::string_view name) { return Checksum(std::as_bytes(std::span(name))); }
uint64_t SlotOf(uint64_t hash, uint64_t start) {
  return (hash & ~kPlaceMask) | ((start + 1) & kPlaceMask);
}

}  // namespace

NameTable::NameTable() : slots_(1024) {}

uint32_t NameTable::Insert(std::string_view name) { return InsertHashed(name, HashOf(name)); }

void NameTable::InsertAll(std::span<const std::string_view> batch, std::span<uint32_t> numbers) {
  std::array<uint64_t, kInFlight> hashes;
  for (size_t begin = 0; begin < batch.size(); begin += kInFlight) {
    const size_t count = std::min(kInFlight, batch.size() - begin);
    const size_t mask = slots_.size() - 1;
    for (size_t i = 0; i < count; ++i) {
      hashes[i] = HashOf(batch[begin + i]);
      __builtin_prefetch(&slots_[hashes[i] & mask]);
    }
    for (size_t i = 0; i < count; ++i) {
      const Slot slot = slots_[hashes[i] & mask];
      if (slot == 0) continue;
      const char* const record = arena_.data() + (slot & kPlaceMask) - 1;
      __builtin_prefetch(record);
      __builtin_prefetch(record + sizeof(Head) + batch[begin + i].size());
    }
    for (size_t i = 0; i < count; ++i) {
      numbers[begin + i] = InsertHashed(batch[begin + i], hashes[i]);
    }
  }
}

uint32_t NameTable::InsertHashed(std::string_view name, uint64_t hash) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    if (((slots_[at] ^ hash) & ~kPlaceMask) != 0) continue;
    const uint64_t start = (slots_[at] & kPlaceMask) - 1;
    if (NameAt(start) == name) return HeadAt(start).number;
  }
  const Head head{.number = size(), .length = static_cast<uint32_t>(name.size())};
  slots_[at] = SlotOf(hash, arena_.size());
  starts_.push_back(arena_.size());
  const auto* const head_bytes = reinterpret_cast<const char*>(&head);
  arena_.insert(arena_.end(), head_bytes, head_bytes + sizeof head);
  arena_.insert(arena_.end(), name.begin(), name.end());
  if (starts_.size() * 2 > slots_.size()) Rehash();
  return head.number;
}

void NameTable::Rehash() {
  slots_.assign(slots_.size() * 2, Slot{});
  const size_t mask = slots_.size() - 1;
  for (const uint64_t start : starts_) {
    const uint64_t hash = HashOf(NameAt(start));
    size_t at = hash & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = SlotOf(hash, start);
  }
}

uint64_t NameTable::bytes() const {
  return arena_.capacity() + starts_.capacity() * sizeof(uint64_t) +
         slots_.capacity() * sizeof(Slot);
}

}  // namespace akin
