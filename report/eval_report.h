// The page of an evaluation: what was measured, which system is best by each metric and which
// cannot be told from it, then charts and tables. One file of HTML, without scripts and without
// anything to fetch; light or dark as the reader's system is, and for phones too.
//
// Systems with several lengths, decays or numbers of fingerprints are drawn as lines over each of
// these, with the other two fixed (as FR figure 4); others as dots with their intervals, best
// first. Undefined values are named and never drawn. The page is well-formed XML as well.
#ifndef AKIN_REPORT_EVAL_REPORT_H_
#define AKIN_REPORT_EVAL_REPORT_H_

#include <string>
#include <utility>
#include <vector>

#include "report/eval_row.h"

namespace akin::report {

// `facts` are printed as they are, in pairs: what, and which.
std::string EvalReportHtml(const std::string& title,
                           const std::vector<std::pair<std::string, std::string>>& facts,
                           const std::vector<EvalRow>& rows);

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_REPORT_H_
