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
  Uint128 chance = ExpOfMinus(law);  // probability of n points
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
  unsigned weight_shift = 0;  // the random bits that are left of 64 are added to it
  uint64_t rank = 0;          // the same for the rank
  unsigned rank_shift = 0;
  unsigned law = 0;
};

struct Layout {
  std::array<Cell, kCells> cells{};
  std::array<unsigned, kBands + 1> ends{};  // ends[n]: number of cells in the first n bands
};

// Bands have heights 2^-9, 2^-9, 2^-8, ..., 2^-1, so they expect 1/8, 1/8, 1/4, ..., 32 points per
// round. Those that expect more than 2 are cut into slabs of 2.
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
      ++count;
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
  return static_cast<uint64_t>(static_cast<double>(weight) * 0x1p63);  // exact, then rounded
}

constexpr size_t kTermsAtOnce = 128;

// The points chosen so far: by rank and, if two ranks are equal, by identity.
struct Chosen {
  std::array<uint64_t, kBlockSamples> ranks;
  std::array<uint64_t, kBlockSamples> points;
  SampledTerms terms;
  unsigned found = 0;                         // bit set of the samples that have a point
  unsigned open = (1U << kBlockSamples) - 1;  // bit set of those that had none when the round began

  void Offer(unsigned sample, uint64_t rank, uint64_t point, TermId term) {
    if ((open >> sample & 1) == 0) return;
    const bool first = (found >> sample & 1) == 0;
    if (!first && (rank > ranks[sample] || (rank == ranks[sample] && point >= points[sample]))) {
      return;
    }
    found |= 1U << sample;
    ranks[sample] = rank;
    points[sample] = point;
    terms[sample] = term;
  }
};

// Considers the points of one cell for one term.
void LookInto(const Cell& cell, uint64_t hash, uint64_t weight, TermId term, Chosen& chosen) {
  const PoissonLaw& law = kLaws[cell.law];
  for (unsigned n = 0; n < kMostPoints && hash >= law[n]; ++n) {
    const uint64_t where = Mix64(hash + (n + 1) * kWeyl);
    if (cell.weight + (where >> cell.weight_shift) >= weight) continue;
    const uint64_t point = Mix64(where + kWeyl);
    const auto sample =
        static_cast<unsigned>((point & UINT16_MAX) * kBlockSamples / (UINT16_MAX + 1));
    chosen.Offer(sample, cell.rank + (point >> cell.rank_shift), point, term);
  }
}

// The outer loop is over bands, the inner ones over terms. Which terms reach into a band and which
// cells have points are both hard to predict, so the loops over them select without branches.
void WalkRound(const RandomStream& stream, uint64_t round, std::span<const BagTerm> bag,
               Chosen& chosen) {
  std::array<uint64_t, kTermsAtOnce> weights;
  std::array<uint64_t, kTermsAtOnce> counters;  // of the first cell
  std::array<uint32_t, kTermsAtOnce> reaching;  // terms that reach into the band
  std::array<uint32_t, kTermsAtOnce> full;      // those whose cell has points
  std::array<uint64_t, kTermsAtOnce> hashes;    // and the hashes of these cells
  for (size_t begin = 0; begin < bag.size(); begin += kTermsAtOnce) {
    const auto some = bag.subspan(begin, std::min(kTermsAtOnce, bag.size() - begin));
    for (uint32_t i = 0; i < some.size(); ++i) {
      weights[i] = FixedWeight(some[i].weight);
      counters[i] = ((round << kTermBits) | some[i].term) << kCellBits;
      reaching[i] = i;
    }
    size_t count = some.size();
    for (unsigned band = 0; band < kBands; ++band) {
      const uint64_t least = kLayout.cells[kLayout.ends[band]].weight;
      size_t left = 0;
      for (size_t i = 0; i < count; ++i) {
        reaching[left] = reaching[i];
        left += weights[reaching[i]] > least ? 1 : 0;
      }
      count = left;
      if (count == 0) break;
      for (unsigned c = kLayout.ends[band]; c < kLayout.ends[band + 1]; ++c) {
        const uint64_t empty_below = kLaws[kLayout.cells[c].law][0];
        size_t found = 0;
        for (size_t i = 0; i < count; ++i) {
          hashes[found] = stream.At(counters[reaching[i]] + c);
          full[found] = reaching[i];
          found += hashes[found] >= empty_below ? 1 : 0;
        }
        for (size_t i = 0; i < found; ++i) {
          LookInto(kLayout.cells[c], hashes[i], weights[full[i]], some[full[i]].term, chosen);
        }
      }
    }
  }
}

// Number of this stream of a seed. Walks use the streams up to their length.
constexpr uint64_t kSignatures = 0x7369676e61747572;

}  // namespace

const PoissonLaw& PoissonLawAt(unsigned i) { return kLaws[i]; }

WeightedMinHash::WeightedMinHash(uint64_t seed, uint64_t block)
    : stream_(seed, block, kSignatures) {}

bool WeightedMinHash::Sample(std::span<const BagTerm> bag, SampleBlock& samples,
                             SampledTerms* terms) const {
  samples.fill(kNoSample);
  if (bag.empty()) return true;
  uint64_t sum = 0;
  for (size_t i = 0; i < bag.size() && sum < kWhole / 2; ++i) sum += FixedWeight(bag[i].weight);
  if (sum < kWhole / 2) return false;
  Chosen chosen;
  for (uint64_t round = 0; chosen.open != 0; ++round) {
    WalkRound(stream_, round, bag, chosen);
    chosen.open &= ~chosen.found;
  }
  for (unsigned i = 0; i < kBlockSamples; ++i) {
    const auto value = static_cast<uint32_t>(Mix64(chosen.points[i] + kWeyl) >> 32);
    samples[i] = std::min(value, kNoSample - 1);
  }
  if (terms != nullptr) *terms = chosen.terms;
  return true;
}

}  // namespace akin
