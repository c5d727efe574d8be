// An explanation as a picture: the two vertices at the sides, the reasons between them, with the
// paths from each side.
#ifndef AKIN_REPORT_EXPLAINED_SVG_H_
#define AKIN_REPORT_EXPLAINED_SVG_H_

#include <string>

#include "report/named_reasons.h"

namespace akin::report {

// One section per part, and per second look, whose lines are dashed. Arrows are links; the wider,
// the more their reason contributes. Of long paths the middle is left out.
std::string ExplainedSvg(const NamedExplanation& why);

}  // namespace akin::report

#endif  // AKIN_REPORT_EXPLAINED_SVG_H_
