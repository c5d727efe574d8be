#include "arrow_batches.h"

#include <string>
#include <utility>

#include "akin/errors.h"
#include "akin/try.h"
#include "arrow_names.h"

namespace akin::python {

namespace py = pybind11;

namespace {

// Takes what a capsule holds. Throws TypeError if it holds something else, or nothing any more.
template <class Struct>
Owned<Struct> TakeFromCapsule(py::handle capsule, const char* name) {
  if (PyCapsule_IsValid(capsule.ptr(), name) == 0) {
    throw py::type_error(std::string("source: not a capsule '") + name + "'");
  }
  auto* const held = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (held->release == nullptr) {
    throw py::type_error(std::string("source: the capsule '") + name +
                         "' was released or used already");
  }
  return Owned<Struct>(*held);
}

}  // namespace

Batches::Batches(const py::object& source) {
  if (py::hasattr(source, "__arrow_c_stream__")) {
    stream_ = TakeFromCapsule<ArrowArrayStream>(source.attr("__arrow_c_stream__")(),
                                                "arrow_array_stream");
    return;
  }
  const auto pair = py::cast<py::sequence>(source.attr("__arrow_c_array__")());
  if (pair.size() != 2) throw py::type_error("source: __arrow_c_array__ gives no pair");
  schema_ = TakeFromCapsule<ArrowSchema>(pair[0], "arrow_schema");
  batch_ = TakeFromCapsule<ArrowArray>(pair[1], "arrow_array");
}

template <class Out>
Status Batches::Call(int (*what)(ArrowArrayStream*, Out*), Out* out) {
  if (what == nullptr) return InvalidArgument("", "source: a malformed Arrow stream");
  const int error = what(&*stream_, out);
  if (error == 0) return {};
  const char* const why =
      stream_->get_last_error == nullptr ? nullptr : stream_->get_last_error(&*stream_);
  return InvalidArgument("", std::string("source: the Arrow stream ended with an error: ") +
                                 (why == nullptr ? "it does not say which" : why));
}

Result<ArrowSchema*> Batches::Schema() {
  if (stream_.present()) AKIN_TRY(Call(stream_->get_schema, &*schema_));
  AKIN_TRY(CheckTable(*schema_));
  return &*schema_;
}

Result<ArrowArray*> Batches::Next() {
  if (stream_.present()) {
    batch_ = Owned<ArrowArray>();
    AKIN_TRY(Call(stream_->get_next, &*batch_));
  } else if (std::exchange(given_, true)) {
    return nullptr;
  }
  if (!batch_.present()) return nullptr;
  AKIN_TRY(CheckBatch(*schema_, *batch_));
  return &*batch_;
}

}  // namespace akin::python
