// Answers without some shards: how often their 95% intervals hold the exact score.
#ifndef AKIN_BENCH_PARTIAL_H_
#define AKIN_BENCH_PARTIAL_H_

#include <string>

namespace akin {

// Of a corpus with some thousand vertices at most, because it computes the scores of all pairs.
// Builds indexes in it with one seed after the other, and removes them.
void BenchPartial(const std::string& corpus);

}  // namespace akin

#endif  // AKIN_BENCH_PARTIAL_H_
