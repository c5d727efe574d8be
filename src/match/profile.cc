#include "match/profile.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "akin/errors.h"
#include "match/linkage.h"

namespace akin {
namespace {

// Counts of walks above this are scaled back to a norm of 1, long before they would overflow.
constexpr double kLarge = 1e100;

}  // namespace

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
    : options_(options),
      writer_(options),
      columns_(options.links, options.reverse),
      column_sums_(options.class_count),
      sums_(options.class_count) {}

double StepProfiler::BytesAtMost(const ProfileOptions& options) {
  const auto sums = static_cast<double>(options.class_count * (kPanel + 1) * sizeof(double) +
                                        options.other_degrees.size() * sizeof(double));
  return static_cast<double>(Columns::BytesPerVertex()) * options.links.vertices() + sums;
}

void StepProfiler::SumClasses() {
  std::fill(column_sums_.begin(), column_sums_.end(), Columns::Cell{});
  columns_.ForReached([&](VertexId v, const Columns::Cell& cell) {
    Columns::Cell& sums = column_sums_[options_.classes[v]];
    for (size_t i = 0; i < kPanel; ++i) sums.lane[i] += cell.lane[i];
  });
}

Result<size_t> StepProfiler::Fill(std::span<const VertexId> vertices, std::span<double> panel,
                                  const std::stop_token& stop) {
  columns_.Begin(vertices);
  for (size_t step = 0; step < options_.terms(); ++step) {
    if (stop.stop_requested()) return Interrupted();
    if (step > 0) columns_.Step();
    SumClasses();
    Columns::Numbers norms{};
    for (size_t lane = 0; lane < vertices.size(); ++lane) {
      for (size_t i = 0; i < sums_.size(); ++i) sums_[i] = column_sums_[i].lane[lane];
      norms[lane] = writer_.Write(sums_, step, lane, panel);
    }
    if (norms == Columns::Numbers{}) return step;
    if (*std::max_element(norms.begin(), norms.end()) > kLarge) {
      for (double& norm : norms) norm = norm > 0 ? 1 / norm : 0;
      columns_.Scale(norms);
    }
  }
  return options_.terms();
}

}  // namespace akin
