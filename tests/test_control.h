// Controls with a number of threads and a memory budget.
#ifndef AKIN_TESTS_TEST_CONTROL_H_
#define AKIN_TESTS_TEST_CONTROL_H_

#include <cstdint>

#include "akin/control.h"

namespace akin {

inline Control With(unsigned threads, uint64_t memory = Control().memory) {
  Control control;
  control.threads = threads;
  control.memory = memory;
  return control;
}

}  // namespace akin

#endif  // AKIN_TESTS_TEST_CONTROL_H_
