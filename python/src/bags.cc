// Bags of terms: builds them, and reads one.
#include "akin/bags.h"

#include <pybind11/stl.h>

#include <string>

#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

Bags BuildNamedBags(const Corpus& corpus, const BagWords& words, const std::string& name,
                    bool replace, const Work& work) {
  BagOptions options = Must(ParseBagWords(words));
  options.name = name;
  options.replace = replace;
  (void)Run(work,
            [&](const Control& control) { return BuildBags(corpus.path(), options, control); });
  return Must(corpus.OpenBags(name));
}

// Tuples of word, page, weight, frequency; the word is None if the term is a page, and the page is
// None if it is a word.
py::list Heaviest(const Bags& bags, VertexId vertex, size_t k) {
  py::list terms;
  for (const WeighedTerm& term : Must(bags.Heaviest(vertex, k))) {
    const bool word = term.page == kNoVertex;
    terms.append(py::make_tuple(word ? py::object(py::str(term.word)) : py::none(),
                                word ? py::none() : py::object(py::int_(term.page)), term.weight,
                                term.frequency));
  }
  return terms;
}

}  // namespace

void DefineBags(py::module_& module, CorpusClass& corpus) {
  py::class_<BagWords>(module, "BagWords")
      .def(py::init([] { return DescribeBags(BagOptions()); }))
      .def_readwrite("terms", &BagWords::terms)
      .def_readwrite("window", &BagWords::window)
      .def_readwrite("stem", &BagWords::stem)
      .def_readwrite("parts", &BagWords::parts)
      .def_readwrite("language", &BagWords::language)
      .def_readwrite("distance", &BagWords::distance)
      .def_readwrite("weight", &BagWords::weight)
      .def_readwrite("boilerplate", &BagWords::boilerplate);
  py::class_<Bags>(module, "Bags")
      .def_property_readonly("name", [](const Bags& self) { return self.info().name; })
      .def_property_readonly("vertices", [](const Bags& self) { return self.info().bags; })
      .def_property_readonly("words", [](const Bags& self) { return self.info().words; })
      .def("heaviest", Heaviest, py::arg("vertex"), py::arg("k"));
  corpus.def("build_bags", BuildNamedBags, py::arg("words"), py::arg("name"), py::arg("replace"),
             py::arg("work"));
  corpus.def(
      "open_bags",
      [](const Corpus& self, const std::string& name) { return Must(self.OpenBags(name)); },
      py::arg("name"));
  corpus.def("bag_names", [](const Corpus& self) {
    std::vector<std::string> names;
    for (const BagInfo& info : Must(self.BagSets())) names.push_back(info.name);
    return names;
  });
}

}  // namespace akin::python
