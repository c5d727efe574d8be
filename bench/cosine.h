// Cosine SimRank: Krylov spaces compared with spreading, joins with pairs, single sources by norms.
#ifndef AKIN_BENCH_COSINE_H_
#define AKIN_BENCH_COSINE_H_

#include <string>

namespace akin {

// Uses cit-hepph and cnr-2000, if they are in `data`. Corpora are created in `directory`.
void BenchCosine(const std::string& data, const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_COSINE_H_
