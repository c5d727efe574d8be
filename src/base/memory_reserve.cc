#include "akin/memory_reserve.h"

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <latch>
#include <mutex>
#include <new>
#include <utility>

namespace akin {
namespace {

// Each is a few hundred times what is needed: a thread without an arena of its own takes whole
// pages.
constexpr size_t kForUnwinding = size_t{1} << 20;
constexpr size_t kForThreadLocals = size_t{1} << 18;

// Address space that is free as soon as it is released. It is mapped, not allocated: malloc could
// keep what is given back to it for another thread.
class Reserve {
 public:
  Reserve() = default;
  explicit Reserve(size_t bytes)
      : start_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)),
        bytes_(bytes) {
    if (start_ == MAP_FAILED) throw std::bad_alloc();
  }
  ~Reserve() { Release(); }
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

  bool held() const { return start_ != MAP_FAILED; }
  void Release() {
    if (held()) ::munmap(start_, bytes_);
    start_ = MAP_FAILED;
  }
  void Swap(Reserve& other) {
    std::swap(start_, other.start_);
    std::swap(bytes_, other.bytes_);
  }

 private:
  void* start_ = MAP_FAILED;
  size_t bytes_ = 0;
};

struct ForUnwinding {
  std::mutex mutex;
  Reserve reserve;
  bool installed = false;
  std::new_handler before = nullptr;
  std::atomic<bool> refused = false;
};

ForUnwinding& Shared() {
  static auto& shared = *new ForUnwinding;  // never destroyed: threads may outlast static objects
  return shared;
}

void ReleaseAndThrow() {
  ForUnwinding& shared = Shared();
  shared.refused = true;
  {
    const std::lock_guard lock(shared.mutex);
    shared.reserve.Release();
  }
  if (shared.before == nullptr) throw std::bad_alloc();
  shared.before();
}

// One of ours and one of the C++ library's: a library gets all of its own at once.
void UseThreadLocals() {
  static thread_local volatile int ours = 0;
  ours = ours + std::uncaught_exceptions();
}

}  // namespace

void HoldMemoryReserve() {
  ForUnwinding& shared = Shared();
  const std::lock_guard lock(shared.mutex);
  if (!shared.reserve.held()) Reserve(kForUnwinding).Swap(shared.reserve);
  if (!std::exchange(shared.installed, true)) shared.before = std::set_new_handler(ReleaseAndThrow);
}

bool MemoryWasRefused() { return Shared().refused; }

std::jthread StartThread(std::function<void(const std::stop_token&)> work) {
  Reserve reserve(kForThreadLocals);
  std::latch ready(1);
  std::jthread thread([&reserve, &ready, work = std::move(work)](const std::stop_token& stop) {
    reserve.Release();
    UseThreadLocals();
    ready.count_down();
    work(stop);
  });
  ready.wait();
  return thread;
}

}  // namespace akin
