#include "exact/expected_f.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/pair_steps.h"

namespace akin {
namespace {

constexpr std::string_view kExpectedF = "expected-f SimRank";

// The mean of a row over the in-neighbours of v; 0 if it has none.
double MeanStep(const Adjacency& in, VertexId v, std::span<const double> row) {
  if (in.degree(v) == 0) return 0;
  double sum = 0;
  for (const VertexId a : in[v]) sum += row[a];
  return sum / static_cast<double>(in.degree(v));
}

}  // namespace

MeetingFunction MeetingFunctionOf(const ExactOptions& exact) {
  return exact.function.value_or(MeetingFunction::kExponential);
}

double MeetingsLeftOut(MeetingFunction f, const IterationOptions& options) {
  switch (f) {
    case MeetingFunction::kExponential:
      return Truncation(options);
    case MeetingFunction::kInverse:
      return 1.0 / (options.iterations + 2.0);
    case MeetingFunction::kLinear:
    case MeetingFunction::kWithin:
      break;
  }
  return 0;
}

Result<std::vector<double>> ExpectedFAllPairs(const Adjacency& in, MeetingFunction f,
                                              const IterationOptions& options,
                                              const Control& control) {
  AKIN_TRY(CheckIterationOptions(options, kExpectedF));
  const size_t n = in.vertices();
  const double bytes = 3 * sizeof(double) * static_cast<double>(n) * static_cast<double>(n);
  AKIN_TRY_ASSIGN(const unsigned threads,
                  ThreadsWithin(kExpectedF, {.fixed = bytes}, n, "take a smaller graph", control));
  std::vector<double> scores;
  std::vector<double> meet;
  std::vector<double> half;
  try {
    scores.resize(n * n);
    meet.resize(n * n);
    half.resize(n * n);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return SystemRefused(kExpectedF, bytes);
  }
  for (size_t v = 0; v < n; ++v) scores[v * n + v] = meet[v * n + v] = 1;
  ThreadPool pool(threads);
  ProgressMeter progress(control, "following pairs of walks", "rows",
                         2 * n * static_cast<uint64_t>(options.iterations));
  const auto step = [&](VertexId v, std::span<const double> row) { return MeanStep(in, v, row); };
  for (int z = 1; z <= options.iterations; ++z) {
    AKIN_TRY(StepBoth(n, step, 1, meet, half, pool, progress, control));
    for (size_t v = 0; v < n; ++v) meet[v * n + v] = 0;
    const double weight = MeetingFunctionAt(
        f, options.decay, static_cast<unsigned>(options.iterations), static_cast<unsigned>(z));
    for (size_t i = 0; i < scores.size(); ++i) scores[i] += weight * meet[i];
  }
  return scores;
}

}  // namespace akin
