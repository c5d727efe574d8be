#include "base/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>

#include "akin/errors.h"
#include "akin/memory_reserve.h"
#include "akin/try.h"

namespace akin {

struct ThreadPool::Job {
  uint64_t pieces;
  const std::stop_token& stop;
  const std::function<Status(uint64_t, unsigned)>& work;
  std::atomic<uint64_t> next = 0;
  std::atomic<bool> halted = false;
  std::mutex failure_mutex;
  Status failure;
  std::exception_ptr thrown;
  unsigned running = 0;  // workers inside Drain; guarded by the pool's mutex
};

unsigned ThreadsOrAll(unsigned requested) {
  if (requested > 0) return requested;
  return std::max(1U, std::thread::hardware_concurrency());
}

ThreadPool::ThreadPool(unsigned threads, Fewer fewer) {
  for (unsigned i = 1; i < std::max(1U, threads); ++i) {
    try {
      workers_.push_back(
          StartThread([this, i](const std::stop_token& quit) { WorkerLoop(quit, i); }));
    } catch (const std::system_error& error) {
      if (fewer == Fewer::kAccepted) return;
      started_ = Status(Code::kIo, fmt::format("cannot start thread {} of {}: {}; use fewer", i + 1,
                                               threads, error.code().message()))
                     .WithParameter("threads")
                     .WithSystemError(error.code().value());
      return;
    }
  }
}

ThreadPool::~ThreadPool() {
  for (std::jthread& worker : workers_) worker.request_stop();
}

void ThreadPool::Drain(Job& job, unsigned worker) {
  while (!job.halted.load(std::memory_order_relaxed)) {
    const uint64_t piece = job.next.fetch_add(1, std::memory_order_relaxed);
    if (piece >= job.pieces) return;
    Status status;
    std::exception_ptr thrown;
    try {
      status = job.stop.stop_requested() ? Interrupted() : job.work(piece, worker);
    } catch (...) {  // the system is out of memory, say: Run throws it in the thread of its caller
      thrown = std::current_exception();
    }
    if (status.ok() && !thrown) continue;
    job.halted = true;
    const std::lock_guard lock(job.failure_mutex);
    if (!job.failure.ok() || job.thrown) continue;
    job.failure = std::move(status);
    job.thrown = std::move(thrown);
  }
}

void ThreadPool::WorkerLoop(const std::stop_token& quit, unsigned worker) {
  uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, quit, [&] { return generation_ != seen; })) {
    seen = generation_;
    Job* job = job_;
    if (job == nullptr) continue;  // this job ended before the worker woke up
    ++job->running;
    lock.unlock();
    Drain(*job, worker);
    lock.lock();
    if (--job->running == 0) done_.notify_all();
  }
}

Status ThreadPool::Run(uint64_t pieces, const std::stop_token& stop,
                       const std::function<Status(uint64_t, unsigned)>& work) {
  AKIN_TRY(started_);
  Job job{.pieces = pieces, .stop = stop, .work = work};
  if (!workers_.empty() && pieces > 1) {
    const std::lock_guard lock(mutex_);
    job_ = &job;
    ++generation_;
    wake_.notify_all();
  }
  Drain(job, 0);
  std::unique_lock lock(mutex_);
  job_ = nullptr;
  done_.wait(lock, [&] { return job.running == 0; });
  if (job.thrown) std::rethrow_exception(job.thrown);
  return job.failure;
}

}  // namespace akin
