// The batches of a table of Arrow, from whatever hands out a stream of them, or one batch.
#ifndef AKIN_PYTHON_SRC_ARROW_BATCHES_H_
#define AKIN_PYTHON_SRC_ARROW_BATCHES_H_

#include <pybind11/pybind11.h>

#include "akin/status.h"
#include "arrow_data.h"

namespace akin::python {

// Made and destroyed with Python's lock. Used from one thread at a time, which needs not have it: a
// producer that needs the lock takes it.
class Batches {
 public:
  explicit Batches(const pybind11::object& source);

  // Checked; valid as long as the object.
  Result<ArrowSchema*> Schema();
  // The next batch, which is checked; nullptr after the last one.
  Result<ArrowArray*> Next();

 private:
  template <class Out>
  Status Call(int (*what)(ArrowArrayStream*, Out*), Out* out);

  Owned<ArrowArrayStream> stream_;
  Owned<ArrowSchema> schema_;
  Owned<ArrowArray> batch_;
  bool given_ = false;
};

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_ARROW_BATCHES_H_
