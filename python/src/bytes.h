// Bytes from and to Python.
#ifndef AKIN_PYTHON_SRC_BYTES_H_
#define AKIN_PYTHON_SRC_BYTES_H_

#include <pybind11/pybind11.h>

#include <cstddef>
#include <span>

namespace akin::python {

// The bytes of an object, without a copy, while it exists.
class Viewed {
 public:
  explicit Viewed(const pybind11::buffer& buffer) : info_(buffer.request()) {
    if (info_.ndim != 1 || (info_.size > 1 && info_.strides[0] != info_.itemsize)) {
      throw pybind11::type_error("bytes: they are not contiguous");
    }
  }
  std::span<const std::byte> span() const {
    return {static_cast<const std::byte*>(info_.ptr),
            static_cast<size_t>(info_.size * info_.itemsize)};
  }

 private:
  pybind11::buffer_info info_;
};

inline pybind11::bytes AsBytes(std::span<const std::byte> bytes) {
  return pybind11::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_BYTES_H_
