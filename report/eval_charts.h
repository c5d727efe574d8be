// The charts of one metric of an evaluation, and which of its rows are best.
#ifndef AKIN_REPORT_EVAL_CHARTS_H_
#define AKIN_REPORT_EVAL_CHARTS_H_

#include <string>
#include <vector>

#include "report/eval_row.h"
#include "report/svg_chart.h"

namespace akin::report {

using EvalRows = std::vector<const EvalRow*>;  // none of them null

// True for errors and missed pairs.
bool LessIsBetter(Metric metric);
// Orders two rows with values: by value, then in their original order.
bool IsBetter(const EvalRow& a, const EvalRow& b);
// The best row of each system that has a value, best first.
EvalRows BestOfEach(const EvalRows& rows);
// Whether the rows have values for the same queries. If these are not known, for as many.
bool SameQueries(const EvalRows& rows);
// The names of systems without any value, in order of appearance.
std::vector<std::string> Undefined(const EvalRows& rows);

// "length 4, decay 0.1, 100 fingerprints", without parameters that the row does not have.
std::string SettingOf(const EvalRow& row);

struct EvalChart {
  Figure figure;
  std::string note;  // about what is not drawn; may be empty
};

// The rows must be of one metric. Each chart is a figure of one panel: pages place them side by
// side if there is space. Empty if no row has a value.
std::vector<EvalChart> ChartsOf(const EvalRows& rows);

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_CHARTS_H_
