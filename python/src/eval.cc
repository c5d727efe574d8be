// Evaluates answers against a truth.
#include "akin/eval.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "arrays.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

Truth MakeTruth(const Corpus& corpus,
                const std::variant<std::string, std::map<VertexId, std::string>>& what,
                unsigned depth, const std::string& separator, const Numbers<int64_t>& queries,
                const Work& work) {
  const ClassOptions options{.depth = depth, .separator = separator.empty() ? '\0' : separator[0]};
  if (const auto* classes = std::get_if<std::map<VertexId, std::string>>(&what)) {
    return Must(Truth::FromClasses(corpus, *classes, options));
  }
  const std::vector<VertexId> vertices = VerticesOf(queries, corpus.vertices());
  return Run(work, [&](const Control& control) {
    return Truth::Named(corpus, std::get<std::string>(what), options, vertices, control);
  });
}

py::object Value(const Average& average, double value) {
  return average.defined() ? py::object(py::float_(value)) : py::none();
}

// A tuple per metric: its name, the mean over queries with its interval, the same pooled, and the
// number of queries.
py::list RowsOf(const Evaluation& evaluation) {
  py::list rows;
  for (const MetricResult& result : evaluation.metrics) {
    const Average& mean = result.per_query;
    const Average& pooled = result.pooled;
    rows.append(py::make_tuple(MetricName(result.metric), Value(mean, mean.value),
                               Value(mean, mean.low), Value(mean, mean.high),
                               Value(pooled, pooled.value), Value(pooled, pooled.low),
                               Value(pooled, pooled.high), mean.queries));
  }
  return rows;
}

Evaluation Eval(const Asker& asker, const Truth& truth, const EvalOptions& options,
                const Work& work) {
  return Run(work,
             [&](const Control& control) { return Evaluate(truth, asker, options, control); });
}

// The options of an exact measure from one string, and the iterations and the decay that a table
// shows, or None.
py::tuple ExactOf(const Corpus& corpus, const std::string& spec, const Work& work) {
  const ExactOptions exact = Run(work, [&](const Control& control) {
    Result<ExactOptions> parsed = ParseExactSpec(spec, corpus, control);
    if (parsed.status().code() != Code::kInvalidArgument) return parsed;
    return Result<ExactOptions>(parsed.status().WithParameter("exact"));
  });
  return py::make_tuple(exact, ShownIterations(exact), ShownDecay(exact));
}

// Compares every evaluation with all others, by every metric. A tuple per metric and pair: the name
// of the metric, the numbers of both, the mean difference with its interval, the number of queries
// that both have, and whether the difference is real.
py::list CompareAll(const std::vector<const Evaluation*>& evaluations, const EvalOptions& options) {
  py::list rows;
  const size_t metrics = evaluations.empty() ? 0 : evaluations.front()->metrics.size();
  for (size_t m = 0; m < metrics; ++m) {
    for (size_t i = 0; i < evaluations.size(); ++i) {
      std::vector<const MetricResult*> others;
      std::vector<size_t> numbers;
      for (size_t j = 0; j < evaluations.size(); ++j) {
        if (j == i) continue;
        others.push_back(&evaluations[j]->metrics[m]);
        numbers.push_back(j);
      }
      const MetricResult& first = evaluations[i]->metrics[m];
      const std::vector<Difference> differences = Must(Compare(first, others, options));
      for (size_t j = 0; j < differences.size(); ++j) {
        const Average& mean = differences[j].mean;
        rows.append(py::make_tuple(MetricName(first.metric), i, numbers[j], Value(mean, mean.value),
                                   Value(mean, mean.low), Value(mean, mean.high), mean.queries,
                                   differences[j].real()));
      }
    }
  }
  return rows;
}

}  // namespace

void DefineEval(py::module_& module, CorpusClass& corpus) {
  py::class_<EvalOptions>(module, "EvalOptions")
      .def(py::init<>())
      .def_readwrite("top", &EvalOptions::top)
      .def_readwrite("k", &EvalOptions::k)
      .def_readwrite("known_first", &EvalOptions::known_first)
      .def_readwrite("keep_query", &EvalOptions::keep_query)
      .def_readwrite("refine", &EvalOptions::refine)
      .def_readwrite("min_cocited", &EvalOptions::min_cocited)
      .def_readwrite("queries", &EvalOptions::queries)
      .def_readwrite("resamples", &EvalOptions::resamples)
      .def_readwrite("confidence", &EvalOptions::confidence)
      .def_readwrite("seed", &EvalOptions::seed)
      .def_readwrite("keep_values", &EvalOptions::keep_values)
      .def("add_metric", [](EvalOptions& self, const std::string& name) {
        self.metrics.push_back(Must(MetricNamed(name)));
      });
  py::class_<TruthReport>(module, "TruthReport")
      .def_readonly("lines", &TruthReport::lines)
      .def_readonly("known", &TruthReport::known)
      .def_readonly("unknown", &TruthReport::unknown)
      .def_readonly("first_unknown", &TruthReport::first_unknown);
  py::class_<Truth>(module, "Truth").def_property_readonly("report", &Truth::report);
  corpus.def("truth", MakeTruth, py::arg("what"), py::arg("depth"), py::arg("separator"),
             py::arg("queries"), py::arg("work"));
  module.def("names_mixture", NamesMixture, py::arg("text"));
  py::class_<Evaluation>(module, "Evaluation").def("rows", RowsOf);
  module.def("compare", CompareAll, py::arg("evaluations"), py::arg("options"));
  module.def("eval", Eval, py::arg("asker"), py::arg("truth"), py::arg("options"), py::arg("work"));
  corpus.def("exact_spec", ExactOf, py::arg("spec"), py::arg("work"));
}

}  // namespace akin::python
