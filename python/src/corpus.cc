// A corpus: its names, its arcs, and a check of its files.
#include "akin/corpus.h"

#include <pybind11/stl.h>

#include <charconv>
#include <string>
#include <vector>

#include "akin/diagonal.h"
#include "akin/duplicates.h"
#include "akin/try.h"
#include "arrays.h"
#include "lock.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

constexpr size_t kFew = 1000;

// Vertex numbers by name, -1 if no vertex has that name.
py::array_t<int64_t> FindMany(const Corpus& corpus, const std::vector<std::string>& names) {
  std::vector<int64_t> found;
  WithoutLock([&] {
    for (const std::string& name : names) {
      const auto vertex = Must(corpus.FindName(name));
      found.push_back(vertex ? int64_t{*vertex} : -1);
    }
  });
  return ArrayOf(std::move(found));
}

py::array_t<int64_t> FindIntegers(const Corpus& corpus, const Numbers<int64_t>& values) {
  const std::span<const int64_t> wanted = SpanOf(values);
  std::vector<int64_t> found;
  WithoutLock([&] {
    char text[24];
    for (const int64_t value : wanted) {
      const char* const end = std::to_chars(text, text + sizeof(text), value).ptr;
      const auto vertex = Must(corpus.FindName({text, end}));
      found.push_back(vertex ? int64_t{*vertex} : -1);
    }
  });
  return ArrayOf(std::move(found));
}

std::vector<std::string> Names(const Corpus& corpus, const Numbers<int64_t>& numbers) {
  const std::vector<VertexId> vertices = VerticesOf(numbers, corpus.vertices());
  std::vector<std::string> names;
  const auto look_up = [&] {
    names.reserve(vertices.size());
    for (const VertexId vertex : vertices) names.push_back(Must(corpus.Name(vertex)));
  };
  // For a few hits, taking Python's lock again would take longer than finding their names.
  if (vertices.size() > kFew) {
    WithoutLock(look_up);
  } else {
    look_up();
  }
  return names;
}

std::vector<std::string> AllNames(const Corpus& corpus) {
  std::vector<std::string> names;
  WithoutLock([&] {
    names.reserve(corpus.vertices());
    Must(corpus.EachName([&](VertexId, std::string_view name) {
      names.emplace_back(name);
      return Status();
    }));
  });
  return names;
}

enum class Direction { kIn, kOut };

Adjacency LinksOf(const Corpus& corpus, Direction direction) {
  return Must(direction == Direction::kIn ? corpus.InLinks() : corpus.OutLinks());
}

template <Direction direction>
py::array_t<int64_t> Links(const Corpus& corpus, int64_t vertex) {
  return ArrayOf(WithoutLock([&] {
    auto links = Signed(LinksOf(corpus, direction)[static_cast<VertexId>(vertex)]);
    Must(corpus.Intact());
    return links;
  }));
}

// Out-links in compressed sparse rows.
py::tuple Rows(const Corpus& corpus) {
  std::vector<int64_t> offsets;
  std::vector<int64_t> links;
  WithoutLock([&] {
    const Adjacency out = LinksOf(corpus, Direction::kOut);
    offsets.assign(out.offsets.begin(), out.offsets.end());
    links = Signed(out.neighbours);
    Must(corpus.Intact());
  });
  return py::make_tuple(ArrayOf(std::move(offsets)), ArrayOf(std::move(links)));
}

// Tuples of reason, arcs, place, and the vertices of an example or None.
py::list BoilerplateRows(const Corpus& corpus) {
  py::list rows;
  if (!corpus.knows_boilerplate()) return rows;
  const BoilerplateReport found = Must(corpus.FoundBoilerplate());
  for (size_t i = 1; i < kBoilerplateReasons; ++i) {
    rows.append(py::make_tuple(ReasonName(static_cast<BoilerplateReason>(i)), found.by_reason[i],
                               "", py::none(), py::none()));
  }
  for (const BoilerplatePlace& place : found.places) {
    rows.append(
        py::make_tuple(ReasonName(place.reason), place.arcs, place.place, place.from, place.to));
  }
  for (const ListPage& list : found.lists) {
    rows.append(py::make_tuple(ReasonName(BoilerplateReason::kList), list.arcs, "the whole page",
                               list.page, py::none()));
  }
  return rows;
}

