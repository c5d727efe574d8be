#include "sample/pagerank.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"

namespace akin {
namespace {

constexpr uint64_t kBlock = 1 << 14;  // vertices

class Iteration {
 public:
  Iteration(const Adjacency& in, const Adjacency& out, double damping, const Control& control)
      : in_(in),
        out_(out),
        damping_(damping),
        stop_(control.stop),
        pool_(ThreadsOrAll(control.threads)),
        rank_(in.vertices(), 1.0 / in.vertices()),
        next_(in.vertices()),
        handed_(in.vertices()) {}

  // Returns the sum of the changes.
  Result<double> Round() {
    AKIN_TRY_ASSIGN(const double lost, SumOver([&](VertexId v) {
                      const uint64_t links = out_.degree(v);
                      handed_[v] = links == 0 ? 0 : rank_[v] / static_cast<double>(links);
                      return links == 0 ? rank_[v] : 0;
                    }));
    const double anyway = (1 - damping_ + damping_ * lost) / in_.vertices();
    AKIN_TRY_ASSIGN(const double change, SumOver([&](VertexId v) {
                      double got = 0;
                      for (const VertexId u : in_[v]) got += handed_[u];
                      next_[v] = anyway + damping_ * got;
                      return std::abs(next_[v] - rank_[v]);
                    }));
    std::swap(rank_, next_);
    return change;
  }

  std::vector<double> Take() { return std::move(rank_); }

 private:
  template <class Term>
  Result<double> SumOver(const Term& term) {
    const uint64_t vertices = in_.vertices();
    std::vector<double> sums((vertices + kBlock - 1) / kBlock);
    AKIN_TRY(pool_.Run(sums.size(), stop_, [&](uint64_t block, unsigned) -> Status {
      const uint64_t end = std::min(vertices, (block + 1) * kBlock);
      for (uint64_t v = block * kBlock; v < end; ++v) {
        sums[block] += term(static_cast<VertexId>(v));
      }
      return {};
    }));
    return std::accumulate(sums.begin(), sums.end(), 0.0);
  }

  Adjacency in_;
  Adjacency out_;
  double damping_;
  std::stop_token stop_;
  ThreadPool pool_;
  std::vector<double> rank_;
  std::vector<double> next_;
  std::vector<double> handed_;  // passed over each out-link
};

}  // namespace

Result<std::vector<double>> PageRank(const Adjacency& in, const Adjacency& out,
                                     const PageRankOptions& options, const Control& control) {
  if (in.vertices() == 0) return std::vector<double>();
  // The changes of a round are at most d times those of the round before, and at most 2 at first.
  const auto most = static_cast<unsigned>(
      std::ceil(std::log(options.tolerance / 2) / std::log(options.damping)) + 1);
  Iteration iteration(in, out, options.damping, control);
  ProgressMeter progress(control, "ranking vertices", "rounds", most);
  for (unsigned round = 0; round < most; ++round) {
    AKIN_TRY_ASSIGN(const double change, iteration.Round());
    progress.Advance(1);
    if (change < options.tolerance) break;
  }
  return iteration.Take();
}

}  // namespace akin
