// The statistics of an index (akin/statistics.h), in one pass over its shards. Each thread reads
// one fingerprint at a time, block by block, and keeps only a block and a few numbers per step of a
// walk in memory.
#ifndef AKIN_SRC_QUERY_INDEX_STATISTICS_H_
#define AKIN_SRC_QUERY_INDEX_STATISTICS_H_

#include "akin/control.h"
#include "akin/statistics.h"
#include "akin/status.h"
#include "query/forest_index.h"

namespace akin {

Result<IndexStatistics> StatisticsOf(const ForestIndex& index, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_QUERY_INDEX_STATISTICS_H_
