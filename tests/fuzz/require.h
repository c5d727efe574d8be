// Stops a fuzzer if a condition does not hold.
#ifndef AKIN_TESTS_FUZZ_REQUIRE_H_
#define AKIN_TESTS_FUZZ_REQUIRE_H_

#include <cstdio>
#include <cstdlib>

namespace akin {

inline void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace akin

#endif  // AKIN_TESTS_FUZZ_REQUIRE_H_
