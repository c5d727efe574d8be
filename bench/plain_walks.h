// FR's algorithm 1, plain walks, as a baseline of size and time for the index of coalescing walks.
#ifndef AKIN_BENCH_PLAIN_WALKS_H_
#define AKIN_BENCH_PLAIN_WALKS_H_

#include <string>

namespace akin {

// The corpus gets an index, which is removed again.
void BenchPlainWalks(const std::string& corpus);

}  // namespace akin

#endif  // AKIN_BENCH_PLAIN_WALKS_H_
