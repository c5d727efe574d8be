#include "eval/averages.h"

#include <algorithm>
#include <limits>

namespace akin {

Evaluation Averages::Summary(std::span<const Metric> metrics, const Bootstrap& bootstrap,
                             bool keep_values) const {
  Evaluation evaluation{.queries = queries_};
  std::vector<float> values(queries_);
  std::vector<float> defined(queries_);
  for (size_t m = 0; m < metrics.size(); ++m) {
    const auto parts = std::span(parts_).subspan(m * queries_, queries_);
    const auto wholes = std::span(wholes_).subspan(m * queries_, queries_);
    for (size_t q = 0; q < queries_; ++q) {
      defined[q] = wholes[q] > 0 ? 1.0F : 0.0F;
      values[q] = wholes[q] > 0 ? parts[q] / wholes[q] : 0.0F;
    }
    MetricResult result{.metric = metrics[m],
                        .per_query = bootstrap.Of(values, defined),
                        .pooled = bootstrap.Of(parts, wholes)};
    if (metrics[m] == Metric::kMaxError && result.pooled.defined()) {  // maxima cannot be summed
      result.pooled.value = result.pooled.low = result.pooled.high =
          *std::max_element(parts.begin(), parts.end());
    }
    if (keep_values) {
      result.values = values;
      for (size_t q = 0; q < queries_; ++q) {
        if (defined[q] == 0) result.values[q] = std::numeric_limits<float>::quiet_NaN();
      }
    }
    evaluation.metrics.push_back(std::move(result));
  }
  return evaluation;
}

}  // namespace akin
