// Turns Status into Python exceptions.
//
// A failed call throws StatusError, which the module translates with akin/_errors.py: that says
// which exception belongs to a code, and which argument to a parameter.
#ifndef AKIN_PYTHON_SRC_ERRORS_H_
#define AKIN_PYTHON_SRC_ERRORS_H_

#include <pybind11/pybind11.h>

#include <exception>
#include <utility>

#include "akin/status.h"

namespace akin::python {

class StatusError : public std::exception {
 public:
  explicit StatusError(Status status) : status_(std::move(status)) {}
  const Status& status() const { return status_; }
  const char* what() const noexcept override { return status_.message().c_str(); }

 private:
  Status status_;
};

inline void Must(const Status& status) {
  if (!status.ok()) throw StatusError(status);
}

template <class T>
T Must(Result<T> result) {
  if (!result.ok()) throw StatusError(result.status());
  return std::move(*result);
}

void DefineErrors(pybind11::module_& module);

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_ERRORS_H_
