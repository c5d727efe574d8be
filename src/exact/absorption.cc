#include "exact/absorption.h"

#include <cstddef>

namespace akin {
namespace {

// The states from which one of `marked` can be reached, these included.
std::vector<bool> Behind(std::span<const double> q, std::vector<bool> marked) {
  const size_t n = marked.size();
  std::vector<size_t> open;
  for (size_t i = 0; i < n; ++i) {
    if (marked[i]) open.push_back(i);
  }
  while (!open.empty()) {
    const size_t to = open.back();
    open.pop_back();
    for (size_t i = 0; i < n; ++i) {
      if (marked[i] || q[i * n + to] == 0) continue;
      marked[i] = true;
      open.push_back(i);
    }
  }
  return marked;
}

// Solves with a matrix, which it eliminates once.
class Elimination {
 public:
  explicit Elimination(std::vector<double> matrix, size_t n) : lu_(std::move(matrix)), n_(n) {
    for (size_t k = 0; k < n_; ++k) {
      for (size_t i = k + 1; i < n_; ++i) {
        double& factor = lu_[i * n_ + k];
        if (factor == 0) continue;
        factor /= lu_[k * n_ + k];
        for (size_t j = k + 1; j < n_; ++j) lu_[i * n_ + j] -= factor * lu_[k * n_ + j];
      }
    }
  }

  std::vector<double> Solve(std::vector<double> x) const {
    for (size_t i = 0; i < n_; ++i) {
      for (size_t j = 0; j < i; ++j) x[i] -= lu_[i * n_ + j] * x[j];
    }
    for (size_t i = n_; i-- > 0;) {
      for (size_t j = i + 1; j < n_; ++j) x[i] -= lu_[i * n_ + j] * x[j];
      x[i] /= lu_[i * n_ + i];
    }
    return x;
  }

 private:
  std::vector<double> lu_;
  size_t n_;
};

}  // namespace

std::vector<SurferTrip> TripsToTarget(std::span<const double> q, std::span<const double> r) {
  const size_t n = r.size();
  std::vector<bool> at_once(n);
  for (size_t i = 0; i < n; ++i) at_once[i] = r[i] > 0;
  const std::vector<bool> arrives = Behind(q, std::move(at_once));
  std::vector<bool> lost(n);
  for (size_t i = 0; i < n; ++i) lost[i] = !arrives[i];
  const std::vector<bool> uncertain = Behind(q, std::move(lost));
  std::vector<size_t> states;  // from which the target can be reached
  for (size_t i = 0; i < n; ++i) {
    if (arrives[i]) states.push_back(i);
  }
  const size_t m = states.size();
  std::vector<double> matrix(m * m);
  std::vector<double> next(m);
  for (size_t i = 0; i < m; ++i) {
    next[i] = r[states[i]];
    for (size_t j = 0; j < m; ++j) {
      matrix[i * m + j] = (i == j ? 1.0 : 0.0) - q[states[i] * n + states[j]];
    }
  }
  const Elimination elimination(std::move(matrix), m);
  std::vector<double> chances = elimination.Solve(std::move(next));
  for (size_t i = 0; i < m; ++i) {
    if (!uncertain[states[i]]) chances[i] = 1;
  }
  const std::vector<double> sums = elimination.Solve(chances);
  std::vector<SurferTrip> trips(n);
  for (size_t i = 0; i < m; ++i) {
    trips[states[i]] = {.chance = chances[i], .sum = sums[i], .certain = !uncertain[states[i]]};
  }
  return trips;
}

}  // namespace akin
