// How fast text becomes a corpus, against reading its bytes and sorting its arcs.
#ifndef AKIN_BENCH_INGEST_H_
#define AKIN_BENCH_INGEST_H_

#include <string>

namespace akin {

// Leaves DIRECTORY/large.akin, made from the numbered web, behind.
void BenchIngest(const std::string& directory);

}  // namespace akin

#endif  // AKIN_BENCH_INGEST_H_
