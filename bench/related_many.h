// What bench/python.py compares the Python module with.
#ifndef AKIN_BENCH_RELATED_MANY_H_
#define AKIN_BENCH_RELATED_MANY_H_

#include <string>

namespace akin {

// Prints the seconds that one call takes for the vertices whose numbers are in a file, one per
// line. One call before it warms up.
void TimeRelatedMany(const std::string& corpus, const std::string& queries);

}  // namespace akin

#endif  // AKIN_BENCH_RELATED_MANY_H_
