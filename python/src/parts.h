// The parts of the module akin._core, one file each. The module is the plain C++ library, with
// names as strings and vertices as numbers; python/akin/ builds the public interface on it.
#ifndef AKIN_PYTHON_SRC_PARTS_H_
#define AKIN_PYTHON_SRC_PARTS_H_

#include <pybind11/pybind11.h>

#include "akin/ask.h"
#include "akin/corpus.h"

namespace akin::python {

using CorpusClass = pybind11::class_<Corpus>;
using AskerClass = pybind11::class_<Asker>;

void DefineIngest(pybind11::module_& module);
void DefineArrow(pybind11::module_& module);
void DefineIngestParts(pybind11::module_& module);
void DefineTokens(pybind11::module_& module);
CorpusClass DefineCorpus(pybind11::module_& module);
void DefineIndex(pybind11::module_& module, CorpusClass& corpus);
AskerClass DefineAsk(pybind11::module_& module, CorpusClass& corpus);
void DefineExplain(pybind11::module_& module, AskerClass& asker);
void DefineExact(pybind11::module_& module, CorpusClass& corpus);
void DefineMatch(pybind11::module_& module);
void DefineBags(pybind11::module_& module, CorpusClass& corpus);
void DefineAttributes(pybind11::module_& module, CorpusClass& corpus);
void DefineEval(pybind11::module_& module, CorpusClass& corpus);

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_PARTS_H_
