#include "base/parallel_radix_sort.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "akin/try.h"
#include "base/radix_sort.h"

namespace akin {
namespace {

constexpr size_t kKeysPerRange = size_t{1} << 14;  // 128 KiB, and as much scratch
constexpr int kMostRangeBits = 11;                 // as many streams as can be written at once

int BitWidth(uint64_t value) { return static_cast<int>(std::bit_width(value)); }

class RangeCutter {
 public:
  RangeCutter(std::span<uint64_t> keys, std::span<uint64_t> ranges, ThreadPool& pool,
              const std::stop_token& stop)
      : keys_(keys), ranges_(ranges), pool_(pool), stop_(stop) {}

  // Moves all keys to `ranges`, by `bits` bits. False if all keys are equal.
  Result<bool> Cut(int bits) {
    AKIN_TRY_ASSIGN(const uint64_t varies, Varies());
    if (varies == 0) return false;
    shift_ = static_cast<unsigned>(std::max(0, BitWidth(varies) - bits));
    count_ = size_t{1} << bits;
    places_.assign(Slices() * count_, 0);
    AKIN_TRY(EachSlice([&](std::span<const uint64_t> slice, size_t* places) {
      for (const uint64_t key : slice) ++places[RangeOf(key)];
    }));
    CountToPlaces();
    AKIN_TRY(EachSlice([&](std::span<const uint64_t> slice, size_t* places) {
      for (const uint64_t key : slice) ranges_[places[RangeOf(key)]++] = key;
    }));
    return true;
  }

  // Where ranges begin, and where the last one ends.
  const std::vector<size_t>& begins() const { return begins_; }

 private:
  size_t Slices() const { return pool_.size(); }
  size_t RangeOf(uint64_t key) const { return (key >> shift_) & (count_ - 1); }

  template <class Work>
  Status EachSlice(Work&& work) {
    return pool_.Run(Slices(), stop_, [&](uint64_t i, unsigned) -> Status {
      const size_t begin = keys_.size() * i / Slices();
      const size_t end = keys_.size() * (i + 1) / Slices();
      work(std::span<const uint64_t>(keys_.subspan(begin, end - begin)), &places_[i * count_]);
      return {};
    });
  }

  // The bits in which keys differ.
  Result<uint64_t> Varies() {
    count_ = 1;
    places_.assign(Slices(), 0);
    AKIN_TRY(EachSlice([&](std::span<const uint64_t> slice, size_t* found) {
      uint64_t varies = 0;
      for (const uint64_t key : slice) varies |= key ^ keys_[0];
      *found = varies;
    }));
    uint64_t varies = 0;
    for (const uint64_t found : places_) varies |= found;
    return varies;
  }

  // In a range, the keys of one slice come after those of the slices before it.
  void CountToPlaces() {
    size_t sum = 0;
    for (size_t range = 0; range < count_; ++range) {
      begins_.push_back(sum);
      for (size_t slice = 0; slice < Slices(); ++slice) {
        sum += std::exchange(places_[slice * count_ + range], sum);
      }
    }
    begins_.push_back(sum);
  }

  std::span<uint64_t> keys_;
  std::span<uint64_t> ranges_;
  ThreadPool& pool_;
  const std::stop_token& stop_;
  unsigned shift_ = 0;
  size_t count_ = 1;            // of ranges
  std::vector<size_t> places_;  // by slice and range
  std::vector<size_t> begins_;
};

}  // namespace

Status ParallelRadixSort(std::span<uint64_t> keys, std::span<uint64_t> scratch, ThreadPool& pool,
                         const std::stop_token& stop) {
  const int bits = std::min(kMostRangeBits, BitWidth(keys.size() / kKeysPerRange));
  if (bits < 2) {
    RadixSort(keys, scratch);
    return {};
  }
  RangeCutter ranges(keys, scratch, pool, stop);
  AKIN_TRY_ASSIGN(const bool cut, ranges.Cut(bits));
  if (!cut) return {};
  return pool.Run(ranges.begins().size() - 1, stop, [&](uint64_t i, unsigned) -> Status {
    const size_t begin = ranges.begins()[i];
    const size_t size = ranges.begins()[i + 1] - begin;
    const std::span<uint64_t> range = scratch.subspan(begin, size);
    const std::span<uint64_t> place = keys.subspan(begin, size);
    RadixSort(range, place);
    std::copy(range.begin(), range.end(), place.begin());
    return {};
  });
}

}  // namespace akin
