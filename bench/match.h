// Matching two graphs: the Krylov form compared with the plain one, by time and error.
#ifndef AKIN_BENCH_MATCH_H_
#define AKIN_BENCH_MATCH_H_

#include <string>

namespace akin {

// Uses cond-mat and a forest-fire sample of 30 of its vertices, if it is in `data`. Corpora are
// created in `directory`.
void BenchMatch(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_MATCH_H_
