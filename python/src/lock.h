// Releases and takes Python's lock (the GIL).
//
// Not in destructors, as pybind11 does: when the interpreter is shutting down, Python ends a thread
// that asks for the lock. That unwinds the stack, which must not begin in a destructor. For the
// same reason, whatever is thrown by Take must not be caught without being thrown again.
#ifndef AKIN_PYTHON_SRC_LOCK_H_
#define AKIN_PYTHON_SRC_LOCK_H_

#include <pybind11/pybind11.h>

#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace akin::python {

class Lock {
 public:
  void LetGo() { state_ = PyEval_SaveThread(); }
  void Take() { PyEval_RestoreThread(state_); }

 private:
  PyThreadState* state_ = nullptr;
};

// Returns or throws what call() does. It is called without the lock, and must not use Python.
template <class Call>
auto WithoutLock(Call&& call) {
  using Value = decltype(call());
  std::conditional_t<std::is_void_v<Value>, std::optional<bool>, std::optional<Value>> value;
  std::exception_ptr failure;
  Lock lock;
  lock.LetGo();
  try {
    if constexpr (std::is_void_v<Value>) {
      call();
    } else {
      value.emplace(call());
    }
  } catch (...) {
    failure = std::current_exception();
  }
  lock.Take();
  if (failure) std::rethrow_exception(failure);
  if constexpr (!std::is_void_v<Value>) return std::move(*value);
}

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_LOCK_H_
