// Makes a corpus from what Python has: files, arrays of integers, or names with arcs between their
// indices.
#include "akin/ingest.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/try.h"
#include "arrays.h"
#include "ingest_report.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

constexpr size_t kArcsBetweenChecks = 1 << 16;  // arcs between two checks of the stop token

// The digits of a number; they live as long as the object.
class Decimal {
 public:
  std::string_view operator()(int64_t value) {
    return {text_, std::to_chars(text_, text_ + sizeof(text_), value).ptr};
  }

 private:
  char text_[24];
};

// Calls add(ends) with some rows of an (n, 2) array after others.
template <class Add>
Status EachPart(std::span<const int64_t> ends, const Control& control, Add&& add) {
  const size_t arcs = ends.size() / 2;
  for (size_t first = 0; first < arcs; first += kArcsBetweenChecks) {
    if (control.stop.stop_requested()) return {Code::kCancelled, "interrupted"};
    if (control.progress) {
      control.progress({.what = "reading arcs", .unit = "arcs", .done = first, .total = arcs});
    }
    AKIN_TRY(add(ends.subspan(2 * first, 2 * std::min(kArcsBetweenChecks, arcs - first))));
  }
  return {};
}

py::tuple IngestFiles(const std::vector<std::string>& sources, const std::string& target,
                      const IngestOptions& options, const Work& work) {
  return Described(
      Run(work, [&](const Control& control) { return Ingest(sources, target, options, control); }));
}

// `vertices` are included even without arcs.
py::tuple IngestIntegers(const Numbers<int64_t>& arcs, const Numbers<int64_t>& vertices,
                         const std::string& target, const IngestOptions& options,
                         const Work& work) {
  const std::span<const int64_t> all = SpanOf(arcs);
  const std::span<const int64_t> alone = SpanOf(vertices);
  return Described(Run(work, [&](const Control& control) {
    const ArcSource source = [&](ArcSink& sink) -> Status {
      Decimal digits;
      for (const int64_t vertex : alone) {
        AKIN_TRY(sink.Vertex(digits(vertex)));
      }
      return EachPart(all, control,
                      [&](std::span<const int64_t> ends) { return sink.IntegerArcs(ends); });
    };
    return Ingest(source, target, options, control);
  }));
}

// `arcs` are indices into `names`, all of which become vertices.
py::tuple IngestNames(const std::vector<std::string>& names, const Numbers<int64_t>& arcs,
                      const std::string& target, const IngestOptions& options, const Work& work) {
  const std::span<const int64_t> all = SpanOf(arcs);
  return Described(Run(work, [&](const Control& control) {
    const ArcSource source = [&](ArcSink& sink) -> Status {
      for (const std::string& name : names) {
        AKIN_TRY(sink.Vertex(name));
      }
      std::vector<std::string_view> ends;
      return EachPart(all, control, [&](std::span<const int64_t> indices) {
        ends.clear();
        for (const int64_t i : indices) ends.push_back(names.at(static_cast<size_t>(i)));
        return sink.Arcs(ends);
      });
    };
    return Ingest(source, target, options, control);
  }));
}

}  // namespace

py::tuple Described(const IngestReport& report) {
  return py::make_tuple(report.vertices, report.arcs, report.arcs_read, report.self_loops_dropped,
                        report.common_arcs_dropped, report.pages_not_included,
                        report.pages_excluded, report.pages_too_large, report.pages_flattened,
                        report.bad_lines, report.first_bad_lines, report.notes);
}

void DefineIngest(py::module_& module) {
  py::enum_<SourceFormat>(module, "SourceFormat")
      .value("detect", SourceFormat::kDetect)
      .value("edges", SourceFormat::kEdgeList)
      .value("mtx", SourceFormat::kMatrixMarket)
      .value("bv", SourceFormat::kBvGraph)
      .value("html", SourceFormat::kHtmlFolder)
      .value("warc", SourceFormat::kWarc);
  py::enum_<HeaderLine>(module, "HeaderLine")
      .value("detect", HeaderLine::kDetect)
      .value("present", HeaderLine::kPresent)
      .value("absent", HeaderLine::kAbsent);
  py::class_<IngestOptions>(module, "IngestOptions")
      .def(py::init<>())
      .def_readwrite("format", &IngestOptions::format)
      .def_readwrite("header", &IngestOptions::header)
      .def_readwrite("columns", &IngestOptions::columns)
      .def_property(
          "titles", [](const IngestOptions& options) { return py::bytes(options.titles); },
          [](IngestOptions& options, const py::bytes& path) { options.titles = path; })
      .def_readwrite("include", &IngestOptions::include)
      .def_readwrite("exclude", &IngestOptions::exclude)
      .def_readwrite("undirected", &IngestOptions::undirected)
      .def_readwrite("reverse", &IngestOptions::reverse)
      .def_readwrite("drop_self_loops", &IngestOptions::drop_self_loops)
      .def_readwrite("ignore_weights", &IngestOptions::ignore_weights)
      .def_readwrite("skip_bad_lines", &IngestOptions::skip_bad_lines)
      .def_readwrite("max_inlink_share", &IngestOptions::max_inlink_share)
      .def_readwrite("max_page", &IngestOptions::max_page)
      .def_readwrite("max_vertices", &IngestOptions::max_vertices)
      .def_readwrite("max_arcs", &IngestOptions::max_arcs)
      .def_readwrite("follow_symlinks", &IngestOptions::follow_symlinks)
      .def_readwrite("replace", &IngestOptions::replace)
      .def_readwrite("notation", &IngestOptions::notation);
  module.def("ingest_files", IngestFiles, py::arg("sources"), py::arg("target"), py::arg("options"),
             py::arg("work"));
  module.def("ingest_integers", IngestIntegers, py::arg("arcs"), py::arg("vertices"),
             py::arg("target"), py::arg("options"), py::arg("work"));
  module.def("ingest_names", IngestNames, py::arg("names"), py::arg("arcs"), py::arg("target"),
             py::arg("options"), py::arg("work"));
}

}  // namespace akin::python
