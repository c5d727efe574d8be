// Explanations, as tuples.
#include "akin/explain.h"

#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "akin/ask.h"
#include "meeting_functions.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

py::tuple ScoreFields(const Score& score) {
  return py::make_tuple(score.value, score.error, score.low, score.high);
}

// A vertex, or the term that it is; then what akin.Reason has.
py::tuple ReasonFields(const Reason& reason) {
  const py::object vertex =
      reason.term.empty() ? py::object(py::int_(reason.vertex)) : py::object(py::none());
  return py::make_tuple(vertex, reason.term, reason.contribution, reason.error, reason.count,
                        reason.fingerprint, reason.path_a, reason.path_b, reason.weight_a,
                        reason.weight_b);
}

// The reasons, and how many others contribute how much.
py::tuple ListFields(const Reasons& reasons) {
  py::list listed;
  for (const Reason& reason : reasons.listed) listed.append(ReasonFields(reason));
  return py::make_tuple(listed, reasons.rest, reasons.rest_contribution);
}

py::object LookFields(const std::optional<SecondLook>& look) {
  if (!look) return py::none();
  return py::make_tuple(ScoreFields(look->score), look->fingerprints, look->met,
                        ListFields(look->reasons));
}

py::tuple PartFields(const ExplainedPart& part) {
  return py::make_tuple(part.index, MeasureName(part.measure), MethodName(part.method), part.weight,
                        ScoreFields(part.score), ReadingName(part.reading),
                        ReadingMeaning(part.reading), part.fingerprints, part.met,
                        ListFields(part.reasons), LookFields(part.second_look));
}

py::tuple Explain(const Asker& asker, VertexId a, VertexId b, const ExplainOptions& options,
                  const Work& work) {
  const Explanation why =
      Run(work, [&](const Control& control) { return asker.Explain(a, b, options, control); });
  py::list parts;
  for (const ExplainedPart& part : why.parts) parts.append(PartFields(part));
  return py::make_tuple(ScoreFields(why.score), parts);
}

}  // namespace

void DefineExplain(py::module_& module, AskerClass& asker) {
  py::class_<ExplainOptions>(module, "ExplainOptions")
      .def(py::init<>())
      .def_readwrite("k", &ExplainOptions::k)
      .def_readwrite("fingerprints", &ExplainOptions::fingerprints)
      .def_readwrite("length", &ExplainOptions::length)
      .def_readwrite("decay", &ExplainOptions::decay)
      .def_property("function", NameOfFunction<ExplainOptions>, SetFunction<ExplainOptions>)
      .def_readwrite("more", &ExplainOptions::more)
      .def_readwrite("by_step", &ExplainOptions::by_step);
  asker.def("explain", Explain, py::arg("a"), py::arg("b"), py::arg("options"), py::arg("work"));
}

}  // namespace akin::python
