// An explanation as a graph in the language of Graphviz.
#ifndef AKIN_REPORT_EXPLAINED_DOT_H_
#define AKIN_REPORT_EXPLAINED_DOT_H_

#include <string>

#include "report/named_reasons.h"

namespace akin::report {

// One cluster per part, and per second look, whose lines are dashed. Arrows are links; the wider,
// the more their reason contributes. Terms have lines without arrows.
std::string ExplainedDot(const NamedExplanation& why);

}  // namespace akin::report

#endif  // AKIN_REPORT_EXPLAINED_DOT_H_
