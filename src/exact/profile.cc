#include "exact/profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "exact/linkage.h"

namespace akin {

double ProfileWriter::Write(std::span<const double> sums, size_t step, size_t lane,
                            std::span<double> panel) {
  const double norm =
      options_.norm == Norm::kOne
          ? std::accumulate(sums.begin(), sums.end(), 0.0)
          : std::sqrt(std::inner_product(sums.begin(), sums.end(), sums.begin(), 0.0));
  if (norm == 0) return 0;
  std::span<const double> numbers = sums;
  if (!options_.other_degrees.empty()) {
    Link(options_.degrees, sums, options_.other_degrees, linked_);
    numbers = linked_;
  }
  const double scale = options_.weights[step] / norm;
  double* const to = panel.data() + step * numbers.size() * kPanel + lane;
  for (size_t i = 0; i < numbers.size(); ++i) to[i * kPanel] = numbers[i] * scale;
  return norm;
}

StepProfiler::StepProfiler(const ProfileOptions& options)
    : options_(options), writer_(options), graph_(options.links), sums_(options.class_count) {}

double StepProfiler::BytesAtMost(const ProfileOptions& options) {
  const double vectors = 2.0 * sizeof(double) * kPanel * options.links.vertices();
  const double sums = sizeof(double) * static_cast<double>(options.class_count * (kPanel + 1) +
                                                           options.other_degrees.size());
  return LocalGraph::BytesAtMost(options.links) + vectors + sums;
}

template <size_t L>
void StepProfiler::SumClasses() {
  lane_sums_.assign(options_.class_count * L, 0);
  const std::vector<VertexId>& vertices = graph_.vertices();
  for (size_t i = 0; i * L < now_.size(); ++i) {
    double* const sums = lane_sums_.data() + size_t{options_.classes[vertices[i]]} * L;
    for (size_t lane = 0; lane < L; ++lane) sums[lane] += now_[i * L + lane];
  }
}

template <size_t L>
void StepProfiler::Step() {
  graph_.Expand(now_.size() / L, LocalGraph::Unknown::kFind);
  next_.assign(graph_.size() * L, 0);
  Spread<L>(graph_, now_, next_);
  now_.swap(next_);
}

template <size_t L>
Result<size_t> StepProfiler::FillLanes(std::span<const VertexId> vertices, std::span<double> panel,
                                       const std::stop_token& stop) {
  graph_.Clear();
  now_.assign(vertices.size() * L, 0);
  for (const VertexId v : vertices) {
    const size_t number = graph_.Number(v);
    now_[number * L + number] = 1;
  }
  for (size_t step = 0; step < options_.terms(); ++step) {
    if (stop.stop_requested()) return Status(Code::kCancelled, "interrupted");
    if (step > 0) Step<L>();
    SumClasses<L>();
    std::array<double, L> scales{};
    for (size_t lane = 0; lane < vertices.size(); ++lane) {
      for (size_t i = 0; i < sums_.size(); ++i) sums_[i] = lane_sums_[i * L + lane];
      const double norm = writer_.Write(sums_, step, lane, panel);
      scales[lane] = norm > 0 ? 1 / norm : 0;
    }
    if (scales == std::array<double, L>{}) return step;
    for (size_t i = 0; i < now_.size(); ++i) now_[i] *= scales[i % L];
  }
  return options_.terms();
}

Result<size_t> StepProfiler::Fill(std::span<const VertexId> vertices, std::span<double> panel,
                                  const std::stop_token& stop) {
  return vertices.size() == 1 ? FillLanes<1>(vertices, panel, stop)
                              : FillLanes<kPanel>(vertices, panel, stop);
}

}  // namespace akin
