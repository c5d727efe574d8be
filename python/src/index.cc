// Indexes: builds them, describes them, and reads their fingerprints.
#include <pybind11/stl.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "akin/build.h"
#include "akin/corpus.h"
#include "arrays.h"
#include "lock.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

// The fields of akin.BuildReport.
py::tuple Build(const Corpus& corpus, BuildOptions options,
                const std::optional<Numbers<int64_t>>& only, const Work& work) {
  if (only) options.only = VerticesOf(*only, corpus.vertices());
  const BuildReport report = Run(
      work, [&](const Control& control) { return BuildIndex(corpus.path(), options, control); });
  return py::make_tuple(report.name, report.bytes, report.built, report.fingerprints_built,
                        report.fingerprints_found, report.diagonal_error, report.missing);
}

std::vector<uint32_t> ShardsToBuild(const Corpus& corpus, BuildOptions options,
                                    const std::optional<Numbers<int64_t>>& only) {
  if (only) options.only = VerticesOf(*only, corpus.vertices());
  return WithoutLock([&] { return Must(MissingShards(corpus.path(), options)); });
}

// Vertices and steps, as two arrays.
py::tuple Meetings(const Index& index, VertexId vertex, unsigned fingerprint) {
  std::vector<int64_t> met;
  std::vector<int64_t> steps;
  WithoutLock([&] {
    std::vector<Meeting> meetings;
    Must(index.Meetings(vertex, fingerprint, meetings));
    std::sort(meetings.begin(), meetings.end(), [](const Meeting& a, const Meeting& b) {
      return a.step != b.step ? a.step < b.step : a.vertex < b.vertex;
    });
    for (const Meeting& meeting : meetings) {
      met.push_back(meeting.vertex);
      steps.push_back(meeting.step);
    }
  });
  return py::make_tuple(ArrayOf(std::move(met)), ArrayOf(std::move(steps)));
}

py::array_t<int64_t> Walk(const Index& index, VertexId vertex, unsigned fingerprint) {
  return ArrayOf(WithoutLock([&] { return Signed(Must(index.Walk(vertex, fingerprint))); }));
}

void DefineOptions(py::module_& module) {
  py::class_<BuildOptions>(module, "BuildOptions")
      .def(py::init([](const std::string& measure, const std::optional<std::string>& method) {
             BuildOptions options{.measure = Must(IndexMeasureNamed(measure))};
             if (method) options.method = Must(MethodNamed(options.measure, *method));
             return options;
           }),
           py::arg("measure"), py::arg("method"))
      .def_readwrite("decay", &BuildOptions::decay)
      .def_readwrite("epsilon", &BuildOptions::epsilon)
      .def_readwrite("iterations", &BuildOptions::iterations)
      .def_readwrite("length", &BuildOptions::length)
      .def_readwrite("fingerprints", &BuildOptions::fingerprints)
      .def_readwrite("seed", &BuildOptions::seed)
      .def_readwrite("name", &BuildOptions::name)
      .def_readwrite("replace", &BuildOptions::replace)
      .def_readwrite("shards", &BuildOptions::shards)
      .def_readwrite("finish", &BuildOptions::finish)
      .def_property(
          "boilerplate",
          [](const BuildOptions& options) { return BoilerplateName(options.boilerplate); },
          [](BuildOptions& options, const std::string& name) {
            options.boilerplate = Must(BoilerplateNamed(name));
          })
      .def_readwrite("bags", &BuildOptions::bags);
}

}  // namespace

void DefineIndex(py::module_& module, CorpusClass& corpus) {
  DefineOptions(module);
  py::class_<IndexInfo>(module, "IndexInfo")
      .def_readonly("name", &IndexInfo::name)
      .def_property_readonly("measure", [](const IndexInfo& i) { return MeasureName(i.measure); })
      .def_property_readonly("method", [](const IndexInfo& i) { return MethodName(i.method); })
      .def_property_readonly("boilerplate",
                             [](const IndexInfo& i) { return BoilerplateName(i.boilerplate); })
      .def_readonly("decay", &IndexInfo::decay)
      .def_readonly("epsilon", &IndexInfo::epsilon)
      .def_readonly("iterations", &IndexInfo::iterations)
      .def_readonly("length", &IndexInfo::length)
      .def_readonly("fingerprints", &IndexInfo::fingerprints)
      .def_readonly("seed", &IndexInfo::seed)
      .def_readonly("bytes", &IndexInfo::bytes)
      .def_readonly("only", &IndexInfo::only)
      .def_readonly("bags", &IndexInfo::bags)
      .def_readonly("complete", &IndexInfo::complete);
  py::class_<Index>(module, "Index")
      .def_property_readonly("info", &Index::info)
      .def("meetings", Meetings, py::arg("vertex"), py::arg("fingerprint"))
      .def("walk", Walk, py::arg("vertex"), py::arg("fingerprint"));
  corpus.def("indexes", [](const Corpus& self) { return Must(self.Indexes()); })
      .def(
          "open_index",
          [](const Corpus& self, const std::string& name) {
            return WithoutLock([&] { return Must(self.OpenIndex(name)); });
          },
          py::arg("name"))
      .def("build", Build, py::arg("options"), py::arg("only"), py::arg("work"))
      .def("missing_shards", ShardsToBuild, py::arg("options"), py::arg("only"));
}

}  // namespace akin::python
