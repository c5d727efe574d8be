#include "query/signing.h"

#include <algorithm>
#include <span>
#include <stop_token>
#include <utility>

#include "akin/try.h"
#include "base/packed_pair.h"
#include "base/progress.h"
#include "base/threads.h"
#include "sketch/bag_samples.h"
#include "sketch/minhash.h"

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

// Calls visit(v, room) for all vertices, on all threads, with room for a bag.
template <class Visit>
Status EachPiece(VertexId vertices, ThreadPool& pool, const std::stop_token& stop,
                 const Visit& visit) {
  std::vector<std::vector<BagTerm>> rooms(pool.size());
  return pool.Run((uint64_t{vertices} + kPiece - 1) / kPiece, stop,
                  [&](uint64_t piece, unsigned worker) -> Status {
                    const auto begin = static_cast<VertexId>(piece * kPiece);
                    for (VertexId v = begin; v < vertices && v - begin < kPiece; ++v) {
                      AKIN_TRY(visit(v, rooms[worker]));
                    }
                    return {};
                  });
}

// Those with the same i-th sample are a tree; who is alone is left out.
KeptForest ClassesOf(std::span<const SampleBlock> samples, size_t i) {
  std::vector<uint64_t> sorted;
  sorted.reserve(samples.size());
  for (VertexId v = 0; v < samples.size(); ++v) {
    if (samples[v][i] != kNoSample) sorted.push_back(PackPair(samples[v][i], v));
  }
  std::sort(sorted.begin(), sorted.end());
  std::vector<VertexId> members;
  std::vector<uint8_t> labels;
  std::vector<uint32_t> places(samples.size(), kNoPlace);
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && HighOf(sorted[end]) == HighOf(sorted[begin])) ++end;
    if (end - begin == 1) continue;
    for (size_t j = begin; j < end; ++j) {
      const VertexId v = LowOf(sorted[j]);
      places[v] = static_cast<uint32_t>(members.size());
      members.push_back(v);
      labels.push_back(j == begin ? kNewTree : kSameClass);
    }
  }
  return {std::move(members), std::move(labels), std::move(places)};
}

}  // namespace

Status SignMeetings::Prepare(const FingerprintRange& range, ThreadPool& pool, QueryWork& work) {
  if (range == range_) return {};
  range_ = keeps_ ? FingerprintRange{} : range;
  if (!keeps_) return {};
  classes_.clear();
  classes_.resize(range.end - range.begin);
  std::vector<SampleBlock> samples(bags_.vertices());
  for (unsigned begin = range.begin; begin < range.end; begin += kBlockSamples) {
    AKIN_TRY(SampleAll(begin / kBlockSamples, pool, samples));
    AKIN_TRY(pool.Run(std::min(kBlockSamples, range.end - begin), control_.stop,
                      [&](uint64_t i, unsigned) -> Status {
                        classes_[begin - range.begin + i] = ClassesOf(samples, i);
                        return {};
                      }));
  }
  work.forests += classes_.size();
  range_ = range;
  return {};
}

Status SignMeetings::SampleAll(unsigned block, ThreadPool& pool,
                               std::vector<SampleBlock>& samples) const {
  const WeightedMinHash hash(seed_, block);
  return EachPiece(bags_.vertices(), pool, control_.stop,
                   [&](VertexId v, std::vector<BagTerm>& room) {
                     return SampleVertex(bags_, hash, v, room, samples[v]);
                   });
}

Status SignMeetings::Add(VertexId vertex, unsigned, Candidates& candidates, QueryWork& work) {
  if (!keeps_) {
    work.forests += range_.end - range_.begin;
    return AddOne(vertex, candidates);
  }
  for (const KeptForest& classes : classes_) {
    EachMet(classes.view(), vertex,
            [&](VertexId other, uint8_t) { candidates.Add(other, scoring_.At(1)); });
  }
  return {};
}

Status SignMeetings::AddOne(VertexId vertex, Candidates& candidates) const {
  std::vector<ScoreSum> sums(bags_.vertices());
  ThreadPool pool(ThreadsOrAll(control_.threads));
  std::vector<BagTerm> room;
  ProgressMeter meter(control_, "signing", "signatures", range_.end - range_.begin);
  for (unsigned begin = range_.begin; begin < range_.end; begin += kBlockSamples) {
    const WeightedMinHash hash(seed_, begin / kBlockSamples);
    const unsigned samples = std::min(kBlockSamples, range_.end - begin);
    SampleBlock wanted;
    AKIN_TRY(SampleVertex(bags_, hash, vertex, room, wanted));
    AKIN_TRY(EachPiece(bags_.vertices(), pool, control_.stop,
                       [&](VertexId v, std::vector<BagTerm>& own_room) -> Status {
                         SampleBlock found;
                         AKIN_TRY(SampleVertex(bags_, hash, v, own_room, found));
                         EachEqual(wanted, found, samples,
                                   [&](unsigned) { AddTo(sums[v], scoring_.At(1)); });
                         return {};
                       }));
    meter.Advance(samples);
  }
  for (VertexId v = 0; v < bags_.vertices(); ++v) {
    if (v != vertex && sums[v].sum > 0) candidates.Add(v, sums[v]);
  }
  return {};
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
