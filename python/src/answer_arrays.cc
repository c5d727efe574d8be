#include "answer_arrays.h"

#include <algorithm>
#include <limits>

#include "arrays.h"

namespace akin::python {
namespace {

namespace py = pybind11;

constexpr double kNoScore = std::numeric_limits<double>::quiet_NaN();

}  // namespace

AnswerArrays::AnswerArrays(size_t queries, size_t width)
    : width_(width),
      vertices_(queries * width, -1),
      scores_(queries * width, kNoScore),
      errors_(queries * width, kNoScore),
      lows_(queries * width, kNoScore),
      highs_(queries * width, kNoScore),
      counts_(queries) {}

void AnswerArrays::Put(size_t query, std::span<const Hit> hits) {
  const size_t count = std::min(hits.size(), width_);
  for (size_t i = 0; i < count; ++i) {
    vertices_[query * width_ + i] = hits[i].vertex;
    scores_[query * width_ + i] = hits[i].score.value;
    errors_[query * width_ + i] = hits[i].score.error;
    lows_[query * width_ + i] = hits[i].score.low;
    highs_[query * width_ + i] = hits[i].score.high;
  }
  counts_[query] = static_cast<int64_t>(count);
}

py::tuple AnswerArrays::All() {
  const std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(counts_.size()),
                                          static_cast<py::ssize_t>(width_)};
  return py::make_tuple(ArrayOf(std::move(vertices_), shape), ArrayOf(std::move(scores_), shape),
                        ArrayOf(std::move(errors_), shape), ArrayOf(std::move(counts_)),
                        ArrayOf(std::move(lows_), shape), ArrayOf(std::move(highs_), shape));
}

py::tuple AnswerArrays::Row() {
  return py::make_tuple(ArrayOf(std::move(vertices_)), ArrayOf(std::move(scores_)),
                        ArrayOf(std::move(errors_)), ArrayOf(std::move(lows_)),
                        ArrayOf(std::move(highs_)));
}

SparseRows::SparseRows(std::span<const VertexId> right, VertexId vertices)
    : place_(vertices, -1), offsets_{0} {
  for (size_t j = 0; j < right.size(); ++j) place_[right[j]] = static_cast<int64_t>(j);
}

void SparseRows::Add(std::vector<Hit> hits) {
  std::sort(hits.begin(), hits.end(),
            [&](const Hit& a, const Hit& b) { return place_[a.vertex] < place_[b.vertex]; });
  for (const Hit& hit : hits) {
    columns_.push_back(place_[hit.vertex]);
    scores_.push_back(hit.score.value);
    errors_.push_back(hit.score.error);
    lows_.push_back(hit.score.low);
    highs_.push_back(hit.score.high);
  }
  offsets_.push_back(static_cast<int64_t>(columns_.size()));
}

py::tuple SparseRows::Take() {
  return py::make_tuple(ArrayOf(std::move(offsets_)), ArrayOf(std::move(columns_)),
                        ArrayOf(std::move(scores_)), ArrayOf(std::move(errors_)),
                        ArrayOf(std::move(lows_)), ArrayOf(std::move(highs_)));
}

}  // namespace akin::python
