#include "query/signing.h"

#include <algorithm>

#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "sketch/bag_samples.h"

namespace akin {
namespace {

constexpr VertexId kPiece = 256;  // bags that a thread takes at once

// Counts in how many of the first `end` samples two bags agree.
void AddEqual(const SampleBlock& a, const SampleBlock& b, unsigned end, const Scoring& scoring,
              ScoreSum& sums) {
  for (unsigned i = 0; i < end; ++i) {
    if (a[i] == b[i] && a[i] != kNoSample) AddTo(sums, scoring.At(1));
  }
}

unsigned Blocks(const Scoring& scoring) {
  return (scoring.fingerprints() + kBlockSamples - 1) / kBlockSamples;
}

unsigned SamplesIn(unsigned block, const Scoring& scoring) {
  return std::min(kBlockSamples, scoring.fingerprints() - block * kBlockSamples);
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
  for (unsigned block = 0; block < Blocks(scoring); ++block) {
    const WeightedMinHash hash(seed, block);
    const unsigned samples = SamplesIn(block, scoring);
    SampleBlock wanted;
    AKIN_TRY(SampleVertex(bags, hash, vertex, rooms[0], wanted));
    AKIN_TRY(pool.Run((uint64_t{vertices} + kPiece - 1) / kPiece, control.stop,
                      [&](uint64_t piece, unsigned worker) -> Status {
                        const auto begin = static_cast<VertexId>(piece * kPiece);
                        SampleBlock found;
                        for (VertexId v = begin; v < vertices && v - begin < kPiece; ++v) {
                          AKIN_TRY(SampleVertex(bags, hash, v, rooms[worker], found));
                          AddEqual(wanted, found, samples, scoring, sums[v]);
                        }
                        return {};
                      }));
    meter.Advance(samples);
  }
  return sums;
}

Result<ScoreSum> SignPair(const BagsFile& bags, uint64_t seed, const Scoring& scoring, VertexId a,
                          VertexId b) {
  std::vector<BagTerm> room;
  ScoreSum sums;
  for (unsigned block = 0; block < Blocks(scoring); ++block) {
    const WeightedMinHash hash(seed, block);
    SampleBlock of_a;
    SampleBlock of_b;
    AKIN_TRY(SampleVertex(bags, hash, a, room, of_a));
    AKIN_TRY(SampleVertex(bags, hash, b, room, of_b));
    AddEqual(of_a, of_b, SamplesIn(block, scoring), scoring, sums);
  }
  return sums;
}

}  // namespace akin
