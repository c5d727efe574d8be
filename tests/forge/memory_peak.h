// How much memory the process allocates at most, in builds with AddressSanitizer, which can tell; 0
// in others.
#ifndef AKIN_TESTS_FORGE_MEMORY_PEAK_H_
#define AKIN_TESTS_FORGE_MEMORY_PEAK_H_

#include <cstdint>

namespace akin {

void StartMemoryPeak();
// The most bytes that were allocated at the same time since then, beyond those there were.
uint64_t MemoryPeak();

}  // namespace akin

#endif  // AKIN_TESTS_FORGE_MEMORY_PEAK_H_
