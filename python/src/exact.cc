// Exact measures: a list of them, their parameters, the scores of all pairs, and random surfers.
#include "akin/exact.h"

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "akin/surfers.h"
#include "arrays.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

using Matrix = py::array_t<double, py::array::c_style>;

std::span<double> CellsOf(Matrix& matrix) {
  return {matrix.mutable_data(), static_cast<size_t>(matrix.size())};
}

double AllPairs(const Corpus& corpus, const ExactOptions& exact, Matrix& scores, const Work& work) {
  const std::span<double> cells = CellsOf(scores);
  return Run(work,
             [&](const Control& control) { return ExactAllPairs(corpus, exact, cells, control); });
}

// For a graph in memory: the in-neighbours of v begin at neighbours[offsets[v]], ascending. Returns
// the number of iterations and whether it was enough.
py::tuple UntilSettled(const Numbers<uint64_t>& offsets, const Numbers<VertexId>& neighbours,
                       double decay, double absolute, double relative, int most, Matrix& scores,
                       const Work& work) {
  const Adjacency in{.offsets = SpanOf(offsets), .neighbours = SpanOf(neighbours)};
  const std::span<double> cells = CellsOf(scores);
  if (cells.size() != size_t{in.vertices()} * in.vertices()) {
    throw py::value_error("scores: not of all pairs");
  }
  const SettleReport report = Run(work, [&](const Control& control) {
    return SimRankUntilSettled(in,
                               {.decay = decay,
                                .absolute = absolute,
                                .relative = relative,
                                .most = static_cast<unsigned>(most)},
                               cells, control);
  });
  return py::make_tuple(report.iterations, report.settled);
}

// Chance, sum and distance of every trip.
py::list TripArrays(const std::vector<SurferTrip>& trips, py::ssize_t vertices) {
  py::list arrays;
  for (const auto& number : {+[](const SurferTrip& trip) { return trip.chance; },
                             +[](const SurferTrip& trip) { return trip.sum; },
                             +[](const SurferTrip& trip) { return trip.distance(); }}) {
    std::vector<double> numbers;
    for (const SurferTrip& trip : trips) numbers.push_back(number(trip));
    arrays.append(ArrayOf(std::move(numbers), {vertices, vertices}));
  }
  return arrays;
}

// Scores, and what TripArrays has, of all pairs (V, V).
py::list AllSurferPairs(const Corpus& corpus, double decay, const Work& work) {
  const std::vector<SurferPair> pairs = Run(
      work, [&](const Control& control) { return SurferPairs(corpus, {.decay = decay}, control); });
  const size_t n = corpus.vertices();
  std::vector<double> scores(n * n, 1);
  std::vector<SurferTrip> meetings(n * n, SurferTrip{.chance = 1, .certain = true});
  for (const SurferPair& pair : pairs) {
    for (const size_t at : {pair.a * n + pair.b, pair.b * n + pair.a}) {
      scores[at] = pair.score;
      meetings[at] = pair.meeting;
    }
  }
  const auto side = static_cast<py::ssize_t>(n);
  py::list arrays = TripArrays(meetings, side);
  arrays.insert(0, ArrayOf(std::move(scores), {side, side}));
  return arrays;
}

py::list AllSurferDistances(const Corpus& corpus, const Work& work) {
  const std::vector<SurferTrip> trips =
      Run(work, [&](const Control& control) { return SurferDistances(corpus, {}, control); });
  return TripArrays(trips, static_cast<py::ssize_t>(corpus.vertices()));
}

// The fields of akin.MeasureFacts.
py::list DescribeMeasures() {
  py::list measures;
  for (const MeasureFacts& facts : Measures()) {
    py::list methods;
    for (const Way& way : facts.ways) {
      if (FactsOf(way.method).of_index) methods.append(MethodName(way.method));
    }
    py::list parameters;
    for (const ParameterRange& range : facts.exact().parameters) {
      parameters.append(ParameterName(range.parameter));
    }
    measures.append(py::make_tuple(facts.name, facts.meaning, facts.direction, facts.exact().cost,
                                   py::tuple(methods), py::tuple(parameters), facts.reference));
  }
  return measures;
}

// For tests of parameters: every way of every measure, with the ranges of what it takes.
py::list DescribeWays() {
  py::list ways;
  for (const MeasureFacts& facts : Measures()) {
    for (const Way& way : facts.ways) {
      py::list ranges;
      for (const ParameterRange& range : way.parameters) {
        if (range.least == range.most) continue;  // it is no number
        ranges.append(py::make_tuple(ParameterName(range.parameter), range.least, range.most,
                                     range.ends != ParameterRange::Ends::kOpen,
                                     range.ends == ParameterRange::Ends::kClosed));
      }
      const bool of_index = FactsOf(way.method).of_index;
      ways.append(py::make_tuple(facts.name, of_index ? MethodName(way.method) : "",
                                 way.Takes(Parameter::kBags), way.Takes(Parameter::kSide), ranges));
    }
  }
  return ways;
}

}  // namespace

void DefineExact(py::module_& module, CorpusClass& corpus) {
  py::class_<ExactOptions>(module, "ExactOptions")
      .def(py::init([](const std::string& measure) {
             return ExactOptions{.measure = Must(MeasureNamed(measure))};
           }),
           py::arg("measure"))
      .def_readwrite("iterations", &ExactOptions::iterations)
      .def_readwrite("decay", &ExactOptions::decay)
      .def_readwrite("epsilon", &ExactOptions::epsilon)
      .def_readwrite("decay_out", &ExactOptions::decay_out)
      .def_readwrite("lambda_", &ExactOptions::lambda)
      .def_readwrite("radius", &ExactOptions::radius)
      .def_readwrite("popularity", &ExactOptions::popularity)
      .def_readwrite("krylov", &ExactOptions::krylov)
      .def_readwrite("krylov_auto", &ExactOptions::krylov_auto)
      .def_readwrite("bags", &ExactOptions::bags)
      .def("set_side", [](ExactOptions& self,
                          const std::string& name) { self.side = Must(ExactSideNamed(name)); })
      .def("set_prune", [](ExactOptions& self,
                           const std::string& name) { self.prune = Must(ExactPruneNamed(name)); })
      .def("set_function",
           [](ExactOptions& self, const std::string& name) {
             self.function = Must(MeetingFunctionNamed(name));
           })
      .def("set_kernel", [](ExactOptions& self,
                            const std::string& name) { self.kernel = Must(WalkKernelNamed(name)); })
      .def("add_prior", [](ExactOptions& self, VertexId a, VertexId b, double score) {
        self.priors.push_back({.a = a, .b = b, .score = score});
      });
  module.def("measures", DescribeMeasures);
  module.def("ways", DescribeWays);
  corpus.def("all_pairs", AllPairs, py::arg("exact"), py::arg("scores").noconvert(),
             py::arg("work"));
  corpus.def("surfer_pairs", AllSurferPairs, py::arg("decay"), py::arg("work"));
  corpus.def("surfer_distances", AllSurferDistances, py::arg("work"));
  module.def("simrank_until_settled", UntilSettled, py::arg("offsets"), py::arg("neighbours"),
             py::arg("decay"), py::arg("absolute"), py::arg("relative"), py::arg("most"),
             py::arg("scores").noconvert(), py::arg("work"));
}

}  // namespace akin::python
