// Matches the vertices of two graphs: the best matches of each, or one to one.
#include "akin/match.h"

#include <pybind11/stl.h>

#include <vector>

#include "answer_arrays.h"
#include "arrays.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

py::tuple Best(const Corpus& left_corpus, const Corpus& right_corpus,
               const Numbers<int64_t>& left_numbers, const Numbers<int64_t>& right_numbers,
               const MatchOptions& options, bool one_to_one, const Work& work) {
  const std::vector<VertexId> left = VerticesOf(left_numbers, left_corpus.vertices());
  const std::vector<VertexId> right = VerticesOf(right_numbers, right_corpus.vertices());
  AnswerArrays arrays(left.size(), one_to_one ? 1 : options.k);
  if (one_to_one) {
    const std::vector<Hit> pairs = Run(work, [&](const Control& control) {
      return MatchOneToOne(left_corpus, right_corpus, left, right, options, control);
    });
    for (size_t i = 0; i < pairs.size(); ++i) {
      if (pairs[i].vertex != kNoVertex) arrays.Put(i, {&pairs[i], 1});
    }
    return arrays.All();
  }
  size_t row = 0;
  RunStatus(work, [&](const Control& control) {
    return Match(
        left_corpus, right_corpus, left, right, options,
        [&](VertexId, const std::vector<Hit>& hits) {
          arrays.Put(row++, hits);
          return Status();
        },
        control);
  });
  return arrays.All();
}

}  // namespace

void DefineMatch(py::module_& module) {
  py::class_<MatchOptions>(module, "MatchOptions")
      .def(py::init<>())
      .def_readwrite("decay", &MatchOptions::decay)
      .def_readwrite("iterations", &MatchOptions::iterations)
      .def_readwrite("epsilon", &MatchOptions::epsilon)
      .def_readwrite("beta", &MatchOptions::beta)
      .def_readwrite("krylov", &MatchOptions::krylov)
      .def_readwrite("krylov_right", &MatchOptions::krylov_right)
      .def_readwrite("k", &MatchOptions::k)
      .def_readwrite("min_score", &MatchOptions::min_score);
  module.def("match", Best, py::arg("left_corpus"), py::arg("right_corpus"), py::arg("left"),
             py::arg("right"), py::arg("options"), py::arg("one_to_one"), py::arg("work"));
}

}  // namespace akin::python
