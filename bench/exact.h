// Exact solvers: all pairs compared with the machine's memory bandwidth, and with networkx.
#ifndef AKIN_BENCH_EXACT_H_
#define AKIN_BENCH_EXACT_H_

#include <string>

namespace akin {

// `data` contains the real graphs; temporary files are created in `directory`.
void BenchExact(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_EXACT_H_
