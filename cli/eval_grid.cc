#include "eval_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "akin/try.h"
#include "report/value_list.h"

namespace akin::cli {
namespace {

Status BadSweep(std::string_view name, std::string_view what) {
  return Status(Code::kInvalidArgument, fmt::format("--sweep {}: {}", name, what));
}

// Null if this way takes no such parameter.
const ParameterRange* RangeOfSweep(std::string_view name, const Way& way) {
  if (name == "decay") return way.RangeOf(Parameter::kDecay);
  if (name == "fingerprints") return way.RangeOf(Parameter::kFingerprints);
  const ParameterRange* const length = way.RangeOf(Parameter::kLength);
  return length == nullptr ? way.RangeOf(Parameter::kIterations) : length;
}

// In ascending order, each once.
Result<std::vector<double>> ValuesOfSweep(std::string_view name, std::string_view text) {
  Result<std::vector<double>> values = report::ParseValues(text);
  if (!values.ok()) return BadSweep(name, values.status().message());
  std::sort(values->begin(), values->end());
  values->erase(std::unique(values->begin(), values->end()), values->end());
  return values;
}

// Before anything is computed or built for them.
Status CheckSweep(std::string_view name, const std::vector<double>& values,
                  const MeasureFacts& facts, const ParameterRange& range) {
  for (const double value : values) {
    const Status status = CheckRange(facts.name, range, value);
    if (!status.ok()) return BadSweep(name, status.message());
    if (range.parameter != Parameter::kDecay && value != std::floor(value)) {
      return BadSweep(name, fmt::format("{} is no whole number", value));
    }
  }
  return {};
}

}  // namespace

Result<Grid> ParseGrid(std::span<const std::string> sweeps, const MeasureFacts& facts,
                       const Way& way, Grid defaults) {
  Grid grid = std::move(defaults);
  for (const std::string& sweep : sweeps) {
    const size_t equals = std::min(sweep.find('='), sweep.size());
    const std::string name = sweep.substr(0, equals);
    if (name != "length" && name != "decay" && name != "fingerprints") {
      return Status(Code::kInvalidArgument,
                    fmt::format("--sweep {}: there are length=, decay= and fingerprints=", sweep));
    }
    const std::string_view text =
        std::string_view(sweep).substr(std::min(equals + 1, sweep.size()));
    AKIN_TRY_ASSIGN(const std::vector<double> values, ValuesOfSweep(name, text));
    const ParameterRange* const range = RangeOfSweep(name, way);
    if (range == nullptr) continue;
    AKIN_TRY(CheckSweep(name, values, facts, *range));
    if (name == "decay") {
      grid.decays = values;
    } else {
      std::vector<unsigned>& numbers = name == "length" ? grid.lengths : grid.fingerprints;
      numbers.clear();
      for (const double value : values) numbers.push_back(static_cast<unsigned>(value));
    }
  }
  return grid;
}

}  // namespace akin::cli
