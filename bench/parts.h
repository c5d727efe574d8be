// An index in two parts beside the whole one: processor time and round trips of a query.
#ifndef AKIN_BENCH_PARTS_H_
#define AKIN_BENCH_PARTS_H_

#include <string>

namespace akin {

// In this process, so without what carries questions and answers: bench/cluster.py has that.
void BenchParts(const std::string& corpus);

}  // namespace akin

#endif  // AKIN_BENCH_PARTS_H_
