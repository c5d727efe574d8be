#include "sketch/weighted_minhash.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace akin {
namespace {

// ---- the law of the number of points ----

// Fixed point with 120 binary places; series and sums stay below 2^8.
constexpr unsigned kPlaces = 120;

constexpr Uint128 ExpOfMinus(unsigned law) {
  Uint128 plus = 0;
  Uint128 minus = 0;
  Uint128 term = Uint128{1} << kPlaces;  // x^n / n!, x = 2^law / 8
  for (unsigned n = 1; term > 0; ++n) {
    (n % 2 == 1 ? plus : minus) += term;
    term = ((term << law) >> 3) / n;
  }
  return plus - minus;
}

constexpr PoissonLaw MakeLaw(unsigned law) {
  PoissonLaw sums{};
  Uint128 chance = ExpOfMinus(law);  // of n points
  Uint128 sum = 0;
  for (unsigned n = 0; n < kMostPoints; ++n) {
    sum += chance;
    const Uint128 rounded = sum >> (kPlaces - 64);
    sums[n] = rounded > UINT64_MAX ? UINT64_MAX : static_cast<uint64_t>(rounded);
    chance = ((chance << law) >> 3) / (n + 1);
  }
  return sums;
}

constexpr std::array<PoissonLaw, kPoissonLaws> kLaws = {MakeLaw(0), MakeLaw(1), MakeLaw(2),
                                                        MakeLaw(3), MakeLaw(4)};

// ---- the cells of a round ----

constexpr unsigned kWeightBits = 63;  // weight 1 is 2^63
constexpr unsigned kBottomBits = kWeightBits - 9;
constexpr unsigned kBands = 10;
constexpr unsigned kRankBits = 48;
constexpr unsigned kCells = 36;

struct Cell {
  uint64_t weight = 0;        // the least weight of its points
  unsigned weight_shift = 0;  // what is left of 64 random bits is added to it
  uint64_t rank = 0;          // likewise
  unsigned rank_shift = 0;
  unsigned law = 0;
};

struct Layout {
  std::array<Cell, kCells> cells{};
  std::array<uint64_t, kCells> empty_below{};  // a hash below this: no points
  std::array<unsigned, kBands + 1> ends{};     // cells of the first so many bands
};

// Bands have heights 2^-9, 2^-9, 2^-8, ..., 2^-1 and so expect 1/8, 1/8, 1/4, ..., 32 points a
// round; those above 2 are cut into slabs of 2.
constexpr Layout MakeLayout() {
  Layout layout;
  unsigned count = 0;
  for (unsigned band = 0; band < kBands; ++band) {
    const unsigned height_bits = kBottomBits + (band == 0 ? 0 : band - 1);
    const unsigned expected = height_bits - kBottomBits;  // a power of two, in eighths
    const unsigned law = std::min(expected, kPoissonLaws - 1);
    const unsigned slab_bits = expected - law;
    for (uint64_t slab = 0; slab < uint64_t{1} << slab_bits; ++slab) {
      layout.cells[count] = {.weight = band == 0 ? 0 : uint64_t{1} << height_bits,
                             .weight_shift = 64 - height_bits,
                             .rank = slab << (kRankBits - slab_bits),
                             .rank_shift = 64 - kRankBits + slab_bits,
                             .law = law};
      layout.empty_below[count++] = kLaws[law][0];
    }
    layout.ends[band + 1] = count;
  }
  return layout;
}

constexpr Layout kLayout = MakeLayout();
static_assert(kLayout.ends[kBands] == kCells);
constexpr unsigned kCellBits = 6;
constexpr unsigned kTermBits = 32;
static_assert(kCells <= 1U << kCellBits);

constexpr uint64_t kWhole = uint64_t{1} << kWeightBits;

uint64_t FixedWeight(float weight) {
  if (!(weight > 0)) return 0;
  if (weight >= 1) return kWhole;
  return static_cast<uint64_t>(static_cast<double>(weight) * 0x1p63);  // exact, then rounded down
}

// How many cells reach below this weight, which is not 0.
unsigned CellsBelow(uint64_t weight) {
  const auto bits = static_cast<unsigned>(std::bit_width(weight - 1));
  return kLayout.ends[bits <= kBottomBits ? 1 : bits - kBottomBits + 1];
}

// Which of the streams of a seed; walks use those up to their length.
constexpr uint64_t kSignatures = 0x7369676e61747572;

}  // namespace

const PoissonLaw& PoissonLawAt(unsigned i) { return kLaws[i]; }

// The points chosen so far, by rank and, should two have the same, by identity.
struct WeightedMinHash::Chosen {
  std::array<uint64_t, kBlockSamples> ranks;
  std::array<uint64_t, kBlockSamples> points;
  unsigned found = 0;                         // bits of the samples that have a point
  unsigned open = (1U << kBlockSamples) - 1;  // and of those that had none when the round began

  void Offer(unsigned sample, uint64_t rank, uint64_t point) {
    if ((open >> sample & 1) == 0) return;
    const bool first = (found >> sample & 1) == 0;
    if (!first && (rank > ranks[sample] || (rank == ranks[sample] && point >= points[sample]))) {
      return;
    }
    found |= 1U << sample;
    ranks[sample] = rank;
    points[sample] = point;
  }
};

WeightedMinHash::WeightedMinHash(uint64_t seed, uint64_t block)
    : stream_(seed, block, kSignatures) {}

void WeightedMinHash::Round(std::span<const BagTerm> bag, uint64_t round, Chosen& chosen) const {
  const auto look_into = [&chosen](const Cell& cell, uint64_t hash, uint64_t weight) {
    const PoissonLaw& law = kLaws[cell.law];
    for (unsigned n = 0; n < kMostPoints && hash >= law[n]; ++n) {
      const uint64_t where = Mix64(hash + (n + 1) * kWeyl);
      if (cell.weight + (where >> cell.weight_shift) >= weight) continue;
      const uint64_t point = Mix64(where + kWeyl);
      const auto sample =
          static_cast<unsigned>((point & UINT16_MAX) * kBlockSamples / (UINT16_MAX + 1));
      chosen.Offer(sample, cell.rank + (point >> cell.rank_shift), point);
    }
  };
  for (const BagTerm& entry : bag) {
    const uint64_t weight = FixedWeight(entry.weight);
    if (weight == 0) continue;
    const uint64_t first = ((round << kTermBits) | entry.term) << kCellBits;
    const unsigned cells = CellsBelow(weight);
    for (unsigned c = 0; c < cells; ++c) {
      const uint64_t hash = stream_.At(first + c);
      if (hash >= kLayout.empty_below[c]) look_into(kLayout.cells[c], hash, weight);
    }
  }
}

bool WeightedMinHash::Sample(std::span<const BagTerm> bag, SampleBlock& samples) const {
  samples.fill(kNoSample);
  if (bag.empty()) return true;
  uint64_t sum = 0;
  for (size_t i = 0; i < bag.size() && sum < kWhole / 2; ++i) sum += FixedWeight(bag[i].weight);
  if (sum < kWhole / 2) return false;
  Chosen chosen;
  for (uint64_t round = 0; chosen.open != 0; ++round) {
    Round(bag, round, chosen);
    chosen.open &= ~chosen.found;
  }
  for (unsigned i = 0; i < kBlockSamples; ++i) {
    const auto value = static_cast<uint32_t>(Mix64(chosen.points[i] + kWeyl) >> 32);
    samples[i] = std::min(value, kNoSample - 1);
  }
  return true;
}

}  // namespace akin
