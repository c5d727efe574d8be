// Natural numbers in a stream of bits, the most significant bit of each byte first, as WebGraph
// codes them:
//
//   unary    n zeros and a one
//   gamma    m = n + 1 of l + 1 bits: unary l, then the low l bits of m
//   delta    the same with l in gamma
//   zeta_k   m = n + 1 in [2^hk, 2^(h+1)k): unary h, then m - 2^hk in minimal binary
//   nibble   groups of three bits, high ones first, each after a bit that is one for the last group
//
// Signed values are folded: 0, -1, 1, -2, 2, ... become 0, 1, 2, 3, 4, ...
#ifndef AKIN_SRC_FORMATS_BIT_CODES_H_
#define AKIN_SRC_FORMATS_BIT_CODES_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace akin {

enum class Coding { kUnary, kGamma, kDelta, kZeta, kNibble };

// Reads codes from a span of bytes. A code that runs past the end or is too long for a node number
// makes ok() false permanently; every later read returns 0, so a caller may check once per field.
class BitReader {
 public:
  enum class State { kOk, kEnded, kTooLong };

  BitReader(std::span<const std::byte> bytes, unsigned zeta_k)
      : bytes_(bytes), bits_(uint64_t{bytes.size()} * 8), zeta_k_(zeta_k) {}

  bool ok() const { return state_ == State::kOk; }
  State state() const { return state_; }
  uint64_t byte_offset() const { return position_ / 8; }

  uint64_t Read(Coding coding) {
    switch (coding) {
      case Coding::kUnary:
        return Unary();
      case Coding::kGamma:
        return Gamma();
      case Coding::kDelta:
        return Delta();
      case Coding::kZeta:
        return Zeta();
      case Coding::kNibble:
        return Nibble();
    }
    return 0;
  }

  // Whether all bits from here to the end are 0. Every code contains a one, so then no record
  // follows.
  bool OnlyPaddingLeft() const {
    if (position_ == bits_) return true;
    const size_t next = static_cast<size_t>(position_ / 8);
    const unsigned used = static_cast<unsigned>(position_ % 8);
    if ((std::to_integer<unsigned>(bytes_[next]) & (0xFFU >> used)) != 0) return false;
    return std::all_of(bytes_.begin() + static_cast<std::ptrdiff_t>(next) + 1, bytes_.end(),
                       [](std::byte b) { return b == std::byte{0}; });
  }

 private:
  static constexpr unsigned kWindowBits = 56;  // Window() has that many at any position

  uint64_t Unary() {
    for (uint64_t zeros = 0; ok();) {
      const uint64_t window = Window();
      if (window != 0) {
        const auto more = static_cast<unsigned>(std::countl_zero(window));
        Advance(more + 1);
        return ok() ? zeros + more : 0;
      }
      zeros += kWindowBits;
      Advance(kWindowBits);
    }
    return 0;
  }

  uint64_t Gamma() { return Binary(Unary()); }
  uint64_t Delta() { return Binary(Gamma()); }

  // m - 1, where m is a leading one and the next `length` bits.
  uint64_t Binary(uint64_t length) {
    if (length >= kWindowBits) return Fail(State::kTooLong);
    const uint64_t low = Bits(static_cast<unsigned>(length));
    return ok() ? ((uint64_t{1} << length) | low) - 1 : 0;
  }

  uint64_t Zeta() {
    const uint64_t h = Unary();
    if (h >= kWindowBits || h * zeta_k_ + zeta_k_ > kWindowBits) return Fail(State::kTooLong);
    const auto shift = static_cast<unsigned>(h) * zeta_k_;
    const uint64_t low = Bits(shift + zeta_k_ - 1);
    const uint64_t first = uint64_t{1} << shift;
    const uint64_t m = low < first ? low + first : low * 2 + Bits(1);
    return ok() ? m - 1 : 0;
  }

  uint64_t Nibble() {
    uint64_t value = 0;
    for (unsigned groups = 0; ok(); ++groups) {
      if (groups == kWindowBits / 3) return Fail(State::kTooLong);
      const uint64_t group = Bits(4);
      value = value << 3 | (group & 7);
      if ((group & 8) != 0) return value;
    }
    return 0;
  }

  uint64_t Bits(unsigned count) {
    if (count == 0) return 0;
    const uint64_t value = Window() >> (64 - count);
    Advance(count);
    return ok() ? value : 0;
  }

  // At least kWindowBits + 1 bits from the current position on, in the highest bits; zeros after
  // the end.
  uint64_t Window() const {
    const auto at = static_cast<size_t>(position_ / 8);
    uint64_t word = 0;
    if (at + sizeof word <= bytes_.size()) {
      std::memcpy(&word, bytes_.data() + at, sizeof word);
    } else if (at < bytes_.size()) {
      std::memcpy(&word, bytes_.data() + at, bytes_.size() - at);
    }
    if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap64(word);
    return word << (position_ % 8);
  }

  void Advance(unsigned count) {
    if (count > bits_ - position_) {
      Fail(State::kEnded);
    } else {
      position_ += count;
    }
  }

  uint64_t Fail(State state) {
    if (ok()) state_ = state;
    return 0;
  }

  std::span<const std::byte> bytes_;
  uint64_t bits_;
  unsigned zeta_k_;
  uint64_t position_ = 0;
  State state_ = State::kOk;
};

inline int64_t Unfold(uint64_t n) {
  return (n & 1) != 0 ? -static_cast<int64_t>(n / 2) - 1 : static_cast<int64_t>(n / 2);
}

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_BIT_CODES_H_
