// Where the in-links of a vertex are, in eight bytes: the first of them and how many.
#ifndef AKIN_SRC_SKETCH_IN_LINK_RANGE_H_
#define AKIN_SRC_SKETCH_IN_LINK_RANGE_H_

#include <cstdint>

namespace akin {

class InLinkRange {
 public:
  static constexpr uint64_t kMostArcs = uint64_t{1} << 36;
  static constexpr uint64_t kMostDegree = (uint64_t{1} << 28) - 1;

  InLinkRange() = default;
  InLinkRange(uint64_t begin, uint64_t degree)
      : low_(static_cast<uint32_t>(begin)),
        high_(static_cast<uint32_t>((begin >> 32) | (degree << 4))) {}
  static InLinkRange FromWord(uint64_t word) {
    return InLinkRange(word & (kMostArcs - 1), word >> 36);
  }

  uint64_t begin() const { return (uint64_t{high_ & 0xfU} << 32) | low_; }
  uint64_t degree() const { return high_ >> 4; }
  uint64_t word() const { return (uint64_t{high_} << 32) | low_; }

 private:
  // Two halves, so that a range has no padding behind four other bytes.
  uint32_t low_;
  uint32_t high_;
};

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_IN_LINK_RANGE_H_
