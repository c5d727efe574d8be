// The report page of an evaluation: what was measured, which system is best by each metric and
// which ones cannot be distinguished from it, sample answers, then charts and tables. One HTML
// file, without scripts or external resources; light or dark as the reader's system is, and usable
// on phones.
//
// Systems with several lengths, decays or numbers of fingerprints are drawn as lines over each of
// these, with the other two fixed (as FR figure 4); others as dots with their intervals, best
// first. Undefined values are listed and never drawn. The page is also well-formed XML.
#ifndef AKIN_REPORT_EVAL_REPORT_H_
#define AKIN_REPORT_EVAL_REPORT_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/eval_row.h"
#include "report/eval_samples.h"

namespace akin::report {

// `facts` are printed unchanged, as pairs of a name and a value. Systems are compared as the
// options say.
std::string EvalReportHtml(const std::string& title,
                           const std::vector<std::pair<std::string, std::string>>& facts,
                           const std::vector<EvalRow>& rows, const EvalOptions& options = {},
                           const EvalSamples& samples = {});

// Whether this page was made by EvalReportHtml.
bool IsEvalReport(std::string_view html);

}  // namespace akin::report

#endif  // AKIN_REPORT_EVAL_REPORT_H_
