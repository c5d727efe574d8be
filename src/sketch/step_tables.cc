#include "sketch/step_tables.h"

#include <algorithm>

#include "akin/errors.h"
#include "akin/try.h"
#include "sketch/step.h"

namespace akin {
namespace {

// Lists read for one table after another; they stay in the first-level cache meanwhile.
constexpr size_t kRowsAtOnce = 256;

}  // namespace

Result<StepTables> StepTables::Create(VertexId vertices, size_t most) {
  StepTables tables;
  for (size_t i = 0; i < most; ++i) {
    tables.tables_.emplace_back(vertices);
    if (!tables.tables_.back().ok()) {
      return MemoryRefused("the steps of walks", static_cast<double>(most * MemoryFor(vertices)));
    }
  }
  return tables;
}

Status StepTables::Fill(const GraphScan& in, const WalkParameters& parameters,
                        std::span<const StepKey> keys, ThreadPool& pool,
                        const std::stop_token& stop) {
  return WithStepOf(parameters.measure, [&]<class Step>() {
    std::vector<Step> steps;
    for (const StepKey& key : keys) steps.emplace_back(parameters.seed, key.fingerprint, key.step);
    return in.Shared(pool, stop, [&](const RowWindow& window) -> Status {
      const Adjacency lists{.offsets = window.offsets, .neighbours = window.neighbours};
      for (size_t begin = 0; begin < window.size(); begin += kRowsAtOnce) {
        const size_t end = std::min(window.size(), begin + kRowsAtOnce);
        for (size_t i = 0; i < steps.size(); ++i) {
          VertexId* const next = tables_[i].data() + window.first;
          for (size_t row = begin; row < end; ++row) {
            const auto v = static_cast<VertexId>(window.first + row);
            next[row] = window.degree(row) == 0
                            ? kNoVertex
                            : steps[i].Next(lists, steps[i].PlanAt(lists, v, window.begin(row),
                                                                   window.degree(row)));
          }
        }
      }
      return {};
    });
  });
}

}  // namespace akin
