// A lower bound for building: only the reads that walks cannot do without.
#ifndef AKIN_BENCH_FLOOR_H_
#define AKIN_BENCH_FLOOR_H_

#include <cstdint>

namespace akin {

// The seconds that `threads` threads take for `steps` walk steps in all. A step is one random read
// from each of three arrays as large as the offsets, the neighbours and the owner table of a graph,
// prefetched in batches as in the builder.
double SecondsOfBareSteps(uint64_t steps, uint64_t vertices, uint64_t arcs, unsigned threads);

}  // namespace akin

#endif  // AKIN_BENCH_FLOOR_H_
