#include "exact/recurrence.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "akin/try.h"

namespace akin {

Priors::Priors(std::span<const PriorScore> scores) {
  for (const PriorScore& prior : scores) {
    vertices_.push_back(prior.a);
    vertices_.push_back(prior.b);
  }
  std::sort(vertices_.begin(), vertices_.end());
  vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
  rows_.resize(vertices_.size());
  const auto add = [this](VertexId from, VertexId to, double score) {
    const auto at = std::lower_bound(vertices_.begin(), vertices_.end(), from);
    rows_[static_cast<size_t>(at - vertices_.begin())].push_back({.vertex = to, .score = score});
  };
  for (const PriorScore& prior : scores) {
    add(prior.a, prior.b, prior.score);
    add(prior.b, prior.a, prior.score);
  }
}

std::span<const Priors::Partner> Priors::Of(VertexId v) const {
  const auto at = std::lower_bound(vertices_.begin(), vertices_.end(), v);
  if (at == vertices_.end() || *at != v) return {};
  return rows_[static_cast<size_t>(at - vertices_.begin())];
}

Recurrence SimRankRecurrence(const Adjacency& in, const IterationOptions& options) {
  const Recurrence::Side side{.neighbours = in, .decay = options.decay};
  return {.measure = "SimRank",
          .last = side,
          .other = side,
          .iterations = options.iterations,
          .has_index = true,
          .takes_radius = true};
}

// Minimax needs all that is behind any vertex of the question, for each of them.
std::string InsteadOf(const Recurrence& recurrence, size_t rows, size_t columns) {
  std::vector<std::string_view> clauses;
  if (rows > 1 && !recurrence.takes_best()) {
    clauses.push_back("ask for one source or one pair, or fewer rows");
  } else if (std::max(rows, columns) > 1) {
    clauses.push_back("ask for one pair");
  }
  if (rows == 1) clauses.push_back("iterate less often");
  if (recurrence.takes_radius) clauses.push_back("set a radius to keep only near pairs");
  if (recurrence.has_index) clauses.push_back("query a fingerprint index");
  return fmt::format("{}", fmt::join(clauses, ", "));
}

Status CheckRecurrence(const Recurrence& recurrence) {
  for (const double decay : {recurrence.last.decay, recurrence.other.decay}) {
    AKIN_TRY(CheckIterationOptions({.decay = decay, .iterations = recurrence.iterations},
                                   recurrence.measure));
  }
  return {};
}

double TruncationOf(double last_decay, double other_decay, int iterations) {
  const int of_last = iterations / 2 + 1;
  return std::pow(last_decay, of_last) * std::pow(other_decay, iterations + 1 - of_last);
}

}  // namespace akin
