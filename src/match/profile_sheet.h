// Profiles of many vertices of one graph, both ways along its links, made on all threads.
//
// A panel of kPanel vertices holds what is before them and then what is behind them, as far as
// either counts; panels follow one another. The numbers do not depend on the number of threads:
// which vertices share a panel is a matter of their order alone.
#ifndef AKIN_SRC_MATCH_PROFILE_SHEET_H_
#define AKIN_SRC_MATCH_PROFILE_SHEET_H_

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/mapped_array.h"
#include "base/threads.h"
#include "match/krylov_profile.h"
#include "match/profile.h"

namespace akin {

constexpr size_t PanelsFor(size_t vertices) { return (vertices + kPanel - 1) / kPanel; }

// By steps, or with m given through a Krylov space.
class Profiler {
 public:
  Profiler(const ProfileOptions& options, std::optional<unsigned> m);
  static double BytesAtMost(const ProfileOptions& options, std::optional<unsigned> m);

  struct Filled {
    size_t terms = 0;                     // steps after which all are zero
    std::array<bool, kPanel> complete{};  // vertices without error for all k
  };
  // As StepProfiler::Fill.
  Result<Filled> Fill(std::span<const VertexId> vertices, std::span<double> panel,
                      const std::stop_token& stop);

 private:
  std::variant<StepProfiler, KrylovProfiler> way_;
};

class ProfileSheet {
 public:
  // Room for so many panels, of these ways one after the other. The ways must outlive it. Check
  // ok() afterwards.
  ProfileSheet(std::span<const ProfileOptions> ways, std::optional<unsigned> m, size_t panels,
               unsigned threads);

  static size_t PanelSize(std::span<const ProfileOptions> ways);
  // Of one thread.
  static double ProfilerBytes(std::span<const ProfileOptions> ways, std::optional<unsigned> m);

  bool ok() const { return numbers_.ok(); }
  // Replaces what it holds by the profiles of these. `done` is called with the number of vertices
  // of a panel that is filled, from any thread.
  Status Fill(std::span<const VertexId> vertices, ThreadPool& pool, const std::stop_token& stop,
              const std::function<void(size_t)>& done);

  // Of one way.
  const double* numbers(size_t panel, size_t way) const;
  const Profiler::Filled& filled(size_t panel, size_t way) const {
    return filled_[panel * ways_.size() + way];
  }

 private:
  Status FillPanel(std::span<const VertexId> vertices, size_t panel, unsigned worker,
                   const std::stop_token& stop);

  std::span<const ProfileOptions> ways_;
  size_t panel_size_;
  HugeArray<double> numbers_;
  std::vector<Profiler::Filled> filled_;
  std::vector<std::vector<Profiler>> profilers_;  // by thread and way
};

}  // namespace akin

#endif  // AKIN_SRC_MATCH_PROFILE_SHEET_H_
