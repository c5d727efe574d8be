// The charts of one metric of an evaluation, and which of its rows are better than others.
#ifndef AKIN_REPORT_EVAL_CHARTS_H_
#define AKIN_REPORT_EVAL_CHARTS_H_

#include <string>
#include <vector>

#include "report/eval_row.h"
#include "report/svg_chart.h"

namespace akin::report {

using EvalRows = std::vector<const EvalRow*>;  // none of them null

// Errors, and pairs that are missed, are better the fewer there are.
bool LessIsBetter(Metric metric);
// Of two rows with values, the one that comes first: by value, then as they were given.
bool IsBetter(const EvalRow& a, const EvalRow& b);
// The best row of each system that has a value, the best of these first.
EvalRows BestOfEach(const EvalRows& rows);
// The names of systems without any value, as they come.
std::vector<std::string> Undefined(const EvalRows& rows);

// "length 4, decay 0.1, 100 fingerprints", without those that it has none of.
std::string SettingOf(const EvalRow& row);

struct EvalChart {
  Figure figure;
  std::string note;  // on what is not drawn, may be empty
};

// Rows are of one metric. Each is a figure of one panel: pages put them side by side where there is
// room. None if no row has a value.
std::vector<EvalChart> ChartsOf(const EvalRows& rows);

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_CHARTS_H_
