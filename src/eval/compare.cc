// akin::Compare: the paired bootstrap.
#include <fmt/format.h>

#include <cmath>

#include "akin/errors.h"
#include "akin/eval.h"
#include "eval/bootstrap.h"

namespace akin {

Result<std::vector<Difference>> Compare(const MetricResult& first,
                                        std::span<const MetricResult* const> others,
                                        const EvalOptions& options) {
  const size_t queries = first.values.size();
  for (const MetricResult* other : others) {
    if (queries == 0 || other->values.size() != queries) {
      return InvalidArgument(
          "keep_values", "only results that kept the values of the same queries can be compared");
    }
    if (other->metric != first.metric) {
      return InvalidArgument("metrics",
                             fmt::format("{} cannot be compared with {}", MetricName(first.metric),
                                         MetricName(other->metric)));
    }
  }
  std::vector<Difference> differences;
  if (others.empty()) return differences;
  const double doubt = (1 - options.confidence) / static_cast<double>(others.size());
  const Bootstrap bootstrap(queries, options.resamples, 1 - doubt, options.seed);
  std::vector<float> apart(queries);
  std::vector<float> both(queries);
  for (const MetricResult* other : others) {
    Difference difference;
    for (size_t q = 0; q < queries; ++q) {
      const bool one = !std::isnan(first.values[q]);
      const bool two = !std::isnan(other->values[q]);
      difference.only_first += one && !two ? 1 : 0;
      difference.only_second += two && !one ? 1 : 0;
      both[q] = one && two ? 1.0F : 0.0F;
      apart[q] = one && two ? first.values[q] - other->values[q] : 0.0F;
    }
    difference.mean = bootstrap.Of(apart, both);
    differences.push_back(difference);
  }
  return differences;
}

}  // namespace akin
