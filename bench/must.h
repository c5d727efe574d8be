// A benchmark ends when a call fails.
#ifndef AKIN_BENCH_MUST_H_
#define AKIN_BENCH_MUST_H_

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "akin/status.h"

namespace akin {

inline void Must(const Status& status) {
  if (status.ok()) return;
  fmt::print(stderr, "bench: {}\n", status.message());
  std::exit(2);
}

template <class T>
T Must(Result<T> result) {
  Must(result.status());
  return std::move(result).value();
}

}  // namespace akin

#endif  // AKIN_BENCH_MUST_H_
