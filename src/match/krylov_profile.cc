#include "match/krylov_profile.h"

#include <algorithm>
#include <numeric>

#include "akin/try.h"

namespace akin {
namespace {

// The largest share of the sum of a step that the sum of the next can have by rounding alone.
constexpr double kRounding = 1e-9;

}  // namespace

KrylovProfiler::KrylovProfiler(const ProfileOptions& options, size_t m)
    : options_(options),
      m_(std::min(m, options.terms())),  // more would not be used
      writer_(options),
      arnoldi_(options.links),
      sums_(options.class_count) {}

double KrylovProfiler::BytesAtMost(const ProfileOptions& options, size_t m) {
  const size_t columns = std::min(m, options.terms());
  const double sums = sizeof(double) * static_cast<double>(options.class_count * (columns + 1) +
                                                           options.other_degrees.size());
  return Arnoldi::BytesAtMost(options.links, 1, columns) + sums;
}

void KrylovProfiler::SumColumns() {
  const size_t columns = arnoldi_.size();
  column_sums_.assign(options_.class_count * columns, 0);
  const std::vector<VertexId>& vertices = arnoldi_.vertices();
  for (size_t j = 0; j < columns; ++j) {
    const std::span<const double> column = arnoldi_.column(j);
    for (size_t i = 0; i < column.size(); ++i) {
      column_sums_[size_t{options_.classes[vertices[i]]} * columns + j] += column[i];
    }
  }
}

// Sets sums_ and returns their total before negative ones are cut off.
double KrylovProfiler::Sum() {
  const double* row = column_sums_.data();
  double total = 0;
  for (double& sum : sums_) {
    sum = std::inner_product(now_.begin(), now_.end(), row, 0.0);
    row += now_.size();
    total += sum;
    sum = std::max(sum, 0.0);
  }
  return total;
}

Result<KrylovProfiler::Filled> KrylovProfiler::Fill(VertexId vertex, size_t lane,
                                                    std::span<double> panel,
                                                    const std::stop_token& stop) {
  AKIN_TRY(arnoldi_.Run({&vertex, 1}, m_, stop));
  SumColumns();
  const bool complete = arnoldi_.size() < m_;
  now_.assign(arnoldi_.size(), 0);
  now_[arnoldi_.start(0)] = 1;
  next_.resize(now_.size());
  double walks = 1;
  for (size_t step = 0; step < options_.terms(); ++step) {
    const double total = Sum();
    walks *= total;
    if (!(total > kRounding && walks > 0.5)) return Filled{.terms = step, .complete = complete};
    writer_.Write(sums_, step, lane, panel);
    for (double& coordinate : now_) coordinate /= total;
    arnoldi_.Apply(now_, next_);
    now_.swap(next_);
  }
  return Filled{.terms = options_.terms(), .complete = complete};
}

}  // namespace akin
