// What bench/python.py and bench/serve.py compare the Python module and the server with.
#ifndef AKIN_BENCH_RELATED_MANY_H_
#define AKIN_BENCH_RELATED_MANY_H_

#include <string>

namespace akin {

// Prints the seconds that one call takes for the vertices whose numbers are in a file, one per
// line, and the 99th percentile of the milliseconds of single queries while a thread on every core
// answers: without waiting, and with the time that they wait if they come at random, four fifths as
// many as one call answers. One call before it warms up.
void TimeRelatedMany(const std::string& corpus, const std::string& queries);

}  // namespace akin

#endif  // AKIN_BENCH_RELATED_MANY_H_
