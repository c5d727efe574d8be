// A random permutation of the 32-bit numbers, as a function: two rounds of keyed multiply and
// xor-shift, each step invertible, so different vertices never get the same value and there are no
// ties to break.
#ifndef AKIN_SRC_BASE_PERMUTATION_H_
#define AKIN_SRC_BASE_PERMUTATION_H_

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/random.h"

namespace akin {

class Permutation {
 public:
  constexpr explicit Permutation(const RandomStream& stream)
      : add_(static_cast<uint32_t>(stream.At(0))),
        first_(static_cast<uint32_t>(stream.At(1)) | 1),
        second_(static_cast<uint32_t>(stream.At(2)) | 1),
        xor_(static_cast<uint32_t>(stream.At(3))),
        first_inverse_(OddInverse(first_)),
        second_inverse_(OddInverse(second_)) {}

  constexpr uint32_t operator()(uint32_t x) const {
    x = (x + add_) * first_;
    x = (x ^ (x >> 16)) * kThen;
    x = (x ^ (x >> 15) ^ xor_) * second_;
    x = (x ^ (x >> 16)) * kLast;
    return x ^ (x >> 15);
  }

  // The number whose image is x.
  constexpr uint32_t Inverse(uint32_t x) const {
    x = Unshift15(x) * OddInverse(kLast);
    x = (x ^ (x >> 16)) * second_inverse_;
    x = Unshift15(x ^ xor_) * OddInverse(kThen);
    return (x ^ (x >> 16)) * first_inverse_ - add_;
  }

  // The least image of some numbers, at least one; Inverse tells whose it is.
  uint32_t LeastOf(std::span<const uint32_t> numbers) const {
    uint32_t least = UINT32_MAX;
    if (numbers.size() >= kWorthVectors) {
      const Part all{.begin = 0, .count = numbers.size()};
      LeastOfEach(numbers.data(), {&all, 1}, &least);
      return least;
    }
    for (const uint32_t number : numbers) least = std::min(least, (*this)(number));
    return least;
  }
  // The same for parts of an array, at least one number each. Uses the vectors of the processor, of
  // any width; all give the same numbers.
  struct Part {
    uint64_t begin;
    uint64_t count;
  };
  void LeastOfEach(const uint32_t* numbers, std::span<const Part> parts, uint32_t* least) const;

 private:
  static constexpr uint32_t kThen = 0x7feb352dU;  // multipliers with good avalanche for any key
  static constexpr uint32_t kLast = 0x846ca68bU;
  static constexpr size_t kWorthVectors = 8;

  static constexpr uint32_t Unshift15(uint32_t x) { return x ^ (x >> 15) ^ (x >> 30); }
  // Newton's iteration doubles the number of correct bits; x x = 1 modulo 8 for odd x.
  static constexpr uint32_t OddInverse(uint32_t x) {
    uint32_t inverse = x;
    for (int i = 0; i < 4; ++i) inverse *= 2 - x * inverse;
    return inverse;
  }

  uint32_t add_;
  uint32_t first_;
  uint32_t second_;
  uint32_t xor_;
  uint32_t first_inverse_;
  uint32_t second_inverse_;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_PERMUTATION_H_
