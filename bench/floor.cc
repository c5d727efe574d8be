#include "floor.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "base/mapped_array.h"
#include "base/random.h"
#include "report.h"

namespace akin {
namespace {

constexpr size_t kBatch = 32;

uint64_t Below(uint64_t random, uint64_t bound) {
  return static_cast<uint64_t>((static_cast<Uint128>(random) * bound) >> 64);
}

}  // namespace

double SecondsOfBareSteps(uint64_t steps, uint64_t vertices, uint64_t arcs, unsigned threads) {
  HugeArray<uint64_t> offsets(vertices + 1);
  HugeArray<uint32_t> neighbours(arcs);
  std::fill_n(offsets.data(), offsets.size(), 1);
  std::fill_n(neighbours.data(), neighbours.size(), 1);
  std::vector<HugeArray<uint32_t>> owners;  // each thread has its own, as in the builder
  for (unsigned i = 0; i < threads; ++i) {
    owners.emplace_back(vertices);
    std::fill_n(owners.back().data(), vertices, 1);
  }
  std::atomic<uint64_t> sink = 0;  // so that the reads are not optimised away
  const auto walk = [&](unsigned thread) {
    const HugeArray<uint32_t>& owner = owners[thread];
    std::array<uint64_t, kBatch> at{};
    uint64_t sum = 0;
    uint64_t counter = uint64_t{thread} << 40;
    for (uint64_t done = 0; done < steps / threads; done += kBatch) {
      for (uint64_t& random : at) {
        random = Mix64(++counter * kWeyl);
        __builtin_prefetch(&offsets[Below(random, vertices)]);
        __builtin_prefetch(&neighbours[Below(random, arcs)]);
        __builtin_prefetch(&owner[Below(random, vertices)]);
      }
      for (const uint64_t random : at) {
        sum += offsets[Below(random, vertices)] + neighbours[Below(random, arcs)] +
               owner[Below(random, vertices)];
      }
    }
    sink += sum;
  };
  return SecondsOf([&] {
    std::vector<std::jthread> workers;
    for (unsigned i = 0; i < threads; ++i) workers.emplace_back(walk, i);
  });
}

}  // namespace akin
