// MatrixMarket files in coordinate form, the exchange format of sparse matrices:
//
//   %%MatrixMarket matrix coordinate pattern general
//   % comments
//   rows columns entries
//   i j            one entry per line; with 1 value (real, integer) or 2 (complex) after it
//
// The entry in row i and column j is the arc i -> j. The matrix must be square; its n rows are the
// vertices "1" to "n", including those without arcs. Symmetric, skew-symmetric and hermitian files
// store one triangle and stand for both, so an entry off the diagonal gives both arcs. A stored
// entry is an arc whatever its value is: values are only checked to be numbers, and only accepted
// if the options ignore weights.
//
// Uses only the memory of the line reader. The vertices are sent to the sink last, when the file
// has proved to be complete, and to have entries for them (source_limits.h).
#ifndef AKIN_SRC_FORMATS_MATRIX_MARKET_H_
#define AKIN_SRC_FORMATS_MATRIX_MARKET_H_

#include <cstddef>
#include <string_view>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"
#include "base/input.h"

namespace akin {

// Whether a source that starts with `head` has this format; kMatrixMarketHead bytes are enough to
// decide.
inline constexpr size_t kMatrixMarketHead = 32;
bool IsMatrixMarket(std::string_view head);

// Adds to the counts of `report`.
Status ReadMatrixMarket(ByteSource& source, const IngestOptions& options, ArcSink& sink,
                        IngestReport& report, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_MATRIX_MARKET_H_
