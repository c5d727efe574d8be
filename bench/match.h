// Vertices of two graphs: the Krylov form against the plain one, time and error.
#ifndef AKIN_BENCH_MATCH_H_
#define AKIN_BENCH_MATCH_H_

#include <string>

namespace akin {

// On cond-mat and a forest-fire sample of 30 of its vertices, if it is in `data`. `directory` is
// for corpora.
void BenchMatch(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_MATCH_H_
