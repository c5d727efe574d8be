// Sorts many 64-bit keys on several threads.
//
// The keys are first cut into ranges by their highest bits that differ, in one pass over memory.
// A range is small enough for a cache, where the other bits are sorted (base/radix_sort.h): so this
// is faster than RadixSort on one thread, too. If most keys are in a few ranges, as fast as that.
// Stable, so that a lower half that ascends needs no sorting here either.
#ifndef AKIN_SRC_BASE_PARALLEL_RADIX_SORT_H_
#define AKIN_SRC_BASE_PARALLEL_RADIX_SORT_H_

#include <cstdint>
#include <span>
#include <stop_token>

#include "akin/status.h"
#include "base/threads.h"

namespace akin {

// `scratch` is at least as long as `keys`; its contents are lost. Fails only if it is stopped.
Status ParallelRadixSort(std::span<uint64_t> keys, std::span<uint64_t> scratch, ThreadPool& pool,
                         const std::stop_token& stop);

}  // namespace akin

#endif  // AKIN_SRC_BASE_PARALLEL_RADIX_SORT_H_
