// Attributes of vertices, and the sets of vertices that filters give.
#include "akin/attributes.h"

#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "akin/ask.h"
#include "akin/eval.h"
#include "arrays.h"
#include "lock.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

using Set = std::shared_ptr<VertexSet>;

// The fields of akin.LabelReport.
py::tuple LabelFrom(const Corpus& corpus, const std::string& path, const std::string& key,
                    const std::map<std::string, std::string>& kinds, const std::string& separator,
                    bool skip_bad_lines, bool replace, const Work& work) {
  LabelOptions options{.key = key, .skip_bad_lines = skip_bad_lines, .replace = replace};
  for (const auto& [column, kind] : kinds) {
    options.kinds.emplace_back(column, Must(AttributeKindNamed(kind)));
  }
  if (!separator.empty()) options.separator = separator.front();
  const LabelReport report = Run(
      work, [&](const Control& control) { return Label(corpus.path(), path, options, control); });
  return py::make_tuple(report.vertices, report.bad_lines, report.first_bad_lines);
}

// Name, kind, vertices, distinct, least and greatest number of each.
py::list ListAttributes(const Corpus& corpus) {
  py::list listed;
  const Attributes attributes = Must(Attributes::Open(corpus));
  for (const AttributeInfo& info : attributes.attributes()) {
    const bool numbers = info.kind == AttributeKind::kNumber && info.vertices > 0;
    listed.append(py::make_tuple(info.name, AttributeKindName(info.kind), info.vertices,
                                 info.distinct,
                                 numbers ? py::object(py::float_(info.min)) : py::none(),
                                 numbers ? py::object(py::float_(info.max)) : py::none()));
  }
  return listed;
}

py::dict AttributesOf(const Corpus& corpus, VertexId vertex) {
  const Attributes attributes = Must(Attributes::Open(corpus));
  py::dict found;
  for (const VertexAttribute& has : Must(attributes.Of(vertex))) {
    const AttributeInfo& info = attributes.attributes()[has.attribute];
    py::object value = py::float_(has.number);
    if (info.kind == AttributeKind::kText) value = py::str(has.values.front());
    if (info.kind == AttributeKind::kSet) value = py::cast(has.values);
    found[py::str(info.name)] = value;
  }
  return found;
}

// pybind11 knows no pointers to constants; nothing changes a set that Python has.
Set Where(const Corpus& corpus, const std::string& expression) {
  return WithoutLock([&] {
    const auto found = Must(Must(Attributes::Open(corpus)).Where(expression));
    return std::const_pointer_cast<VertexSet>(found);
  });
}

template <class Options>
void Limit(Options& options, const Set& filter, const Set& exclude) {
  options.filter = filter;
  options.exclude = exclude;
}

}  // namespace

void DefineAttributes(py::module_& module, CorpusClass& corpus) {
  py::class_<VertexSet, Set>(module, "VertexSet")
      .def(py::init([](const Numbers<int64_t>& vertices) {
             return std::make_shared<VertexSet>(VerticesOf(vertices, kNoVertex));
           }),
           py::arg("vertices"))
      .def("__len__", &VertexSet::size);
  module.def("limit", Limit<RelatedOptions>, py::arg("options"), py::arg("filter").none(true),
             py::arg("exclude").none(true));
  module.def("limit_eval", Limit<EvalOptions>, py::arg("options"), py::arg("filter").none(true),
             py::arg("exclude").none(true));
  corpus.def("label", LabelFrom, py::arg("path"), py::arg("key"), py::arg("kinds"),
             py::arg("separator"), py::arg("skip_bad_lines"), py::arg("replace"), py::arg("work"));
  corpus.def(
      "remove_attributes",
      [](const Corpus& self, const std::vector<std::string>& names) {
        Must(RemoveAttributes(self.path(), names));
      },
      py::arg("names"));
  corpus.def("attributes", ListAttributes);
  corpus.def("attributes_of", AttributesOf, py::arg("vertex"));
  corpus.def("where", Where, py::arg("expression"));
}

}  // namespace akin::python
