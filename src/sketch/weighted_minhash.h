// Signatures of weighted bags: consistent weighted sampling.
//
// Definition: the similarity of two bags is their weighted Jaccard, the sum over terms of the
// smaller weight over the sum of the larger (HGKI section 6). A sample is a value such that two
// bags have the same with just that probability, for whatever weights; a signature is some samples.
//
// How. Imagine, for every term, a half plane of points (w, r), weight and rank, that are strewn at
// random and evenly (a Poisson process of rate 1), once for each sample. The sample of a bag is the
// point of least rank among those of all terms whose w is below the weight of their term. Of the
// points below the larger of two weights, the one of least rank is any of them with the same
// chance; if it is below both, both bags have chosen it, and if not, only one of them has. So
// P(equal) = area below both / area below either, which is the weighted Jaccard.
//
// The points need not be kept: the half plane is cut into cells, and what points a cell has is a
// hash of (seed, block of samples, term, round, cell). A bag looks only at cells that reach below
// its weights. Weights are cut at powers of two: below 2^-9 in one band, from there in nine up to
// 1. Ranks are cut into rounds with 64 points for weight 1 and ten samples; the heavier bands of a
// round into slabs, so that no cell expects more than 2 points. One round is enough for all ten
// samples of a bag that sums to 1 but for a chance of 1.7% (10 e^-6.4); then the next one follows.
//
// Exactness: coordinates are binary fractions, and how many points there are is found by comparing
// integers, so the same bag has the same samples on every machine. Weights count in units of 2^-63:
// floats from 2^-39 on as they are, smaller ones rounded down; above 1 as 1. The chances of the
// numbers of points are rounded to 2^-64, which moves P(equal) by less than 1e-15. Points are told
// apart by 32 bits of their hash: two bags are taken for equal that are not with a chance of 2^-32
// (2.4e-10) a sample.
//
// Blocks: ten samples, those of a shard, share a process, where every point is of one of them; each
// block has its own. So samples do not change when others are added.
//
// Empty case: a bag without terms has no samples and is similar to nobody.
//
// Cost: one hash (two multiplications) per term, block and band below the weight, that is one for
// terms below 1/512 and about two for those of 1/300; and two per point found, some 100 a block.
// `akin_bench text` measures it. No memory but the samples.
//
// References: Manasse, McSherry, Talwar 2010, "Consistent weighted sampling", and Ioffe 2010,
// "Improved consistent sampling, weighted minhash and L1 sketching", who take several logarithms
// per term and sample; Christiani 2020, "DartMinHash: fast sketching for weighted sets", whose idea
// it is to strew points over all samples at once. The layout here is another.
#ifndef AKIN_SRC_SKETCH_WEIGHTED_MINHASH_H_
#define AKIN_SRC_SKETCH_WEIGHTED_MINHASH_H_

#include <array>
#include <cstdint>
#include <span>

#include "base/random.h"
#include "text/bags_file.h"

namespace akin {

inline constexpr unsigned kBlockSamples = 10;
// Of a bag that has no samples; no sample is this.
inline constexpr uint32_t kNoSample = UINT32_MAX;

using SampleBlock = std::array<uint32_t, kBlockSamples>;

// The samples numbered block * kBlockSamples and up.
class WeightedMinHash {
 public:
  WeightedMinHash(uint64_t seed, uint64_t block);

  // False if the weights, which are to sum to 1, do not even come to 1/2: finding points would take
  // the longer, the less they are. All samples are kNoSample then, and of an empty bag, which is
  // fine.
  bool Sample(std::span<const BagTerm> bag, SampleBlock& samples) const;

 private:
  RandomStream stream_;
};

// P(n points or fewer) in units of 2^-64, where 2^(i - 3) are expected; of i = 0 to 4. Exposed to
// tests.
inline constexpr unsigned kPoissonLaws = 5;
inline constexpr unsigned kMostPoints = 28;  // more have a chance below 2^-64
using PoissonLaw = std::array<uint64_t, kMostPoints>;
const PoissonLaw& PoissonLawAt(unsigned i);

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_WEIGHTED_MINHASH_H_
