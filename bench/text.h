// Signatures of bags, and an index of text: speed, bytes, queries.
#ifndef AKIN_BENCH_TEXT_H_
#define AKIN_BENCH_TEXT_H_

#include <string>

namespace akin {

// Uses generated bags. A corpus is created in `directory`.
void BenchText(const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_TEXT_H_
