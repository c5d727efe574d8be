#include "report/eval_ranking.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace akin::report {
namespace {

// Systems whose interval overlaps that of the first.
std::vector<std::string> Overlapping(const EvalRanking& ranking) {
  std::vector<std::string> names;
  const Average& first = ranking.order.front()->result.per_query;
  for (size_t i = 1; i < ranking.order.size(); ++i) {
    const Average& average = ranking.order[i]->result.per_query;
    if (average.low <= first.high && first.low <= average.high) names.push_back(ranking.names[i]);
  }
  return names;
}

std::string ByIntervals(const EvalRanking& ranking) {
  const std::vector<std::string> near = Overlapping(ranking);
  if (near.empty()) return "apart from all others by its interval";
  return fmt::format("not distinguishable from {}", fmt::join(near, "; "));
}

// "simrank by 0.0310 (0.0200 to 0.0420)"; with `common`, also over how many queries.
std::string Apart(const std::string& name, const Difference& difference, bool common) {
  const Average& mean = difference.mean;
  const double sign = mean.value < 0 ? -1 : 1;
  return fmt::format("{} by {:.4f} ({:.4f} to {:.4f}{})", name, sign * mean.value,
                     std::min(sign * mean.low, sign * mean.high),
                     std::max(sign * mean.low, sign * mean.high),
                     common ? fmt::format(", {} queries", mean.queries) : "");
}

// To be read after the name of the first, or after "it".
std::string QueryByQuery(const EvalRanking& ranking) {
  std::vector<std::string> ahead;
  std::vector<std::string> behind;
  std::vector<std::string> near;
  std::vector<std::string> apart;
  const bool less = LessIsBetter(ranking.order.front()->result.metric);
  for (size_t i = 0; i < ranking.differences.size(); ++i) {
    const std::string& name = ranking.names[i + 1];
    const Difference& difference = ranking.differences[i];
    if (difference.mean.queries == 0) {
      apart.push_back(name);
    } else if (!difference.real()) {
      near.push_back(name);
    } else {
      const bool better = (difference.mean.value > 0) != less;
      (better ? ahead : behind).push_back(Apart(name, difference, !ranking.same_queries));
    }
  }
  std::vector<std::string> parts;
  const auto add = [&](std::string_view what, const std::vector<std::string>& names) {
    if (!names.empty()) parts.push_back(fmt::format("{} {}", what, fmt::join(names, "; ")));
  };
  add("better than", ahead);
  add("worse than", behind);
  add("not distinguishable from", near);
  add("without a query in common with", apart);
  return fmt::format("{}", fmt::join(parts, ". It is "));
}

std::string NameIn(const EvalRows& rows, const EvalRow& row) {
  const std::string setting = SettingOf(row);
  const bool several = std::any_of(rows.begin(), rows.end(), [&](const EvalRow* other) {
    return other->system == row.system && SettingOf(*other) != setting;
  });
  return several ? fmt::format("{} ({})", row.system, setting) : row.system;
}

}  // namespace

EvalRanking RankingOf(const EvalRows& rows, const EvalOptions& options) {
  EvalRanking ranking;
  ranking.order = BestOfEach(rows);
  for (const EvalRow* row : ranking.order) ranking.names.push_back(NameIn(rows, *row));
  if (ranking.order.size() < 2) return ranking;
  if (IsOverAllPairs(ranking.order.front()->result.metric)) {  // no query has a value of its own
    ranking.same_queries = true;
    return ranking;
  }
  ranking.same_queries = SameQueries(ranking.order);
  std::vector<const MetricResult*> others;
  for (const EvalRow* row : ranking.order) {
    if (row != ranking.order.front()) others.push_back(&row->result);
  }
  const auto differences = Compare(ranking.order.front()->result, others, options);
  if (differences.ok()) ranking.differences = *differences;
  return ranking;
}

std::string Comparison(const EvalRanking& ranking) {
  if (ranking.order.size() == 1) return "the only one with a value";
  const bool paired = !ranking.differences.empty();
  if (ranking.same_queries) return paired ? QueryByQuery(ranking) : ByIntervals(ranking);
  return fmt::format("the systems have values for different queries; {} has the {} mean{}{}",
                     ranking.names.front(),
                     LessIsBetter(ranking.order.front()->result.metric) ? "lowest" : "highest",
                     paired ? ". On the queries in common it is " : "",
                     paired ? QueryByQuery(ranking) : "");
}

std::vector<EvalRows> ByMetric(const std::vector<EvalRow>& rows) {
  std::vector<EvalRows> metrics;
  for (const EvalRow& row : rows) {
    const auto same = [&](const EvalRows& others) {
      return others.front()->result.metric == row.result.metric;
    };
    const auto found = std::find_if(metrics.begin(), metrics.end(), same);
    (found == metrics.end() ? metrics.emplace_back() : *found).push_back(&row);
  }
  return metrics;
}

}  // namespace akin::report
