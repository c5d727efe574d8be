#include "server/workers.h"

#include <algorithm>
#include <utility>

namespace akin::server {

Workers::Workers(unsigned threads, size_t most_waiting) : most_waiting_(most_waiting) {
  for (unsigned i = 0; i < std::max(threads, 1U); ++i) threads_.emplace_back([this] { Work(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  threads_.clear();
}

bool Workers::Take(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    // Those that a free thread will take at once do not wait.
    if (waiting_.size() + busy_ >= most_waiting_ + threads_.size()) return false;
    waiting_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

size_t Workers::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

double Workers::load() const {
  return most_waiting_ == 0 ? 0
                            : static_cast<double>(waiting()) / static_cast<double>(most_waiting_);
}

size_t Workers::busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

bool Workers::idle() const {
  const std::lock_guard lock(mutex_);
  return busy_ == 0 && waiting_.empty();
}

void Workers::Work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    std::function<void()> job = std::move(waiting_.front());
    waiting_.pop_front();
    ++busy_;
    lock.unlock();
    job();
    job = nullptr;  // what it holds is released before the next waits for it
    lock.lock();
    --busy_;
  }
}

}  // namespace akin::server