void Check(const Corpus& corpus, const Work& work) {
  RunStatus(work, [&](const Control& control) {
    return corpus.Check(control, [](const std::string&, const Status&) {});
  });
}

// Groups of pages, each with its lowest similarity.
std::vector<std::pair<std::vector<VertexId>, double>> Duplicates(const Corpus& corpus,
                                                                 const std::string& index,
                                                                 double likeness,
                                                                 const Work& work) {
  const std::vector<DuplicateGroup> found = Run(work, [&](const Control& control) {
    return FindDuplicates(corpus, index, likeness, control);
  });
  std::vector<std::pair<std::vector<VertexId>, double>> groups;
  for (const DuplicateGroup& group : found) groups.emplace_back(group.pages, group.least);
  return groups;
}

// The numbers by round and vertex, whether they are of rounds, and the error of each round.
py::tuple Diagonal(const Corpus& corpus, const std::string& index, const BuildOptions& options,
                   const Work& work) {
  const DiagonalCorrection correction =
      Run(work, [&](const Control& control) -> Result<DiagonalCorrection> {
        if (index.empty()) return SolveDiagonalCorrection(corpus, options, control);
        AKIN_TRY_ASSIGN(const Index opened, corpus.OpenIndex(index));
        return opened.Diagonal();
      });
  std::vector<double> numbers;
  std::vector<double> errors;
  for (size_t j = 0; j < correction.values.size(); ++j) {
    numbers.insert(numbers.end(), correction.values[j].begin(), correction.values[j].end());
    errors.push_back(correction.ErrorOf(j));
  }
  return py::make_tuple(ArrayOf(std::move(numbers)), correction.of_rounds,
                        ArrayOf(std::move(errors)));
}

}  // namespace

CorpusClass DefineCorpus(py::module_& module) {
  CorpusClass corpus(module, "Corpus");
  corpus
      .def_static(
          "open",
          [](const std::string& path) {
            return WithoutLock([&] { return Must(Corpus::Open(path)); });
          },
          py::arg("path"))
      .def_property_readonly("path", [](const Corpus& self) { return py::bytes(self.path()); })
      .def_property_readonly("vertices", &Corpus::vertices)
      .def_property_readonly("arcs", &Corpus::arcs)
      .def_property_readonly("made_with", &Corpus::made_with)
      .def_property_readonly("notation", &Corpus::notation)
      .def_property_readonly("has_titles", &Corpus::has_titles)
      .def_property_readonly("integer_names", &Corpus::integer_names)
      .def(
          "find_lenient",
          [](const Corpus& self, const std::string& key) {
            const FoundVertex found = WithoutLock([&] { return Must(self.FindLenient(key)); });
            return py::make_tuple(found.vertex, found.as_written, found.name, found.title);
          },
          py::arg("key"))
      .def(
          "find_name",
          [](const Corpus& self, const std::string& name) { return Must(self.FindName(name)); },
          py::arg("name"))
      .def("find_many", FindMany, py::arg("names"))
      .def("find_integers", FindIntegers, py::arg("values"))
      .def(
          "names_like",
          [](const Corpus& self, const std::string& name) {
            return WithoutLock([&] { return Must(self.NamesLike(name)); });
          },
          py::arg("name"))
      .def("names", Names, py::arg("vertices"))
      .def("all_names", AllNames)
      .def(
          "title", [](const Corpus& self, VertexId vertex) { return Must(self.Title(vertex)); },
          py::arg("vertex"))
      .def("in_links", Links<Direction::kIn>, py::arg("vertex"))
      .def("out_links", Links<Direction::kOut>, py::arg("vertex"))
      .def("rows", Rows)
      .def("boilerplate", BoilerplateRows)
      .def("duplicates", Duplicates, py::arg("index"), py::arg("likeness"), py::arg("work"))
      .def("diagonal", Diagonal, py::arg("index"), py::arg("options"), py::arg("work"))
      .def("check", Check, py::arg("work"));
  return corpus;
}

}  // namespace akin::python
