// SimRank by push, compared with the truth: time, bytes, precision, error.
#ifndef AKIN_BENCH_PUSH_H_
#define AKIN_BENCH_PUSH_H_

#include <string>

namespace akin {

// Uses wiki-vote and cnr-2000, if they are in `data`. Corpora are created in `directory`.
void BenchPush(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_PUSH_H_
