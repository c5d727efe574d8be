#include "assemble/integer_table.h"

#include <algorithm>
#include <array>

#include "base/random.h"

namespace akin {
namespace {

constexpr size_t kIntegersInFlight = 32;  // look-ups that wait for memory at the same time

uint64_t HashOfInteger(int64_t value) { return Mix64(static_cast<uint64_t>(value) + kWeyl); }

}  // namespace

IntegerTable::IntegerTable() : slots_(64) {}

uint32_t IntegerTable::Insert(int64_t value) { return InsertHashed(value, HashOfInteger(value)); }

void IntegerTable::InsertAll(std::span<const int64_t> batch, std::span<uint32_t> numbers) {
  std::array<uint64_t, kIntegersInFlight> hashes;
  for (size_t begin = 0; begin < batch.size(); begin += kIntegersInFlight) {
    const size_t count = std::min(kIntegersInFlight, batch.size() - begin);
    const size_t mask = slots_.size() - 1;
    for (size_t i = 0; i < count; ++i) {
      hashes[i] = HashOfInteger(batch[begin + i]);
      __builtin_prefetch(&slots_[hashes[i] & mask]);
    }
    for (size_t i = 0; i < count; ++i) {
      numbers[begin + i] = InsertHashed(batch[begin + i], hashes[i]);
    }
  }
}

uint32_t IntegerTable::InsertHashed(int64_t value, uint64_t hash) {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  for (; slots_[at].number_1 != 0; at = (at + 1) & mask) {
    if (slots_[at].value == value) return slots_[at].number_1 - 1;
  }
  values_.push_back(value);
  slots_[at] = {.value = value, .number_1 = static_cast<uint32_t>(values_.size())};
  if (values_.size() * 2 > slots_.size()) Rehash();
  return static_cast<uint32_t>(values_.size() - 1);
}

void IntegerTable::Rehash() {
  slots_.assign(slots_.size() * 2, Slot{});
  const size_t mask = slots_.size() - 1;
  for (uint32_t number = 0; number < values_.size(); ++number) {
    size_t at = HashOfInteger(values_[number]) & mask;
    while (slots_[at].number_1 != 0) at = (at + 1) & mask;
    slots_[at] = {.value = values_[number], .number_1 = number + 1};
  }
}

uint64_t IntegerTable::bytes() const {
  return slots_.capacity() * sizeof(Slot) + values_.capacity() * sizeof(int64_t);
}

}  // namespace akin
