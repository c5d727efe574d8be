// Rankings by fingerprints alone and after a closer look, compared with the truth: precision, time.
#ifndef AKIN_BENCH_REFINE_H_
#define AKIN_BENCH_REFINE_H_

#include <string>

namespace akin {

// Uses cora, wikispeedia and cnr-2000, if they are in `data`, and the pages of cppreference, if
// they are installed. Corpora are created in `directory`.
void BenchRefine(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_REFINE_H_
