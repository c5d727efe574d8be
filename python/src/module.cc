#include <pybind11/pybind11.h>

#include "akin/files.h"
#include "errors.h"
#include "parts.h"
#include "work.h"

PYBIND11_MODULE(_core, module) {
  using namespace akin::python;  // NOLINT: all of it is here
  module.doc() = "The engine behind akin. Use the package akin instead.";
  module.attr("version") = AKIN_VERSION;
  DefineErrors(module);
  Must(akin::GuardMappedFiles());
  DefineWork(module);
  DefineIngest(module);
  DefineArrow(module);
  CorpusClass corpus = DefineCorpus(module);
  DefineIndex(module, corpus);
  DefineIngestParts(module);
  DefineTokens(module);
  DefineExact(module, corpus);
  AskerClass asker = DefineAsk(module, corpus);
  DefineExplain(module, asker);
  DefineMatch(module);
  DefineBags(module, corpus);
  DefineEval(module, corpus);
  DefineAttributes(module, corpus);
}
