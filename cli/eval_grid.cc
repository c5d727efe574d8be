#include "eval_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "akin/try.h"
#include "report/value_list.h"

namespace akin::cli {
namespace {

using report::ParseValues;

Result<std::vector<unsigned>> WholeNumbers(std::string_view name,
                                           const std::vector<double>& values) {
  std::vector<unsigned> numbers;
  for (const double value : values) {
    if (value < 1 || value > 1e6 || value != std::floor(value)) {
      return Status(Code::kInvalidArgument,
                    fmt::format("--sweep {}: {} is no whole number from 1 up", name, value));
    }
    numbers.push_back(static_cast<unsigned>(value));
  }
  return numbers;
}

}  // namespace

Result<Grid> ParseGrid(std::span<const std::string> sweeps, Grid defaults) {
  Grid grid = std::move(defaults);
  for (const std::string& sweep : sweeps) {
    const size_t equals = std::min(sweep.find('='), sweep.size());
    const std::string name = sweep.substr(0, equals);
    if (name != "length" && name != "decay" && name != "fingerprints") {
      return Status(Code::kInvalidArgument,
                    fmt::format("--sweep {}: there are length=, decay= and fingerprints=", sweep));
    }
    AKIN_TRY_ASSIGN(
        auto values,
        ParseValues(std::string_view(sweep).substr(std::min(equals + 1, sweep.size()))));
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (name == "decay") {
      for (const double value : values) {  // before an index is built for them
        if (value > 0 && value < 1) continue;
        return Status(Code::kInvalidArgument,
                      fmt::format("--sweep decay: {} is not between 0 and 1", value));
      }
      grid.decays = values;
    } else {
      AKIN_TRY_ASSIGN(auto numbers, WholeNumbers(name, values));
      (name == "length" ? grid.lengths : grid.fingerprints) = std::move(numbers);
    }
  }
  return grid;
}

}  // namespace akin::cli
