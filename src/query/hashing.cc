#include "query/hashing.h"

#include <algorithm>
#include <array>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "query/neighbourhood.h"
#include "sketch/minhash.h"

namespace akin {
namespace {

constexpr VertexId kSweptAtOnce = 1 << 12;  // vertices

// The least values within one more link, of kWidth fingerprints side by side.
template <size_t kWidth>
void Sweep(const Adjacency& in, VertexId begin, VertexId end, const uint32_t* before,
           uint32_t* after) {
  for (VertexId v = begin; v < end; ++v) {
    std::array<uint32_t, kWidth> least;
    std::copy_n(before + size_t{v} * kWidth, kWidth, least.begin());
    for (const VertexId u : in[v]) {
      const uint32_t* const other = before + size_t{u} * kWidth;
      for (size_t i = 0; i < kWidth; ++i) least[i] = std::min(least[i], other[i]);
    }
    std::copy_n(least.begin(), kWidth, after + size_t{v} * kWidth);
  }
}

void SweepAny(const Adjacency& in, VertexId begin, VertexId end, const uint32_t* before,
              uint32_t* after, unsigned width) {
  switch (width) {
    case 16:
      return Sweep<16>(in, begin, end, before, after);
    case 4:
      return Sweep<4>(in, begin, end, before, after);
    default:
      return Sweep<1>(in, begin, end, before, after);
  }
}

}  // namespace

unsigned HashMeetings::WidthWithin(VertexId vertices, uint64_t memory) {
  for (const unsigned width : {16U, 4U}) {
    if (MemoryToSweep(vertices, width) <= memory) return width;
  }
  return 1;
}

Status HashMeetings::Prepare(const FingerprintRange& range, ThreadPool& pool, QueryWork& work) {
  if (range == range_) return {};
  const unsigned count = range.end - range.begin;
  const size_t length = parameters_.length;
  if (keeps_) {
    range_ = {};
    classes_.clear();
    classes_.resize(count * length);
    std::vector<ClassForest> builders;
    for (unsigned i = 0; i < pool.size(); ++i) {
      builders.emplace_back(in_.vertices());
      if (!builders.back().ok()) return MemoryRefused("min-hashing");
    }
    for (unsigned first = 0; first < count; first += width_) {
      const size_t some = std::min(width_, count - first);
      AKIN_TRY(MakeClasses(range.begin + first,
                           std::span(classes_).subspan(first * length, some * length), pool,
                           builders));
    }
    work.forests += classes_.size();
  }
  range_ = range;
  return {};
}

Status HashMeetings::MakeClasses(unsigned first, std::span<KeptForest> classes, ThreadPool& pool,
                                 std::span<ClassForest> builders) const {
  const size_t length = parameters_.length;
  const size_t count = classes.size() / length;
  const VertexId vertices = in_.vertices();
  std::vector<Permutation> permutations;
  for (unsigned i = 0; i < count; ++i) {
    permutations.push_back(MinHashPermutation(parameters_, first + i));
  }
  std::vector<uint32_t> before(size_t{vertices} * width_);
  std::vector<uint32_t> after(size_t{vertices} * width_);
  for (VertexId v = 0; v < vertices; ++v) {
    for (size_t i = 0; i < count; ++i) before[size_t{v} * width_ + i] = permutations[i](v);
  }
  const uint64_t pieces = (uint64_t{vertices} + kSweptAtOnce - 1) / kSweptAtOnce;
  for (size_t k = 0; k < length; ++k) {
    AKIN_TRY(pool.Run(pieces, control_.stop, [&](uint64_t piece, unsigned) -> Status {
      const auto begin = static_cast<VertexId>(piece * kSweptAtOnce);
      const VertexId end = begin + std::min(kSweptAtOnce, vertices - begin);
      SweepAny(in_, begin, end, before.data(), after.data(), width_);
      return {};
    }));
    std::swap(before, after);
    AKIN_TRY(pool.Run(count, control_.stop, [&](uint64_t i, unsigned worker) -> Status {
      classes[i * length + k] = KeptForest(
          builders[worker].Sort(before.data() + i, width_, permutations[i], /*only=*/{}));
      return {};
    }));
  }
  return {};
}

Status HashMeetings::Add(VertexId vertex, unsigned worker, Candidates& candidates,
                         QueryWork& work) {
  if (keeps_) {
    AddKept(vertex, scratch_[worker], candidates);
    return {};
  }
  work.forests += uint64_t{range_.end - range_.begin} * parameters_.length;
  return AddOne(vertex, candidates);
}

void HashMeetings::AddKept(VertexId vertex, Scratch& scratch, Candidates& candidates) const {
  scratch.contributions.resize(in_.vertices());
  for (size_t first = 0; first < classes_.size(); first += parameters_.length) {
    for (unsigned k = 1; k <= parameters_.length; ++k) {
      const uint64_t weight = scoring_.Weight(static_cast<uint8_t>(k));
      EachMet(classes_[first + k - 1].view(), vertex, [&](VertexId other, uint8_t) {
        uint64_t& contribution = scratch.contributions[other];
        if (contribution == 0) scratch.touched.push_back(other);
        contribution += weight;
      });
    }
    for (const VertexId other : scratch.touched) {
      const uint64_t contribution = std::exchange(scratch.contributions[other], 0);
      if (contribution == 0) continue;
      candidates.Add(other, {.sum = contribution, .squares = scoring_.SquareOf(contribution)});
    }
    scratch.touched.clear();
  }
}

Status HashMeetings::AddOne(VertexId vertex, Candidates& candidates) const {
  const VertexId vertices = in_.vertices();
  std::vector<uint32_t> before(vertices);
  std::vector<uint32_t> after(vertices);
  std::vector<uint64_t> contributions(vertices);
  for (unsigned f = range_.begin; f < range_.end; ++f) {
    const Permutation permutation = MinHashPermutation(parameters_, f);
    for (VertexId v = 0; v < vertices; ++v) before[v] = permutation(v);
    std::fill(contributions.begin(), contributions.end(), 0);
    for (unsigned k = 1; k <= parameters_.length; ++k) {
      if (control_.stop.stop_requested()) return Interrupted();
      Sweep<1>(in_, 0, vertices, before.data(), after.data());
      std::swap(before, after);
      for (VertexId v = 0; v < vertices; ++v) {
        if (before[v] == before[vertex]) {
          contributions[v] += scoring_.Weight(static_cast<uint8_t>(k));
        }
      }
    }
    contributions[vertex] = 0;
    for (VertexId v = 0; v < vertices; ++v) {
      if (contributions[v] == 0) continue;
      candidates.Add(v, {.sum = contributions[v], .squares = scoring_.SquareOf(contributions[v])});
    }
  }
  return {};
}

ScoreSum HashPair(const Adjacency& in, const WalkParameters& parameters, const Scoring& scoring,
                  VertexId a, VertexId b) {
  const Neighbourhood around_a(in, a, parameters.length);
  const Neighbourhood around_b(in, b, parameters.length);
  ScoreSum sums;
  for (unsigned f = 0; f < scoring.fingerprints(); ++f) {
    uint64_t contribution = 0;
    EachEqualHash(around_a, around_b, MinHashPermutation(parameters, f), [&](unsigned k, VertexId) {
      contribution += scoring.Weight(static_cast<uint8_t>(k));
    });
    if (contribution == 0) continue;
    AddTo(sums, {.sum = contribution, .squares = scoring.SquareOf(contribution)});
  }
  return sums;
}

}  // namespace akin
