// Sorting many 64-bit keys: least significant digit first, 11 bits a digit. Bits that are equal in
// all keys are skipped, and so are the lower halves if they ascend already: arcs that come by
// target are sorted by source that way. O(n) time per digit left, 8n bytes of scratch; about five
// times as fast as std::sort on arcs, which is what ingest spends its time on otherwise.
#ifndef AKIN_SRC_BASE_RADIX_SORT_H_
#define AKIN_SRC_BASE_RADIX_SORT_H_

#include <cstdint>
#include <span>

namespace akin {

// `scratch` is as long as `keys`; its contents are lost.
void RadixSort(std::span<uint64_t> keys, std::span<uint64_t> scratch);

}  // namespace akin

#endif  // AKIN_SRC_BASE_RADIX_SORT_H_
