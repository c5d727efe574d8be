// The rows of a table of Arrow.
#ifndef AKIN_PYTHON_SRC_ARROW_ROWS_H_
#define AKIN_PYTHON_SRC_ARROW_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "akin/control.h"
#include "akin/errors.h"
#include "akin/status.h"
#include "akin/try.h"
#include "arrow_batches.h"
#include "arrow_names.h"

namespace akin::python {

// Reads a stream of `columns` columns, which are as wide as names or numbers may be, row by row.
template <size_t columns, class Visit>
Status EachRow(Batches& batches, const Control& control, Visit&& visit) {
  AKIN_TRY_ASSIGN(const ArrowSchema* const schema, batches.Schema());
  if (schema->n_children != static_cast<int64_t>(columns)) {
    return InvalidArgument("", "source: a table of " + std::to_string(schema->n_children) +
                                   " columns instead of " + std::to_string(columns));
  }
  for (;;) {
    AKIN_TRY_ASSIGN(const ArrowArray* const batch, batches.Next());
    if (batch == nullptr) return {};
    if (control.stop.stop_requested()) return Interrupted();
    std::vector<ArrowNames> names;
    for (size_t i = 0; i < columns; ++i) {
      AKIN_TRY_ASSIGN(ArrowNames column, ArrowNames::Of(*schema->children[i], *batch->children[i],
                                                        batch->offset, batch->length));
      names.push_back(std::move(column));
    }
    for (int64_t row = 0; row < batch->length; ++row) AKIN_TRY(visit(names, row));
  }
}

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_ARROW_ROWS_H_
