// Signatures of weighted bags: consistent weighted sampling.
//
// Definition: the similarity of two bags is their weighted Jaccard, the sum over terms of the
// smaller weight divided by the sum of the larger (HGKI section 6). A sample is a value that two
// bags share with exactly this probability, for any weights. A signature is a list of samples.
//
// How. Imagine, for every term, a half plane of points (w, r), weight and rank, scattered uniformly
// at random (a Poisson process of rate 1), once for each sample. The sample of a bag is the point
// of least rank among those of all terms whose w is below the weight of their term. Of the points
// below the larger of two weights, each is equally likely to have the least rank. If that point is
// below both weights, both bags choose it; if not, only one of them does. So P(equal) = area below
// both / area below either, which is the weighted Jaccard.
//
// The points need not be stored: the half plane is cut into cells, and the points of a cell are a
// hash of (seed, block of samples, term, round, cell). A bag looks only at cells that reach below
// its weights. Weights are cut at powers of two: one band below 2^-9, and nine from there up to 1.
// Ranks are cut into rounds that expect 64 points for weight 1 and ten samples. The heavier bands
// of a round are cut into slabs, so that no cell expects more than 2 points. One round is enough
// for all ten samples of a bag that sums to 1, except with a probability of 1.7% (10 e^-6.4); then
// the next round follows.
//
// Exactness: coordinates are binary fractions, and numbers of points are found by comparing
// integers, so the same bag has the same samples on every machine. Weights are in units of 2^-63:
// floats from 2^-39 on are exact, smaller ones are rounded down, and those above 1 count as 1. The
// probabilities of the numbers of points are rounded to 2^-64, which changes P(equal) by less than
// 1e-15. Points are identified by 32 bits of their hash, so two different points count as equal
// with probability 2^-32 (2.4e-10) per sample.
//
// Blocks: ten samples, those of a shard, share a process, in which every point belongs to one of
// them. Each block has its own process. So samples do not change when others are added.
//
// Empty case: a bag without terms has no samples and is similar to no other.
//
// Cost: one hash (two multiplications) per term, block and band below the weight, that is one for
// terms below 1/512 and about two for those of 1/300; and two per point found, about 100 per block.
// `akin_bench text` measures it. No memory but the samples.
//
// References: Manasse, McSherry, Talwar 2010, "Consistent weighted sampling", and Ioffe 2010,
// "Improved consistent sampling, weighted minhash and L1 sketching", who take several logarithms
// per term and sample; Christiani 2020, "DartMinHash: fast sketching for weighted sets", which has
// the idea to scatter points over all samples at once. The layout here is different.
#ifndef AKIN_SRC_SKETCH_WEIGHTED_MINHASH_H_
#define AKIN_SRC_SKETCH_WEIGHTED_MINHASH_H_

#include <array>
#include <cstdint>
#include <span>

#include "base/random.h"
#include "text/bags_file.h"

namespace akin {

inline constexpr unsigned kBlockSamples = 10;
// Stands for a bag without samples. No sample has this value.
inline constexpr uint32_t kNoSample = UINT32_MAX;

using SampleBlock = std::array<uint32_t, kBlockSamples>;
// The terms that the points of samples belong to.
using SampledTerms = std::array<TermId, kBlockSamples>;

// Computes the samples with the numbers from block * kBlockSamples on.
class WeightedMinHash {
 public:
  WeightedMinHash(uint64_t seed, uint64_t block);

  // False if the weights, which should sum to 1, do not even sum to 1/2: the smaller they are, the
  // longer it would take to find points. Then all samples are kNoSample. So they are for an empty
  // bag, which is not an error.
  bool Sample(std::span<const BagTerm> bag, SampleBlock& samples,
              SampledTerms* terms = nullptr) const;

 private:
  RandomStream stream_;
};

// P(n points or fewer) in units of 2^-64, if 2^(i - 3) are expected, for i = 0 to 4. Exposed to
// tests.
inline constexpr unsigned kPoissonLaws = 5;
inline constexpr unsigned kMostPoints = 28;  // more have a probability below 2^-64
using PoissonLaw = std::array<uint64_t, kMostPoints>;
const PoissonLaw& PoissonLawAt(unsigned i);

}  // namespace akin

#endif  // AKIN_SRC_SKETCH_WEIGHTED_MINHASH_H_
