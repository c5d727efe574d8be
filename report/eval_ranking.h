// Which system is best by one metric, and which differences are more than chance.
//
// Each system takes part with its best setting. If the values of all queries are known, systems are
// compared query by query (akin::Compare), otherwise by whether their intervals overlap. If they
// have values for different queries, their means are of different things, and none is called best.
#ifndef AKIN_REPORT_EVAL_RANKING_H_
#define AKIN_REPORT_EVAL_RANKING_H_

#include <string>
#include <vector>

#include "akin/eval.h"
#include "report/eval_charts.h"

namespace akin::report {

struct EvalRanking {
  std::vector<std::string> names;       // of `order`, with the setting if a system has several
  EvalRows order;                       // the best row of each system that has a value, best first
  bool same_queries = true;             // whether they have values for the same queries
  std::vector<Difference> differences;  // of the first from each other one; empty if not known

  // Null if there is none.
  const EvalRow* best() const { return order.empty() || !same_queries ? nullptr : order.front(); }
};

// The rows must be of one metric.
EvalRanking RankingOf(const EvalRows& rows, const EvalOptions& options);

// How the first compares with the others, in words. Needs at least one system.
std::string Comparison(const EvalRanking& ranking);

// The rows of each metric, in order of appearance.
std::vector<EvalRows> ByMetric(const std::vector<EvalRow>& rows);

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_RANKING_H_
