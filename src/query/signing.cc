#include "query/signing.h"

#include <algorithm>

#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "sketch/bag_samples.h"

namespace akin {
namespace {

constexpr VertexId kPiece = 256;  // bags that a thread takes at once

// Calls visit(i) for each of the first `end` samples in which two bags agree.
template <class Visit>
void EachEqual(const SampleBlock& a, const SampleBlock& b, unsigned end, const Visit& visit) {
  for (unsigned i = 0; i < end; ++i) {
    if (a[i] == b[i] && a[i] != kNoSample) visit(i);
  }
}

unsigned Blocks(unsigned samples) { return (samples + kBlockSamples - 1) / kBlockSamples; }

unsigned SamplesIn(unsigned block, unsigned samples) {
  return std::min(kBlockSamples, samples - block * kBlockSamples);
}

}  // namespace

Result<std::vector<ScoreSum>> SignRelated(const BagsFile& bags, uint64_t seed,
                                          const Scoring& scoring, VertexId vertex,
                                          const Control& control) {
  const VertexId vertices = bags.vertices();
  std::vector<ScoreSum> sums(vertices);
  ThreadPool pool(ThreadsOrAll(control.threads));
  std::vector<std::vector<BagTerm>> rooms(pool.size());
  ProgressMeter meter(control, "signing", "signatures", scoring.fingerprints());
  for (unsigned block = 0; block < Blocks(scoring.fingerprints()); ++block) {
    const WeightedMinHash hash(seed, block);
    const unsigned samples = SamplesIn(block, scoring.fingerprints());
    SampleBlock wanted;
    AKIN_TRY(SampleVertex(bags, hash, vertex, rooms[0], wanted));
    AKIN_TRY(pool.Run((uint64_t{vertices} + kPiece - 1) / kPiece, control.stop,
                      [&](uint64_t piece, unsigned worker) -> Status {
                        const auto begin = static_cast<VertexId>(piece * kPiece);
                        SampleBlock found;
                        for (VertexId v = begin; v < vertices && v - begin < kPiece; ++v) {
                          AKIN_TRY(SampleVertex(bags, hash, v, rooms[worker], found));
                          EachEqual(wanted, found, samples,
                                    [&](unsigned) { AddTo(sums[v], scoring.At(1)); });
                        }
                        return {};
                      }));
    meter.Advance(samples);
  }
  return sums;
}

// Two points count as equal if 32 bits of their hashes are (sketch/weighted_minhash.h). Should they
// be of different terms, that of the first bag is told.
Result<SignedPair> SignBoth(const BagsFile& bags, uint64_t seed, unsigned samples, VertexId a,
                            VertexId b) {
  SignedPair pair;
  AKIN_TRY(bags.Read(a, pair.bag_a));
  AKIN_TRY(bags.Read(b, pair.bag_b));
  for (unsigned block = 0; block < Blocks(samples); ++block) {
    const WeightedMinHash hash(seed, block);
    SampleBlock of_a;
    SampleBlock of_b;
    SampledTerms terms;
    AKIN_TRY(SampleBag(bags, hash, a, pair.bag_a, of_a, &terms));
    AKIN_TRY(SampleBag(bags, hash, b, pair.bag_b, of_b));
    EachEqual(of_a, of_b, SamplesIn(block, samples),
              [&](unsigned i) { pair.equal.push_back(terms[i]); });
  }
  return pair;
}

Result<ScoreSum> SignPair(const BagsFile& bags, uint64_t seed, const Scoring& scoring, VertexId a,
                          VertexId b) {
  AKIN_TRY_ASSIGN(const SignedPair pair, SignBoth(bags, seed, scoring.fingerprints(), a, b));
  ScoreSum sums;
  for (size_t i = 0; i < pair.equal.size(); ++i) AddTo(sums, scoring.At(1));
  return sums;
}

}  // namespace akin
