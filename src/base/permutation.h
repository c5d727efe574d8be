// A random permutation of the 32-bit numbers, as a function: two rounds of keyed multiply and
// xor-shift, each step invertible, so different vertices never get the same value and there are no
// ties to break.
#ifndef AKIN_SRC_BASE_PERMUTATION_H_
#define AKIN_SRC_BASE_PERMUTATION_H_

#include <cstdint>

#include "base/random.h"

namespace akin {

class Permutation {
 public:
  constexpr explicit Permutation(const RandomStream& stream)
      : add_(static_cast<uint32_t>(stream.At(0))),
        first_(static_cast<uint32_t>(stream.At(1)) | 1),
        second_(static_cast<uint32_t>(stream.At(2)) | 1),
        xor_(static_cast<uint32_t>(stream.At(3))) {}

  constexpr uint32_t operator()(uint32_t x) const {
    x = (x + add_) * first_;
    x = (x ^ (x >> 16)) * 0x7feb352dU;  // a multiplier of good avalanche for any key
    x = (x ^ (x >> 15) ^ xor_) * second_;
    x = (x ^ (x >> 16)) * 0x846ca68bU;
    return x ^ (x >> 15);
  }

 private:
  uint32_t add_;
  uint32_t first_;
  uint32_t second_;
  uint32_t xor_;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_PERMUTATION_H_
