// Runs long calls so that other Python threads continue, Ctrl-C works and progress is shown.
//
// The work is done in a separate thread without Python's lock. The calling thread waits for it; 20
// times a second it takes the lock to check for signals (in Python only the main thread may do
// that), and passes on progress reports, for which the work waits. A signal, or an exception of the
// progress function, stops the work; the exception is raised once the work has ended.
#ifndef AKIN_PYTHON_SRC_WORK_H_
#define AKIN_PYTHON_SRC_WORK_H_

#include <pybind11/pybind11.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "akin/control.h"
#include "akin/status.h"
#include "errors.h"

namespace akin::python {

struct Work {
  unsigned threads = 0;
  uint64_t memory = uint64_t{2} << 30;
  pybind11::object progress = pybind11::none();  // called with what, unit, done, total; or None
};

// `call` must not use Python. What it throws is thrown here.
void RunWork(const Work& work, const std::function<void(const Control&)>& call);

// call(control) returns a Result.
template <class Call>
auto Run(const Work& work, Call&& call) {
  using Value = decltype(Must(call(std::declval<const Control&>())));
  std::optional<Value> value;
  RunWork(work, [&](const Control& control) { value.emplace(Must(call(control))); });
  return std::move(*value);
}

// call(control) returns a Status.
template <class Call>
void RunStatus(const Work& work, Call&& call) {
  RunWork(work, [&](const Control& control) { Must(call(control)); });
}

void DefineWork(pybind11::module_& module);

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_WORK_H_
