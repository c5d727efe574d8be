// akin::ExactRounds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>

#include "akin/errors.h"
#include "akin/exact.h"
#include "akin/try.h"
#include "exact/budget.h"
#include "exact/vertex_list.h"

namespace akin {
namespace {

Status CheckRounds(const ExactOptions& exact) {
  const MeasureFacts& facts = FactsOf(exact.measure);
  if (!facts.exact().Takes(Parameter::kIterations)) {
    return InvalidArgument("iterations", fmt::format("{} has no rounds", facts.name));
  }
  if (!exact.epsilon) return CheckExactOptions(exact);
  return InvalidArgument("epsilon", "give the number of rounds as iterations");
}

// The largest and the mean change between two matrices of n rows and columns.
void Compare(size_t n, const std::vector<double>& before, const std::vector<double>& now,
             RoundChange& change) {
  double sum = 0;
  for (size_t i = 0; i < now.size(); ++i) {
    if (i / n == i % n) continue;
    const double by = std::abs(now[i] - before[i]);
    change.largest = std::max(change.largest, by);
    sum += by;
  }
  change.mean = n < 2 ? 0 : sum / (static_cast<double>(n) * static_cast<double>(n - 1));
}

}  // namespace

Result<std::vector<RoundChange>> ExactRounds(const Corpus& corpus, VertexId a, VertexId b,
                                             const ExactOptions& exact, const Control& control) {
  AKIN_TRY(CheckRounds(exact));
  AKIN_TRY(CheckVertices(std::vector<VertexId>{a}, corpus.vertices()));
  AKIN_TRY(CheckVertices(std::vector<VertexId>{b}, corpus.vertices()));
  const MeasureFacts& facts = FactsOf(exact.measure);
  const size_t n = corpus.vertices();
  const double bytes = 2 * sizeof(double) * static_cast<double>(n) * static_cast<double>(n);
  if (bytes > static_cast<double>(control.memory)) {
    return OverBudget(fmt::format("{}, round by round,", facts.name), bytes, "take a smaller graph",
                      control);
  }
  Control rest = control;
  rest.memory -= static_cast<uint64_t>(bytes);
  std::vector<double> before;
  std::vector<double> now;
  try {
    before.resize(n * n);
    now.resize(n * n);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return SystemRefused(facts.name, bytes);
  }
  ExactOptions until = exact;
  const auto first = static_cast<unsigned>(facts.exact().RangeOf(Parameter::kIterations)->least);
  std::vector<RoundChange> rounds;
  for (unsigned round = first; round <= IterationsOf(exact); ++round) {
    until.iterations = round;
    AKIN_TRY(ExactAllPairs(corpus, until, now, rest).status());
    RoundChange change{.round = round, .score = now[size_t{a} * n + b]};
    if (round > first) Compare(n, before, now, change);
    rounds.push_back(change);
    std::swap(before, now);
  }
  return rounds;
}

}  // namespace akin
