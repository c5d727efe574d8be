// Waiting that a stop ends.
#ifndef AKIN_SERVER_SLEEP_H_
#define AKIN_SERVER_SLEEP_H_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace akin::server {

// Sleeps until a stop, or for so long.
inline void Sleep(const std::stop_token& stop, std::chrono::milliseconds time) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
}

}  // namespace akin::server

#endif  // AKIN_SERVER_SLEEP_H_
