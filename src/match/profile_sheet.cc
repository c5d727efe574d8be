#include "match/profile_sheet.h"

#include <algorithm>

#include "akin/try.h"

namespace akin {
namespace {

std::variant<StepProfiler, KrylovProfiler> WayOf(const ProfileOptions& options,
                                                 std::optional<unsigned> m) {
  if (m) return KrylovProfiler(options, *m);
  return StepProfiler(options);
}

}  // namespace

Profiler::Profiler(const ProfileOptions& options, std::optional<unsigned> m)
    : way_(WayOf(options, m)) {}

double Profiler::BytesAtMost(const ProfileOptions& options, std::optional<unsigned> m) {
  return m ? KrylovProfiler::BytesAtMost(options, *m) : StepProfiler::BytesAtMost(options);
}

Result<Profiler::Filled> Profiler::Fill(std::span<const VertexId> vertices, std::span<double> panel,
                                        const std::stop_token& stop) {
  Filled filled;
  if (auto* const steps = std::get_if<StepProfiler>(&way_)) {
    AKIN_TRY_ASSIGN(filled.terms, steps->Fill(vertices, panel, stop));
    filled.complete.fill(true);
    return filled;
  }
  auto& krylov = std::get<KrylovProfiler>(way_);
  for (size_t lane = 0; lane < vertices.size(); ++lane) {
    AKIN_TRY_ASSIGN(const auto one, krylov.Fill(vertices[lane], lane, panel, stop));
    filled.terms = std::max(filled.terms, one.terms);
    filled.complete[lane] = one.complete;
  }
  return filled;
}

size_t ProfileSheet::PanelSize(std::span<const ProfileOptions> ways) {
  size_t size = 0;
  for (const ProfileOptions& way : ways) size += way.panel_size();
  return size;
}

double ProfileSheet::ProfilerBytes(std::span<const ProfileOptions> ways,
                                   std::optional<unsigned> m) {
  double bytes = 0;
  for (const ProfileOptions& way : ways) bytes += Profiler::BytesAtMost(way, m);
  return bytes;
}

ProfileSheet::ProfileSheet(std::span<const ProfileOptions> ways, std::optional<unsigned> m,
                           size_t panels, unsigned threads)
    : ways_(ways),
      panel_size_(PanelSize(ways)),
      numbers_(panels * panel_size_),
      filled_(panels * ways.size()),
      profilers_(threads) {
  for (std::vector<Profiler>& of_thread : profilers_) {
    for (const ProfileOptions& way : ways) of_thread.emplace_back(way, m);
  }
}

const double* ProfileSheet::numbers(size_t panel, size_t way) const {
  return numbers_.data() + panel * panel_size_ + PanelSize(ways_.first(way));
}

Status ProfileSheet::FillPanel(std::span<const VertexId> vertices, size_t panel, unsigned worker,
                               const std::stop_token& stop) {
  const std::span<double> whole = numbers_.span().subspan(panel * panel_size_, panel_size_);
  std::fill(whole.begin(), whole.end(), 0.0);
  size_t offset = 0;
  for (size_t way = 0; way < ways_.size(); ++way) {
    const std::span<double> part = whole.subspan(offset, ways_[way].panel_size());
    AKIN_TRY_ASSIGN(filled_[panel * ways_.size() + way],
                    profilers_[worker][way].Fill(vertices, part, stop));
    offset += part.size();
  }
  return {};
}

Status ProfileSheet::Fill(std::span<const VertexId> vertices, ThreadPool& pool,
                          const std::stop_token& stop, const std::function<void(size_t)>& done) {
  return pool.Run(PanelsFor(vertices.size()), stop, [&](uint64_t panel, unsigned worker) -> Status {
    const size_t first = panel * kPanel;
    const auto own = vertices.subspan(first, std::min(kPanel, vertices.size() - first));
    AKIN_TRY(FillPanel(own, panel, worker, stop));
    done(own.size());
    return {};
  });
}

}  // namespace akin
