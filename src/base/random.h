// Counter-based randomness: a random choice is a hash of its purpose, never the next output of a
// generator with state. So the choice of vertex v at step t of fingerprint i is the same in every
// builder, on every thread and after every interruption.
//
// The hash is SplitMix64 (Steele, Lea, Flood 2014): the finaliser of a Weyl sequence. One stream
// per (seed, fingerprint, step); the vertex is the counter in the stream.
#ifndef AKIN_SRC_BASE_RANDOM_H_
#define AKIN_SRC_BASE_RANDOM_H_

#include <cstdint>

namespace akin {

// Bijective on 64 bits; every input bit affects every output bit.
constexpr uint64_t Mix64(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

__extension__ typedef unsigned __int128 Uint128;  // two words, for the product of two

inline constexpr uint64_t kWeyl = 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio, odd

class RandomStream {
 public:
  constexpr RandomStream(uint64_t seed, uint64_t fingerprint, uint64_t step)
      : key_(Mix64(Mix64(Mix64(seed + kWeyl) + fingerprint * kWeyl + 1) + step * kWeyl + 2)) {}

  constexpr uint64_t At(uint64_t counter) const { return Mix64(key_ + (counter + 1) * kWeyl); }

  // Uniform on 0..bound-1 (bound > 0), biased by less than bound / 2^64.
  constexpr uint64_t Below(uint64_t counter, uint64_t bound) const {
    return static_cast<uint64_t>((static_cast<Uint128>(At(counter)) * bound) >> 64);
  }

 private:
  uint64_t key_;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_RANDOM_H_
