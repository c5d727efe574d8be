// The structs of Arrow's C data interface, and who owns them.
//
// The interface is a binary one: a producer fills in the structs and says how to release them, so
// no library is shared. Python objects hand them over in capsules (the Arrow PyCapsule protocol).
// Nothing is copied.
#ifndef AKIN_PYTHON_SRC_ARROW_DATA_H_
#define AKIN_PYTHON_SRC_ARROW_DATA_H_

#include <cstdint>
#include <utility>

namespace akin::python {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

// One of the structs above, released at the end. A struct without `release` is released already,
// or was never filled in; at the end of a stream it means that there is no more.
template <class Struct>
class Owned {
 public:
  Owned() = default;
  // Takes it over: the one that it came from counts as released.
  explicit Owned(Struct& from) : value_(std::exchange(from, Struct{})) {}
  Owned(Owned&& other) noexcept : value_(std::exchange(other.value_, Struct{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Owned() {
    if (value_.release != nullptr) value_.release(&value_);
  }

  bool present() const { return value_.release != nullptr; }
  Struct& operator*() { return value_; }
  Struct* operator->() { return &value_; }

 private:
  Struct value_{};
};

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_ARROW_DATA_H_
