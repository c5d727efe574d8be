#include "sketch/minhash_builder.h"

#include <fmt/format.h>

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"
#include "sketch/min_sweep.h"

namespace akin {
namespace {

constexpr uint32_t kPlaced = uint32_t{1} << 31;
constexpr size_t kEntriesAhead = 32;
constexpr uint64_t kVerticesAtOnce = 1 << 16;

}  // namespace

// The value of a class determines the vertex whose image it is, and this vertex numbers the class.
Forest ClassForest::Sort(const uint32_t* values, size_t stride, const Permutation& permutation,
                         std::span<const VertexId> only) {
  const size_t count = only.empty() ? places_.size() : only.size();
  const auto listed = [&](size_t i) { return only.empty() ? static_cast<VertexId>(i) : only[i]; };
  uint32_t* const classes = places_.data();  // until v has a place
  std::fill_n(entries_.data(), entries_.size(), 0U);
  if (!only.empty()) std::fill_n(places_.data(), places_.size(), kNoPlace);
  for (size_t i = 0; i < count; ++i) {
    const VertexId v = listed(i);
    classes[v] = permutation.Inverse(values[v * stride]);
  }
  const auto fetch_ahead = [&](size_t i) {
    if (i + kEntriesAhead < count)
      __builtin_prefetch(&entries_[classes[listed(i + kEntriesAhead)]], 1);
  };
  for (size_t i = 0; i < count; ++i) {
    fetch_ahead(i);
    ++entries_[classes[listed(i)]];
  }
  uint32_t next = 0;
  for (size_t i = 0; i < count; ++i) {
    fetch_ahead(i);
    const VertexId v = listed(i);
    uint32_t& entry = entries_[classes[v]];
    if (entry == 1) {
      places_[v] = kNoPlace;
      continue;
    }
    const bool first = (entry & kPlaced) == 0;
    const uint32_t place = first ? next : entry & ~kPlaced;
    if (first) next += entry;
    entry = kPlaced | (place + 1);
    members_[place] = v;
    labels_[place] = first ? kNewTree : kSameClass;
    places_[v] = place;
  }
  return {.members = members_.span().first(next),
          .labels = labels_.span().first(next),
          .places = places_.span()};
}

MinHashBuilder::MinHashBuilder(const GraphScan& in, const WalkParameters& parameters,
                               std::span<const VertexId> only, unsigned width, ThreadPool& pool)
    : in_(&in),
      parameters_(parameters),
      only_(only),
      width_(width),
      pool_(&pool),
      before_(size_t{in.vertices()} * width),
      after_(size_t{in.vertices()} * width) {}

Result<MinHashBuilder> MinHashBuilder::Create(const GraphScan& in, const WalkParameters& parameters,
                                              std::span<const VertexId> only, unsigned width,
                                              ThreadPool& pool) {
  if (in.vertices() > kMostVertices) {
    return Status(Code::kOutOfBudget,
                  fmt::format("{} vertices; min-hashing in memory is limited to {}", in.vertices(),
                              kMostVertices));
  }
  MinHashBuilder builder(in, parameters, only, width, pool);
  for (unsigned i = 0; i < pool.size(); ++i) builder.classes_.emplace_back(in.vertices());
  const bool ok = std::all_of(builder.classes_.begin(), builder.classes_.end(),
                              [](const ClassForest& classes) { return classes.ok(); });
  if (!ok || !builder.before_.ok() || !builder.after_.ok()) {
    return MemoryRefused("min-hashing");
  }
  return builder;
}

Status MinHashBuilder::Build(std::span<const uint64_t> fingerprints, const std::stop_token& stop,
                             const Visit& visit) {
  std::vector<Permutation> permutations;
  for (const uint64_t f : fingerprints) permutations.push_back(MinHashPermutation(parameters_, f));
  const uint64_t vertices = in_->vertices();
  AKIN_TRY(pool_->Run((vertices + kVerticesAtOnce - 1) / kVerticesAtOnce, stop,
                      [&](uint64_t piece, unsigned) -> Status {
                        const uint64_t end = std::min(vertices, (piece + 1) * kVerticesAtOnce);
                        for (uint64_t v = piece * kVerticesAtOnce; v < end; ++v) {
                          for (size_t i = 0; i < permutations.size(); ++i) {
                            before_[v * width_ + i] = permutations[i](static_cast<uint32_t>(v));
                          }
                        }
                        return {};
                      }));
  for (unsigned k = 1; k <= parameters_.length; ++k) {
    AKIN_TRY(in_->Shared(*pool_, stop, [&](const RowWindow& window) -> Status {
      MinSweep(window, before_.data(), after_.data(), width_);
      return {};
    }));
    std::swap(before_, after_);
    AKIN_TRY(pool_->Run(fingerprints.size(), stop, [&](uint64_t i, unsigned worker) -> Status {
      return visit(i, k, classes_[worker].Sort(before_.data() + i, width_, permutations[i], only_));
    }));
  }
  return {};
}

}  // namespace akin
