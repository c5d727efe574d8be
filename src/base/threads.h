// A fixed set of threads that share numbered pieces of work.
#ifndef AKIN_SRC_BASE_THREADS_H_
#define AKIN_SRC_BASE_THREADS_H_

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "akin/status.h"

namespace akin {

// The number of threads that Control::threads asks for; 0 means one per core.
unsigned ThreadsOrAll(unsigned requested);

class ThreadPool {
 public:
  // What to do if the system cannot start so many: fail in Run, or work with those that it started.
  enum class Fewer { kRefused, kAccepted };

  // The calling thread works too, so `threads` - 1 are started.
  explicit ThreadPool(unsigned threads, Fewer fewer = Fewer::kRefused);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  unsigned size() const { return static_cast<unsigned>(workers_.size()) + 1; }

  // Calls work(piece, worker) for every piece in 0..pieces-1, in any order, with worker < size().
  // After the first failure or a stop, no further piece is begun. Returns that failure, or
  // kCancelled, or ok; or kIo if the system could not start so many threads and fewer are refused.
  // Throws what work throws, such as std::bad_alloc, whichever thread it was.
  Status Run(uint64_t pieces, const std::stop_token& stop,
             const std::function<Status(uint64_t piece, unsigned worker)>& work);

 private:
  struct Job;
  void WorkerLoop(const std::stop_token& quit, unsigned worker);
  static void Drain(Job& job, unsigned worker);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable done_;
  Job* job_ = nullptr;
  uint64_t generation_ = 0;
  Status started_;
  std::vector<std::jthread> workers_;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_THREADS_H_
