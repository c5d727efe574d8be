#include "work.h"

#include <malloc.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "akin/memory_reserve.h"
#include "lock.h"

namespace akin::python {
namespace {

namespace py = pybind11;

constexpr auto kStopCheckInterval = std::chrono::milliseconds(50);

struct Report {
  std::string what, unit;
  uint64_t done = 0, total = 0;
};

// Shared by the working thread and the thread that waits for it.
class Desk {
 public:
  // Called by the work: waits until the report has been passed on.
  void Put(const Progress& progress) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !report_ || closed_; });
    if (closed_) return;
    report_ = {std::string(progress.what), std::string(progress.unit), progress.done,
               progress.total};
    changed_.notify_all();
    changed_.wait(lock, [&] { return !report_ || closed_; });
  }
  void End() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  // Called by the waiting thread. False: the work has ended. There may be a report, and then the
  // work waits until it has been passed on.
  bool Wait(std::optional<Report>& report) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kStopCheckInterval, [&] { return ended_ || report_; });
    report =
        std::move(report_);  // not copied: there may be no memory. It stays until it is delivered.
    return !ended_;
  }
  void ReportDelivered() {
    const std::lock_guard lock(mutex_);
    report_.reset();
    changed_.notify_all();
  }
  // No reports are accepted any more.
  void Close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  bool closed_ = false;
  std::optional<Report> report_;
};

// Called with Python's lock. Returns what a signal handler or the user's function raises.
std::exception_ptr LookAfter(const std::optional<Report>& report, const py::object& progress) {
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (report) progress(report->what, report->unit, report->done, report->total);
  } catch (const std::exception&) {
    return std::current_exception();
  }
  return nullptr;
}

}  // namespace

void RunWork(const Work& work, const std::function<void(const Control&)>& call) {
  Desk desk;
  std::stop_source stop;
  std::exception_ptr failure;  // of the work
  std::exception_ptr raised;   // in Python, meanwhile
  Control control{.threads = work.threads, .memory = work.memory, .stop = stop.get_token()};
  if (!work.progress.is_none()) {
    control.progress = [&](const Progress& progress) { desk.Put(progress); };
  }
  HoldMemoryReserve();
  Lock lock;
  // Throws with the lock, if at all.
  std::jthread worker = StartThread([&](const std::stop_token&) {
    try {
      call(control);
    } catch (...) {
      failure = std::current_exception();
    }
    desk.End();
  });
  lock.LetGo();
  std::optional<Report> report;
  while (desk.Wait(report)) {
    try {
      lock.Take();
    } catch (...) {  // this thread is being ended; see lock.h
      stop.request_stop();
      desk.Close();
      throw;
    }
    if (!raised) {
      raised = LookAfter(report, work.progress);
      if (raised) stop.request_stop();
    }
    lock.LetGo();
    if (report) desk.ReportDelivered();
  }
  worker.join();
  lock.Take();
  if (raised) std::rethrow_exception(raised);
  if (failure) std::rethrow_exception(failure);
}

void DefineWork(py::module_& module) {
  py::class_<Work>(module, "Work", "Threads, memory and progress of a long call.")
      .def(py::init([](unsigned threads, uint64_t memory, py::object progress) {
             return Work{.threads = threads, .memory = memory, .progress = std::move(progress)};
           }),
           py::arg("threads"), py::arg("memory"), py::arg("progress"));
  module.def(
      "release_memory", [] { malloc_trim(0); },
      "Returns to the system what was freed and the C library kept.");
}

}  // namespace akin::python
