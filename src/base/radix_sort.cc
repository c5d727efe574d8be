#include "base/radix_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace akin {
namespace {

constexpr unsigned kDigitBits = 11;
constexpr size_t kBuckets = size_t{1} << kDigitBits;
constexpr size_t kMostDigits = 64 / kDigitBits + 1;
constexpr size_t kSmall = 256;  // counting costs more than comparing below this

// Where the digits start that have to be sorted by, lowest first.
struct Digits {
  std::array<unsigned, kMostDigits> shift;
  size_t count = 0;
};

Digits FindDigits(std::span<const uint64_t> keys) {
  uint64_t varies = 0;
  bool ascending = true;  // in their lower halves
  uint32_t previous = 0;
  for (const uint64_t key : keys) {
    const auto low = static_cast<uint32_t>(key);
    varies |= key ^ keys[0];
    ascending &= previous <= low;
    previous = low;
  }
  if (ascending) varies &= ~uint64_t{UINT32_MAX};
  Digits digits;
  while (varies != 0) {
    const auto shift = static_cast<unsigned>(std::countr_zero(varies));
    digits.shift[digits.count++] = shift;
    varies &= ~(uint64_t{kBuckets - 1} << shift);
  }
  return digits;
}

size_t DigitAt(uint64_t key, unsigned shift) { return (key >> shift) & (kBuckets - 1); }

}  // namespace

void RadixSort(std::span<uint64_t> keys, std::span<uint64_t> scratch) {
  if (keys.size() < kSmall) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const Digits digits = FindDigits(keys);
  std::array<std::array<uint64_t, kBuckets>, kMostDigits> counts{};
  for (const uint64_t key : keys) {
    for (size_t i = 0; i < digits.count; ++i) ++counts[i][DigitAt(key, digits.shift[i])];
  }
  std::span<uint64_t> from = keys;
  std::span<uint64_t> to = scratch.first(keys.size());
  for (size_t i = 0; i < digits.count; ++i) {
    std::array<uint64_t, kBuckets>& place = counts[i];
    uint64_t sum = 0;
    for (uint64_t& count : place) sum += std::exchange(count, sum);
    for (const uint64_t key : from) to[place[DigitAt(key, digits.shift[i])]++] = key;
    std::swap(from, to);
  }
  if (from.data() != keys.data()) std::copy(from.begin(), from.end(), keys.begin());
}

}  // namespace akin
