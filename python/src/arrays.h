// NumPy arrays that own their memory: the numbers of a vector are moved in, and live as long as the
// array does, independently of the corpus.
#ifndef AKIN_PYTHON_SRC_ARRAYS_H_
#define AKIN_PYTHON_SRC_ARRAYS_H_

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "akin/types.h"

namespace akin::python {

template <class T>
pybind11::array_t<T> ArrayOf(std::vector<T> values, std::vector<pybind11::ssize_t> shape = {}) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  if (shape.empty()) shape = {static_cast<pybind11::ssize_t>(owned->size())};
  const T* const data = owned->data();
  const pybind11::capsule owner(owned.get(),
                                [](void* vector) { delete static_cast<std::vector<T>*>(vector); });
  owned.release();
  return pybind11::array_t<T>(shape, data, owner);
}

// Vertex numbers for NumPy: signed 64 bits, so that -1 can stand for none.
inline std::vector<int64_t> Signed(std::span<const VertexId> vertices) {
  return {vertices.begin(), vertices.end()};
}

// An argument: converted if necessary, contiguous and aligned.
template <class T>
using Numbers = pybind11::array_t<T, pybind11::array::c_style | pybind11::array::forcecast |
                                         pybind11::detail::npy_api::NPY_ARRAY_ALIGNED_>;

template <class T>
std::span<const T> SpanOf(const Numbers<T>& numbers) {
  return {numbers.data(), static_cast<size_t>(numbers.size())};
}

// Vertex numbers from the caller; throws IndexError for one that is not below `vertices`.
std::vector<VertexId> VerticesOf(const Numbers<int64_t>& numbers, VertexId vertices);

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_ARRAYS_H_
