// Lets threads do numbered pieces of work at the same time, and the last part of each in order.
#ifndef AKIN_SRC_BASE_IN_TURN_H_
#define AKIN_SRC_BASE_IN_TURN_H_

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace akin {

class InTurn {
 public:
  // The next number. If a turn ends before it is done, because of a failure or an exception, nobody
  // gets a later one.
  class Turn {
   public:
    explicit Turn(InTurn& all) : all_(all), number_(all.Take()) {}
    ~Turn() {
      if (!done_) all_.Fail();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    // Waits until all turns before this one are done. False if one has failed.
    bool Wait() { return all_.Wait(number_); }
    void Done() {
      done_ = true;
      all_.Next();
    }

   private:
    InTurn& all_;
    uint64_t number_;
    bool done_ = false;
  };

 private:
  uint64_t Take() {
    const std::lock_guard lock(mutex_);
    return taken_++;
  }
  bool Wait(uint64_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failed_ || next_ == number; });
    return !failed_;
  }
  void Next() {
    const std::lock_guard lock(mutex_);
    ++next_;
    changed_.notify_all();
  }
  void Fail() {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  uint64_t taken_ = 0;
  uint64_t next_ = 0;
  bool failed_ = false;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_IN_TURN_H_
