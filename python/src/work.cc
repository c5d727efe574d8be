#include "work.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <string>
#include <thread>

namespace akin::python {
namespace {

namespace py = pybind11;

constexpr auto kLookEvery = std::chrono::milliseconds(50);

// What the two threads share.
struct Desk {
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  bool waiting = false;  // the work, for its report to be handed on
  std::string what, unit;
  uint64_t amount = 0, total = 0;

  // From the work.
  void Report(const Progress& progress) {
    std::unique_lock lock(mutex);
    what = progress.what;
    unit = progress.unit;
    amount = progress.done;
    total = progress.total;
    waiting = true;
    changed.notify_all();
    changed.wait(lock, [&] { return !waiting; });
  }
  void End() {
    const std::lock_guard lock(mutex);
    done = true;
    changed.notify_all();
  }

  // From the thread that looks after it. False: the work has ended.
  bool Wait() {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, kLookEvery, [&] { return done || waiting; });
    return !done;
  }
  void GoOn() {
    const std::lock_guard lock(mutex);
    waiting = false;
    changed.notify_all();
  }
};

// Throws what the handler of a signal raises, or the function of the user. Nobody but this thread
// touches a report while the work waits.
void LookAfter(const Desk& desk, const py::object& progress) {
  const py::gil_scoped_acquire python;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (desk.waiting) progress(desk.what, desk.unit, desk.amount, desk.total);
}

}  // namespace

void RunWork(const Work& work, const std::function<void(const Control&)>& call) {
  Desk desk;
  std::stop_source stop;
  std::exception_ptr failure;  // of the work
  std::exception_ptr raised;   // in Python, meanwhile
  {
    const bool shown = !work.progress.is_none();
    const py::gil_scoped_release others_go_on;
    Control control{.threads = work.threads, .memory = work.memory, .stop = stop.get_token()};
    if (shown) control.progress = [&](const Progress& progress) { desk.Report(progress); };
    const std::jthread worker([&] {
      try {
        call(control);
      } catch (...) {
        failure = std::current_exception();
      }
      desk.End();
    });
    while (desk.Wait()) {
      try {
        if (!raised) LookAfter(desk, work.progress);
      } catch (...) {
        raised = std::current_exception();
        stop.request_stop();
      }
      desk.GoOn();
    }
  }
  if (raised) std::rethrow_exception(raised);
  if (failure) std::rethrow_exception(failure);
}

void DefineWork(py::module_& module) {
  py::class_<Work>(module, "Work", "Threads, memory and progress of a long call.")
      .def(py::init([](unsigned threads, uint64_t memory, py::object progress) {
             return Work{.threads = threads, .memory = memory, .progress = std::move(progress)};
           }),
           py::arg("threads"), py::arg("memory"), py::arg("progress"));
}

}  // namespace akin::python
