// Cosine SimRank: Krylov spaces against spreading, joins against pairs, single sources from norms.
#ifndef AKIN_BENCH_COSINE_H_
#define AKIN_BENCH_COSINE_H_

#include <string>

namespace akin {

// On cit-hepph and cnr-2000, if they are in `data`. `directory` is for corpora.
void BenchCosine(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_COSINE_H_
