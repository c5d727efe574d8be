#include "linear/cosine_norms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "base/progress.h"
#include "base/threads.h"
#include "linear/powers.h"

namespace akin {
namespace {

constexpr size_t kNormLanes = 8;

double FixedBytes(const Adjacency& in, unsigned terms) {
  return in.vertices() * (8.0 * (terms > 0 ? terms - 1 : 0) + 20.0);
}

// For every vertex, the first vertex with the same in-neighbours.
std::vector<VertexId> FirstWithSameInLinks(const Adjacency& in) {
  std::vector<std::pair<uint64_t, VertexId>> by_list(in.vertices());
  for (VertexId v = 0; v < in.vertices(); ++v) {
    by_list[v] = {Checksum(std::as_bytes(in[v])), v};
  }
  std::sort(by_list.begin(), by_list.end());
  std::vector<VertexId> first(in.vertices());
  VertexId candidate = kNoVertex;
  uint64_t sum = 0;
  for (const auto& [checksum, v] : by_list) {
    const bool same =
        candidate != kNoVertex && checksum == sum && std::ranges::equal(in[v], in[candidate]);
    if (!same) {
      candidate = v;
      sum = checksum;
    }
    first[v] = candidate;
  }
  return first;
}

class Solver {
 public:
  Solver(const Adjacency& in, unsigned terms, const Control& control)
      : in_(in),
        width_(terms > 0 ? terms - 1 : 0),
        control_(control),
        values_(in.vertices() * width_) {}

  Result<std::vector<double>> Solve(unsigned threads) {
    const std::vector<VertexId> first = FirstWithSameInLinks(in_);
    AKIN_TRY(SpreadThese(ToSpread(first), threads));
    DeriveOthers(first);
    return std::move(values_);
  }

 private:
  std::vector<VertexId> ToSpread(const std::vector<VertexId>& first) const {
    std::vector<VertexId> list;
    for (VertexId v = 0; v < in_.vertices(); ++v) {
      if (first[v] == v && in_.degree(v) > 1) list.push_back(v);
    }
    return list;
  }

  Status SpreadThese(const std::vector<VertexId>& list, unsigned threads) {
    const uint64_t blocks = (list.size() + kNormLanes - 1) / kNormLanes;
    ThreadPool pool(threads);
    std::vector<std::unique_ptr<Powers<kNormLanes>>> powers(pool.size());
    ProgressMeter meter(control_, "measuring walks", "vertices", list.size());
    return pool.Run(blocks, control_.stop, [&](uint64_t block, unsigned worker) -> Status {
      auto& own = powers[worker];
      if (own == nullptr) own = std::make_unique<Powers<kNormLanes>>(in_);
      const size_t begin = block * kNormLanes;
      const auto these = std::span(list).subspan(begin, std::min(kNormLanes, list.size() - begin));
      AKIN_TRY(SpreadBlock(these, *own));
      meter.Advance(these.size());
      return {};
    });
  }

  Status SpreadBlock(std::span<const VertexId> these, Powers<kNormLanes>& powers) {
    powers.Begin(these);
    for (size_t k = 0; k < width_; ++k) {
      if (control_.stop.stop_requested()) return Interrupted();
      powers.Step();
      for (size_t lane = 0; lane < these.size(); ++lane) {
        values_[these[lane] * width_ + k] = powers.growth()[lane];
      }
      if (powers.empty()) break;
    }
    return {};
  }

  // Step by step, because a row may be copied from one that is itself derived.
  void DeriveOthers(const std::vector<VertexId>& first) {
    for (size_t k = 0; k < width_; ++k) {
      for (VertexId v = 0; v < in_.vertices(); ++v) {
        double& value = values_[v * width_ + k];
        if (in_.degree(v) == 1) {
          value = k == 0 ? 1 : values_[in_[v].front() * width_ + k - 1];
        } else if (first[v] != v) {
          value = values_[first[v] * width_ + k];
        }
      }
    }
  }

  const Adjacency& in_;
  size_t width_;
  const Control& control_;
  std::vector<double> values_;
};

}  // namespace

double CosineGrowthsBytes(const Adjacency& in, unsigned terms) {
  return FixedBytes(in, terms) + Powers<kNormLanes>::BytesAtMost(in);
}

Result<std::vector<double>> SolveCosineGrowths(const Adjacency& in, unsigned terms,
                                               const Control& control) {
  const double need = CosineGrowthsBytes(in, terms);
  const auto granted = static_cast<double>(control.memory);
  if (need > granted) {
    return OutOfMemory(fmt::format("finding the norms of {} terms", terms), need, granted,
                       "take fewer iterations");
  }
  const double fit = (granted - FixedBytes(in, terms)) / Powers<kNormLanes>::BytesAtMost(in);
  const double threads = std::min(static_cast<double>(ThreadsOrAll(control.threads)), fit);
  return Solver(in, terms, control).Solve(std::max(1U, static_cast<unsigned>(threads)));
}

}  // namespace akin
