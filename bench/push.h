// SimRank by pushing, against the truth: time, bytes, precision, error.
#ifndef AKIN_BENCH_PUSH_H_
#define AKIN_BENCH_PUSH_H_

#include <string>

namespace akin {

// On wiki-vote and cnr-2000, if they are in `data`. `directory` is for corpora.
void BenchPush(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_PUSH_H_
