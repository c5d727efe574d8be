#include "base/radix_sort.h"

#include <algorithm>
#include <array>
#include <utility>

namespace akin {
namespace {

constexpr unsigned kDigitBits = 11;
constexpr size_t kDigits = (64 + kDigitBits - 1) / kDigitBits;
constexpr size_t kBuckets = size_t{1} << kDigitBits;
constexpr size_t kSmall = 256;  // counting costs more than comparing below this

size_t DigitOf(uint64_t key, size_t digit) {
  return (key >> (digit * kDigitBits)) & (kBuckets - 1);
}

}  // namespace

void RadixSort(std::span<uint64_t> keys, std::span<uint64_t> scratch) {
  if (keys.size() < kSmall) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  std::array<std::array<uint64_t, kBuckets>, kDigits> counts{};
  for (const uint64_t key : keys) {
    for (size_t digit = 0; digit < kDigits; ++digit) ++counts[digit][DigitOf(key, digit)];
  }
  std::span<uint64_t> from = keys;
  std::span<uint64_t> to = scratch.first(keys.size());
  for (size_t digit = 0; digit < kDigits; ++digit) {
    std::array<uint64_t, kBuckets>& place = counts[digit];
    if (place[DigitOf(from[0], digit)] == from.size()) continue;  // all keys agree here
    uint64_t sum = 0;
    for (uint64_t& count : place) sum += std::exchange(count, sum);
    for (const uint64_t key : from) to[place[DigitOf(key, digit)]++] = key;
    std::swap(from, to);
  }
  if (from.data() != keys.data()) std::copy(from.begin(), from.end(), keys.begin());
}

}  // namespace akin
