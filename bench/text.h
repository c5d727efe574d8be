// Signatures of bags, and an index of text: speed, bytes, queries.
#ifndef AKIN_BENCH_TEXT_H_
#define AKIN_BENCH_TEXT_H_

#include <string>

namespace akin {

// On bags made up. `directory` is for a corpus.
void BenchText(const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_TEXT_H_
