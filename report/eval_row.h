// One value of an evaluation: how well one system did by one metric.
#ifndef AKIN_REPORT_EVAL_ROW_H_
#define AKIN_REPORT_EVAL_ROW_H_

#include <optional>
#include <string>

#include "akin/eval.h"

namespace akin::report {

struct EvalRow {
  std::string system;  // what answered: "simrank", "exact cosine", "psimrank=0.6,text=0.4"
  std::optional<unsigned> length = {};  // of walks, or the rounds of a solver, which may be 0
  double decay = 0;                     // 0: none
  unsigned fingerprints = 0;            // 0: none
  MetricResult result;
};

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_ROW_H_
