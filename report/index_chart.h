// The statistics of an index as a chart.
#ifndef AKIN_REPORT_INDEX_CHART_H_
#define AKIN_REPORT_INDEX_CHART_H_

#include <string>

#include "akin/corpus.h"
#include "akin/statistics.h"

namespace akin::report {

// An SVG: tree sizes on the left, how they depend on the length of walks on the right.
std::string PlotStatistics(const std::string& corpus, const IndexInfo& info,
                           const IndexStatistics& statistics);

}  // namespace akin::report

#endif  // AKIN_REPORT_INDEX_CHART_H_
