// Threads that answer, and the queue of those who wait for one. The queue is bounded: it is better
// to be told at once to come back later than to wait for an answer that comes too late.
#ifndef AKIN_SERVER_WORKERS_H_
#define AKIN_SERVER_WORKERS_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace akin::server {

class Workers {
 public:
  // `most_waiting` besides those that are being answered.
  Workers(unsigned threads, size_t most_waiting);
  ~Workers();  // after all that was taken is done
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // False, and the job is not taken, if too many wait. A job does not throw.
  bool Take(std::function<void()> job);

  size_t waiting() const;
  double load() const;  // the share of the queue that is filled
  size_t busy() const;
  bool idle() const;  // nothing is done, and nothing waits

 private:
  void Work();

  const size_t most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> waiting_;
  size_t busy_ = 0;
  bool ending_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace akin::server

#endif  // AKIN_SERVER_WORKERS_H_
