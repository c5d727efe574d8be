// Python's lock, let go of and taken back.
//
// Not by destructors, as pybind11 has it: a thread that wants the lock when the interpreter is at
// its end is ended by Python on the spot, which unwinds the stack, and that must not begin in a
// destructor. For the same reason nobody may catch whatever comes out of Take for good.
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

// What call() returns or throws. It is called without the lock, and must not touch Python.
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
