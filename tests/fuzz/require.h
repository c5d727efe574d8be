// Stops a fuzzer if a condition does not hold.
#ifndef AKIN_TESTS_FUZZ_REQUIRE_H_
#define AKIN_TESTS_FUZZ_REQUIRE_H_

#include <cstdio>
#include <cstdlib>

#include "akin/status.h"

namespace akin {

inline void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// What is wrong with a file of akin is called damage, and the file is named.
inline void RequireDamage(const Status& status) {
  const Code code = status.code();
  const bool damage = code == Code::kDamaged || code == Code::kNotOurs || code == Code::kTooNew;
  if (!damage) std::fprintf(stderr, "%s\n", status.message().c_str());
  Require(damage, "an error is about damage");
  Require(!status.place().file.empty(), "an error names the file");
}

// What is wrong with a source is called bad input, or too much of it.
inline void RequireBadInput(const Status& status) {
  const Code code = status.code();
  const bool bad = code == Code::kBadInput || code == Code::kOutOfBudget;
  if (!bad) std::fprintf(stderr, "%s\n", status.message().c_str());
  Require(bad, "an error is about the input");
  Require(!status.message().empty(), "an error says what");
}

}  // namespace akin

#endif  // AKIN_TESTS_FUZZ_REQUIRE_H_
