// The floor for building: the reads that walks cannot do without, and nothing else.
#ifndef AKIN_BENCH_FLOOR_H_
#define AKIN_BENCH_FLOOR_H_

#include <cstdint>

namespace akin {

// Seconds that `threads` threads take for `steps` walk steps in all, a step being one read at
// random from each of three arrays as large as the offsets, the neighbours and the owner table of a
// graph, issued in batches ahead of use like the builder's.
double SecondsOfBareSteps(uint64_t steps, uint64_t vertices, uint64_t arcs, unsigned threads);

}  // namespace akin

#endif  // AKIN_BENCH_FLOOR_H_
