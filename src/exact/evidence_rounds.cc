#include "exact/evidence_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/progress.h"
#include "base/threads.h"
#include "exact/budget.h"
#include "exact/neighbourhoods.h"

namespace akin {
namespace {

constexpr double kBytesPerPair = sizeof(VertexId) + sizeof(uint32_t) + 2 * sizeof(double);

}  // namespace

// How many pairs there are, before anything is allocated for them.
Status EvidenceScores::CountPairs(const Adjacency& in, const Adjacency& out,
                                  const Control& control) {
  offsets_.assign(in.vertices() + size_t{1}, 0);
  for (VertexId u = 0; u < in.vertices(); ++u) {
    if (control.stop.stop_requested()) return Interrupted();
    const size_t found = SharedFrom(in, out, u).size();  // u itself, too, if it has in-links
    offsets_[u + size_t{1}] = offsets_[u] + found - std::min<size_t>(found, 1);
  }
  return {};
}

void EvidenceScores::FindPairs(const Adjacency& in, const Adjacency& out) {
  for (VertexId u = 0; u < in.vertices(); ++u) {
    for (const auto& [v, common] : SharedFrom(in, out, u)) {
      if (v == u) continue;
      partners_.push_back(v);
      common_.push_back(static_cast<uint32_t>(common));
    }
  }
}

double EvidenceScores::bytes() const {
  return kBytesPerPair * static_cast<double>(partners_.size()) +
         static_cast<double>(offsets_.size() * sizeof(uint64_t));
}

// The scores of u in the next round. `sums` is zero before and after.
void EvidenceScores::Round(const Adjacency& in, VertexId u, Evidence form, double decay,
                           std::vector<double>& sums) {
  for (const VertexId a : in[u]) {  // the sum of S(a, y) over a, for every y
    sums[a] += 1;
    const auto others = partners(a);
    const auto values = scores(a);
    for (size_t i = 0; i < others.size(); ++i) sums[others[i]] += values[i];
  }
  const auto of_u = static_cast<double>(in.degree(u));
  const auto others = partners(u);
  for (size_t i = 0; i < others.size(); ++i) {
    double sum = 0;
    for (const VertexId b : in[others[i]]) sum += sums[b];
    const double mean = sum / of_u / static_cast<double>(in.degree(others[i]));
    next_[offsets_[u] + i] = decay * EvidenceOf(form, common_[offsets_[u] + i]) * mean;
  }
  for (const VertexId a : in[u]) {
    sums[a] = 0;
    for (const VertexId y : partners(a)) sums[y] = 0;
  }
}

Result<EvidenceScores> EvidenceScores::Solve(std::string_view measure, const Adjacency& in,
                                             const Adjacency& out, Evidence form,
                                             const IterationOptions& options,
                                             const Control& control) {
  AKIN_TRY(CheckIterationOptions(options, measure));
  const size_t n = in.vertices();
  EvidenceScores result;
  AKIN_TRY(result.CountPairs(in, out, control));
  const auto pairs = static_cast<double>(result.offsets_.back());
  const double held = kBytesPerPair * pairs + static_cast<double>((n + 1) * sizeof(uint64_t));
  const double each = static_cast<double>(n) * sizeof(double);
  AKIN_TRY_ASSIGN(const unsigned threads,
                  ThreadsWithin(measure, {.fixed = held, .per_thread = each}, n, {}, control));
  try {
    result.partners_.reserve(result.offsets_.back());
    result.common_.reserve(result.offsets_.back());
    result.now_.resize(result.offsets_.back());
    result.next_.resize(result.offsets_.back());
  } catch (const std::exception&) {  // bad_alloc or length_error
    return SystemRefused(measure, held);
  }
  result.FindPairs(in, out);
  ThreadPool pool(threads);
  std::vector<std::vector<double>> sums(pool.size(), std::vector<double>(n));
  ProgressMeter progress(control, fmt::format("iterating {}", measure), "rows",
                         n * static_cast<uint64_t>(options.iterations));
  for (int i = 0; i < options.iterations; ++i) {
    AKIN_TRY(pool.Run(n, control.stop, [&](uint64_t u, unsigned worker) {
      result.Round(in, static_cast<VertexId>(u), form, options.decay, sums[worker]);
      progress.Advance(1);
      return Status();
    }));
    std::swap(result.now_, result.next_);
  }
  return result;
}

}  // namespace akin
