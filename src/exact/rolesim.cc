#include "exact/rolesim.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <span>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/matching.h"

namespace akin {
namespace {

constexpr const char* kRoleSimName = "RoleSim";

// The neighbours N of all vertices.
struct Neighbours {
  std::vector<uint64_t> offsets = {0};
  std::vector<VertexId> list;
  uint64_t largest = 0;

  Neighbours(const Adjacency& in, const Adjacency& out) {
    for (VertexId v = 0; v < in.vertices(); ++v) {
      std::set_union(in[v].begin(), in[v].end(), out[v].begin(), out[v].end(),
                     std::back_inserter(list));
      largest = std::max(largest, list.size() - offsets.back());
      offsets.push_back(list.size());
    }
  }
  Adjacency View() const { return {.offsets = offsets, .neighbours = list}; }
};

class RoleSimRounds {
 public:
  RoleSimRounds(RoleSimForm form, const Adjacency& neighbours, double decay)
      : form_(form), neighbours_(neighbours), decay_(decay) {}

  Result<std::vector<double>> Run(const IterationOptions& options, unsigned threads,
                                  const Control& control);

 private:
  struct Room {
    HeaviestMatching matching;
    std::vector<double> weights;
  };

  bool in_links() const { return form_ == RoleSimForm::kInLinks; }
  double Matched(VertexId u, VertexId v, Room& room) const;
  double Score(VertexId u, VertexId v, Room& room) const;
  Status Row(VertexId u, Room& room, const Control& control);

  RoleSimForm form_;
  Adjacency neighbours_;
  double decay_;
  std::vector<double> now_;
  std::vector<double> next_;
};

// The heaviest matching divided by the larger degree, which is not 0.
double RoleSimRounds::Matched(VertexId u, VertexId v, Room& room) const {
  std::span<const VertexId> fewer = neighbours_[u];
  std::span<const VertexId> more = neighbours_[v];
  if (fewer.size() > more.size()) std::swap(fewer, more);
  room.weights.clear();
  for (const VertexId x : fewer) {
    const double* const row = now_.data() + size_t{x} * neighbours_.vertices();
    for (const VertexId y : more) room.weights.push_back(row[y]);
  }
  return room.matching.Of(fewer.size(), more.size(), room.weights) /
         static_cast<double>(more.size());
}

double RoleSimRounds::Score(VertexId u, VertexId v, Room& room) const {
  const bool unlinked = neighbours_.degree(u) == 0 && neighbours_.degree(v) == 0;
  if (in_links()) {
    const double matched = unlinked ? 0 : decay_ * Matched(u, v, room);
    return matched + (u == v ? 1 - decay_ : 0);
  }
  // Written this way so that equivalent vertices get exactly 1.
  return u == v || unlinked ? 1 : 1 - decay_ * (1 - Matched(u, v, room));
}

// The scores of u with itself and all vertices after it; no other thread writes these cells.
Status RoleSimRounds::Row(VertexId u, Room& room, const Control& control) {
  const size_t n = neighbours_.vertices();
  for (size_t v = u; v < n; ++v) {
    if (control.stop.stop_requested()) return Interrupted();
    next_[u * n + v] = next_[v * n + u] = Score(u, static_cast<VertexId>(v), room);
  }
  return {};
}

Result<std::vector<double>> RoleSimRounds::Run(const IterationOptions& options, unsigned threads,
                                               const Control& control) {
  const size_t n = neighbours_.vertices();
  try {
    now_.assign(n * n, in_links() ? 0.0 : 1.0);
    next_.resize(n * n);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return SystemRefused(kRoleSimName, 2.0 * static_cast<double>(n) * static_cast<double>(n) * 8);
  }
  for (size_t v = 0; v < n && in_links(); ++v) now_[v * n + v] = 1 - decay_;
  ThreadPool pool(threads);
  std::vector<Room> rooms(pool.size());
  ProgressMeter progress(control, "iterating RoleSim", "rows",
                         n * static_cast<uint64_t>(options.iterations));
  for (int i = 0; i < options.iterations; ++i) {
    AKIN_TRY(pool.Run(n, control.stop, [&](uint64_t u, unsigned worker) -> Status {
      AKIN_TRY(Row(static_cast<VertexId>(u), rooms[worker], control));
      progress.Advance(1);
      return {};
    }));
    std::swap(now_, next_);
  }
  return std::move(now_);
}

}  // namespace

Result<std::vector<double>> RoleSimAllPairs(RoleSimForm form, const Adjacency& in,
                                            const Adjacency& out, const IterationOptions& options,
                                            const Control& control) {
  AKIN_TRY(CheckIterationOptions(options, kRoleSimName));
  const auto n = static_cast<double>(in.vertices());
  const double lists =
      n * sizeof(uint64_t) + 3.0 * static_cast<double>(in.arcs() + out.arcs()) * sizeof(VertexId);
  const MemoryNeed matrices{.fixed = 2 * n * n * sizeof(double) + lists};
  constexpr std::string_view kSmallerGraph = "take a smaller graph";
  AKIN_TRY(ThreadsWithin(kRoleSimName, matrices, 1, kSmallerGraph, control).status());
  const Neighbours neighbours(in, form == RoleSimForm::kInLinks ? in : out);
  const auto largest = static_cast<double>(neighbours.largest);
  AKIN_TRY_ASSIGN(const unsigned threads,
                  ThreadsWithin(kRoleSimName,
                                {.fixed = matrices.fixed,
                                 .per_thread = 2 * sizeof(double) * largest * (largest + 4)},
                                in.vertices(), kSmallerGraph, control));
  return RoleSimRounds(form, neighbours.View(), options.decay).Run(options, threads, control);
}

}  // namespace akin
