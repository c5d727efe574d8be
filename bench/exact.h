// Exact solvers: all pairs beside the machine's memory bandwidth, and beside networkx.
#ifndef AKIN_BENCH_EXACT_H_
#define AKIN_BENCH_EXACT_H_

#include <string>

namespace akin {

// `data` has the real graphs, `directory` takes what is made on the way.
void BenchExact(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_EXACT_H_
