// One step of min-hashing for the vertices of a window: the smallest values among those of a vertex
// and of its in-neighbours, for several fingerprints at once.
#ifndef AKIN_SRC_SKETCH_MIN_SWEEP_H_
#define AKIN_SRC_SKETCH_MIN_SWEEP_H_

#include <cstddef>
#include <cstdint>

#include "graph/graph_scan.h"

namespace akin {

// The values of v are at v * width. Uses the vector instructions of the processor; the results are
// the same on all.
void MinSweep(const RowWindow& window, const uint32_t* before, uint32_t* after, size_t width);

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_MIN_SWEEP_H_
