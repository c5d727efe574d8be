#include <cstddef>
#include <cstdint>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  akin::AKIN_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
