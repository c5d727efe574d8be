// Profiles of many vertices of one graph, in both directions of its links, computed on all threads.
//
// A panel of kPanel vertices contains their profiles by in-links and then those by out-links, as
// far as either counts; panels are stored one after another. The numbers do not depend on the
// number of threads: only the order of the vertices decides which of them share a panel.
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

// Computes profiles by steps, or through a Krylov space if m is given.
class Profiler {
 public:
  Profiler(const ProfileOptions& options, std::optional<unsigned> m);
  static double BytesAtMost(const ProfileOptions& options, std::optional<unsigned> m);

  struct Filled {
    size_t terms = 0;                     // steps after which all are zero
    std::array<bool, kPanel> complete{};  // vertices that are exact for all k
  };
  // As StepProfiler::Fill.
  Result<Filled> Fill(std::span<const VertexId> vertices, std::span<double> panel,
                      const std::stop_token& stop);

 private:
  std::variant<StepProfiler, KrylovProfiler> way_;
};

class ProfileSheet {
 public:
  // Allocates that many panels, each with all of these ways in turn. The ways must outlive the
  // object. Check ok() afterwards.
  ProfileSheet(std::span<const ProfileOptions> ways, std::optional<unsigned> m, size_t panels,
               unsigned threads);

  static size_t PanelSize(std::span<const ProfileOptions> ways);
  // Per thread.
  static double ProfilerBytes(std::span<const ProfileOptions> ways, std::optional<unsigned> m);

  bool ok() const { return numbers_.ok(); }
  // Replaces its contents by the profiles of these vertices. `done` is called from any thread with
  // the number of vertices of each panel that is filled.
  Status Fill(std::span<const VertexId> vertices, ThreadPool& pool, const std::stop_token& stop,
              const std::function<void(size_t)>& done);

  // The numbers of one way.
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
