// Questions, and their answers as arrays.
#include "akin/ask.h"

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "akin/errors.h"
#include "akin/ingest.h"
#include "akin/try.h"
#include "answer_arrays.h"
#include "arrays.h"
#include "lock.h"
#include "meeting_functions.h"
#include "parts.h"
#include "work.h"

namespace akin::python {
namespace {

namespace py = pybind11;

Asker MakeAsker(const Corpus& corpus, const std::string& index, const std::string& fusion,
                std::optional<double> decay, const std::optional<std::string>& function,
                const std::optional<ExactOptions>& exact, const Work& work) {
  AskOptions options{
      .index = index, .decay = decay, .function = FunctionNamed(function), .exact = exact};
  options.fusion = Must(FusionNamed(fusion));
  return Run(work, [&](const Control& control) { return Asker::Create(corpus, options, control); });
}

// The fields of akin.Recipe.
py::tuple Fields(const Recipe& recipe) {
  return py::make_tuple(recipe.index, FusionName(recipe.fusion), recipe.reason);
}

std::optional<py::tuple> RecipeOf(const Corpus& corpus) {
  const std::optional<Recipe> recipe = Must(ReadRecipe(corpus.path()));
  if (!recipe) return std::nullopt;
  return Fields(*recipe);
}

void SetRecipe(const Corpus& corpus, const std::string& index, const std::string& fusion) {
  Must(WriteRecipe(
      corpus, {.index = index, .fusion = Must(FusionNamed(fusion)), .reason = "chosen in Python"}));
}

py::tuple MakeRecipe(const Corpus& corpus, std::optional<double> precision, const Work& work) {
  return Fields(Run(work, [&](const Control& control) {
                  return BuildRecipe(corpus.path(), control, precision);
                }).recipe);
}

unsigned PlanFor(const Corpus& corpus, const BuildOptions& options, double precision,
                 const Work& work) {
  return Run(work,
             [&](const Control& control) {
               return PlanFingerprints(corpus, options, precision, control);
             })
      .fingerprints;
}

// An index answers at once; anything that takes longer uses `work`.
py::tuple Related(const Asker& asker, VertexId vertex, const RelatedOptions& options,
                  const std::optional<Work>& work) {
  std::vector<Hit> hits;
  if (work) {
    hits = Run(*work, [&](const Control& control) {
             return asker.Related(vertex, options, control);
           }).hits;
  } else {
    hits = WithoutLock([&] { return Must(asker.Related(vertex, options)).hits; });
  }
  AnswerArrays arrays(1, hits.size());
  arrays.Put(0, hits);
  return arrays.Row();
}

py::tuple RelatedToText(const Asker& asker, const std::string& text, const RelatedOptions& options,
                        const Work& work) {
  const std::vector<Hit> hits = Run(work, [&](const Control& control) -> Result<Answer> {
                                  AKIN_TRY_ASSIGN(const TextWords words, WordsOf(text));
                                  return asker.RelatedToWords(words, options, control);
                                }).hits;
  AnswerArrays arrays(1, hits.size());
  arrays.Put(0, hits);
  return arrays.Row();
}

py::tuple RelatedMany(const Asker& asker, const Corpus& corpus, const Numbers<int64_t>& numbers,
                      const RelatedOptions& options, const Work& work) {
  const std::vector<VertexId> vertices = VerticesOf(numbers, corpus.vertices());
  std::optional<AnswerArrays> arrays;
  RunWork(work, [&](const Control& control) {
    const std::vector<Answer> answers = Must(asker.RelatedMany(vertices, options, control));
    arrays.emplace(vertices.size(), options.k);
    for (size_t i = 0; i < answers.size(); ++i) arrays->Put(i, answers[i].hits);
  });
  return arrays->All();
}

py::tuple Sim(const Asker& asker, VertexId a, VertexId b, const RelatedOptions& options,
              const std::optional<Work>& work) {
  Score score;
  if (work) {
    score = Run(*work, [&](const Control& control) { return asker.Sim(a, b, options, control); });
  } else {
    score = WithoutLock([&] { return Must(asker.Sim(a, b, options)); });
  }
  return py::make_tuple(score.value, score.error, score.low, score.high);
}

// Compressed sparse rows: offsets, columns as indices into `right`, scores, errors, lows, highs.
py::tuple Join(const Asker& asker, const Corpus& corpus, const Numbers<int64_t>& left_numbers,
               const Numbers<int64_t>& right_numbers, const RelatedOptions& options,
               const Work& work) {
  const std::vector<VertexId> left = VerticesOf(left_numbers, corpus.vertices());
  const std::vector<VertexId> right = VerticesOf(right_numbers, corpus.vertices());
  SparseRows rows(right, corpus.vertices());
  RunStatus(work, [&](const Control& control) {
    return asker.Join(
        left, right, options,
        [&](VertexId, const std::vector<Hit>& hits) {
          rows.Add(hits);
          if (rows.bytes() <= control.memory) return Status();
          return OutOfMemory("keeping the pairs", {}, static_cast<double>(control.memory),
                             "ask for fewer rows or columns, for the best of each row, for those "
                             "above some score")
              .WithParameter("min_score");
        },
        control);
  });
  return rows.Take();
}

}  // namespace

AskerClass DefineAsk(py::module_& module, CorpusClass& corpus) {
  module.attr("USUAL_REFINE") = kUsualRefine;
  module.def("score_above", ScoreAbove, py::arg("alpha"));
  py::class_<RelatedOptions>(module, "RelatedOptions")
      .def(py::init<>())
      .def_readwrite("k", &RelatedOptions::k)
      .def_readwrite("min_score", &RelatedOptions::min_score)
      .def_readwrite("min_inlinks", &RelatedOptions::min_inlinks)
      .def_readwrite("refine", &RelatedOptions::refine)
      .def_readwrite("fingerprints", &RelatedOptions::fingerprints)
      .def_readwrite("length", &RelatedOptions::length)
      .def_readwrite("decay", &RelatedOptions::decay)
      .def_property("function", NameOfFunction<RelatedOptions>, SetFunction<RelatedOptions>);
  AskerClass asker(module, "Asker");
  asker.def_property_readonly("solved_on_the_spot", &Asker::solved_on_the_spot)
      .def_property_readonly("how_solved", &Asker::how_solved)
      .def_property_readonly("name", &Asker::name)
      .def("related", Related, py::arg("vertex"), py::arg("options"), py::arg("work"))
      .def("related_to_text", RelatedToText, py::arg("text"), py::arg("options"), py::arg("work"))
      .def("related_many", RelatedMany, py::arg("corpus"), py::arg("vertices"), py::arg("options"),
           py::arg("work"))
      .def("sim", Sim, py::arg("a"), py::arg("b"), py::arg("options"), py::arg("work"))
      .def("join", Join, py::arg("corpus"), py::arg("left"), py::arg("right"), py::arg("options"),
           py::arg("work"));
  corpus.def("recipe", RecipeOf);
  corpus.def("set_recipe", SetRecipe, py::arg("index"), py::arg("fusion"));
  corpus.def("build_recipe", MakeRecipe, py::arg("precision"), py::arg("work"));
  corpus.def("plan_fingerprints", PlanFor, py::arg("options"), py::arg("precision"),
             py::arg("work"));
  corpus.def(
      "should_build_first",
      [](const Corpus& self, std::optional<double> decay, std::optional<unsigned> length,
         std::optional<unsigned> fingerprints) {
        return Must(ShouldBuildFirst(
            self, {.fingerprints = fingerprints, .length = length, .decay = decay}));
      },
      py::arg("decay"), py::arg("length"), py::arg("fingerprints"));
  corpus.def("asker", MakeAsker, py::arg("index"), py::arg("fusion"), py::arg("decay"),
             py::arg("function"), py::arg("exact"), py::arg("work"));
  return asker;
}

}  // namespace akin::python
