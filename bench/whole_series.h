// SimRank of one source, by the series (linear/push.h) without dropping anything.
#ifndef AKIN_BENCH_WHOLE_SERIES_H_
#define AKIN_BENCH_WHOLE_SERIES_H_

#include <span>
#include <vector>

#include "akin/adjacency.h"
#include "akin/types.h"

namespace akin {

// S e_u for the given diagonal: 40 terms, so that for c = 0.6 the rest is below 1e-8.
std::vector<double> WholeSeries(const Adjacency& in, std::span<const float> diagonal, double decay,
                                VertexId u);

}  // namespace akin

#endif  // AKIN_BENCH_WHOLE_SERIES_H_
