#include "arrays.h"

#include <fmt/format.h>

namespace akin::python {

std::vector<VertexId> VerticesOf(const Numbers<int64_t>& numbers, VertexId vertices) {
  std::vector<VertexId> result;
  result.reserve(static_cast<size_t>(numbers.size()));
  for (const int64_t number : SpanOf(numbers)) {
    if (number < 0 || number >= int64_t{vertices}) {
      throw pybind11::index_error(
          fmt::format("no vertex number {}; there are {}", number, vertices));
    }
    result.push_back(static_cast<VertexId>(number));
  }
  return result;
}

}  // namespace akin::python
