// Hits as arrays: one row per query, or compressed sparse rows for a join.
#ifndef AKIN_PYTHON_SRC_ANSWER_ARRAYS_H_
#define AKIN_PYTHON_SRC_ANSWER_ARRAYS_H_

#include <pybind11/pybind11.h>

#include <cstdint>
#include <span>
#include <vector>

#include "akin/corpus.h"

namespace akin::python {

// A row per query. After its last hit a row has vertex -1 and NaN scores.
class AnswerArrays {
 public:
  AnswerArrays(size_t queries, size_t width);

  void Put(size_t query, std::span<const Hit> hits);
  // Vertices, scores, errors: (queries, width); counts: (queries); lows, highs: (queries, width).
  pybind11::tuple All();
  pybind11::tuple Row();  // vertices, scores, errors, lows, highs of the only query

 private:
  size_t width_;
  std::vector<int64_t> vertices_;
  std::vector<double> scores_;
  std::vector<double> errors_;
  std::vector<double> lows_;
  std::vector<double> highs_;
  std::vector<int64_t> counts_;
};

// Rows are in the order in which they are added; columns are indices into `right`.
class SparseRows {
 public:
  // `vertices` is the number of vertices in the corpus.
  SparseRows(std::span<const VertexId> right, VertexId vertices);

  void Add(std::vector<Hit> hits);
  uint64_t bytes() const { return columns_.capacity() * 5 * sizeof(double); }
  pybind11::tuple Take();  // offsets, columns, scores, errors, lows, highs

 private:
  std::vector<int64_t> place_;  // index in `right`, by vertex
  std::vector<int64_t> offsets_;
  std::vector<int64_t> columns_;
  std::vector<double> scores_;
  std::vector<double> errors_;
  std::vector<double> lows_;
  std::vector<double> highs_;
};

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_ANSWER_ARRAYS_H_
