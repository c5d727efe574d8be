#include "errors.h"

#include <cerrno>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

namespace akin::python {
namespace {

namespace py = pybind11;

const char* NameOf(Code code) {
  switch (code) {
    case Code::kOk:
      break;
    case Code::kInvalidArgument:
      return "invalid argument";
    case Code::kBadInput:
      return "bad input";
    case Code::kNotFound:
      return "not found";
    case Code::kNoCorpus:
      return "no corpus";
    case Code::kUnknownKey:
      return "unknown key";
    case Code::kNoIndex:
      return "no index";
    case Code::kNoBags:
      return "no bags";
    case Code::kAlreadyExists:
      return "already exists";
    case Code::kIo:
      return "io";
    case Code::kNotOurs:
      return "not ours";
    case Code::kTooNew:
      return "too new";
    case Code::kDamaged:
      return "damaged";
    case Code::kOutOfBudget:
      return "out of budget";
    case Code::kCancelled:
      return "cancelled";
    case Code::kUnavailable:
      return "unavailable";
    case Code::kTimedOut:
      return "timed out";
  }
  return "ok";
}

// Paths and names need not be UTF-8.
py::object Text(const std::string& bytes) {
  return py::reinterpret_steal<py::object>(
      PyUnicode_DecodeFSDefaultAndSize(bytes.data(), static_cast<py::ssize_t>(bytes.size())));
}

void Translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(std::move(thrown));
  } catch (const StatusError& error) {
    const Status& status = error.status();
    py::list suggestions;
    for (const std::string& suggestion : status.suggestions()) suggestions.append(Text(suggestion));
    const py::object exception =
        py::module_::import("akin._errors")
            .attr("exception_for")(NameOf(status.code()), Text(status.message()),
                                   status.parameter(), suggestions, status.system_error());
    PyErr_SetObject(py::type::handle_of(exception).ptr(), exception.ptr());
  } catch (const std::system_error& error) {  // no thread, say; std::bad_alloc is pybind11's
    errno = error.code().value();
    PyErr_SetFromErrno(PyExc_OSError);
  }
}

}  // namespace

void DefineErrors(py::module_&) { py::register_exception_translator(Translate); }

}  // namespace akin::python
