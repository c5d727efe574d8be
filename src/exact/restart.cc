#include "exact/restart.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin {
namespace {

// The vertices where a walk can be, with their probabilities.
class Distribution {
 public:
  explicit Distribution(VertexId vertices) : chance_(vertices) { list_.reserve(vertices); }

  std::span<const VertexId> vertices() const { return list_; }
  double operator[](VertexId v) const { return chance_[v]; }
  void Add(VertexId v, double more) {
    if (more == 0) return;  // underflow, or v would be listed twice
    if (chance_[v] == 0) list_.push_back(v);
    chance_[v] += more;
  }
  void Clear() {
    for (const VertexId v : list_) chance_[v] = 0;
    list_.clear();
  }

 private:
  std::vector<double> chance_;  // 0 where it cannot be
  std::vector<VertexId> list_;
};

// next = M times `now`.
void Step(const Adjacency& out, VertexId source, const Distribution& now, Distribution& next) {
  next.Clear();
  for (const VertexId a : now.vertices()) {
    const std::span<const VertexId> links = out[a];
    if (links.empty()) {
      next.Add(source, now[a]);
      continue;
    }
    const double share = now[a] / static_cast<double>(links.size());
    for (const VertexId v : links) next.Add(v, share);
  }
}

}  // namespace

Status RestartFrom(const Adjacency& out, VertexId source, const IterationOptions& options,
                   std::span<double> row, const std::stop_token& stop) {
  AKIN_TRY(CheckIterationOptions(options, "rwr"));
  std::fill(row.begin(), row.end(), 0.0);
  Distribution now(out.vertices());
  Distribution next(out.vertices());
  now.Add(source, 1);
  double weight = 1 - options.decay;
  for (int step = 0;; ++step) {
    for (const VertexId v : now.vertices()) row[v] += weight * now[v];
    if (step == options.iterations) return {};
    if (stop.stop_requested()) return Interrupted();
    Step(out, source, now, next);
    std::swap(now, next);
    weight *= options.decay;
  }
}

}  // namespace akin
