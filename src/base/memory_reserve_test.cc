#include "akin/memory_reserve.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace akin {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsWork =
    false;  // a sanitizer takes far more address space than there is memory
#elif defined(__has_feature)
constexpr bool kLimitsWork = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
constexpr bool kLimitsWork = true;
#endif

// Takes all memory that the limit leaves, down to blocks of `least` bytes.
struct Block {
  Block* next;
};
void TakeAll(Block*& taken, size_t least) {
  for (size_t size = size_t{1} << 24; size >= least; size /= 2) {
    while (void* block = std::malloc(size)) taken = new (block) Block{taken};
  }
}

bool Limit() {
  size_t pages = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%zu", &pages) != 1) return false;
  std::fclose(file);
  const rlimit limit{.rlim_cur = pages * 4096 + (64U << 20), .rlim_max = RLIM_INFINITY};
  return ::setrlimit(RLIMIT_AS, &limit) == 0;
}

// Whether an allocation of a page succeeds while the exception of another leaves its function.
bool HasMemoryWhileUnwinding() {
  struct Destroyed {
    bool& had;
    ~Destroyed() {
      void* page = std::malloc(4096);
      had = page != nullptr;
      std::free(page);
    }
  };
  bool had = false;
  try {
    const Destroyed destroyed{had};
    static_cast<void>(::operator new (size_t{1} << 30));
  } catch (const std::bad_alloc&) {
    return had;
  }
  return false;
}

TEST(MemoryReserveTest, AllocationsThatFailLeaveMemoryForUnwindingOnceAndAgainWhenHeldAgain) {
  if (!kLimitsWork) GTEST_SKIP() << "with a sanitizer there is no limit of memory";
  const auto child = [] {
    HoldMemoryReserve();
    HoldMemoryReserve();
    Block* taken = nullptr;
    if (!Limit()) std::_Exit(3);
    TakeAll(taken, sizeof(Block));
    if (MemoryWasRefused()) std::_Exit(7);
    if (!HasMemoryWhileUnwinding()) std::_Exit(4);
    if (!MemoryWasRefused()) std::_Exit(8);
    TakeAll(taken, sizeof(Block));
    if (HasMemoryWhileUnwinding()) std::_Exit(5);
    while (taken != nullptr) std::free(std::exchange(taken, taken->next));
    HoldMemoryReserve();
    TakeAll(taken, sizeof(Block));
    std::_Exit(HasMemoryWhileUnwinding() ? 0 : 6);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

TEST(MemoryReserveTest, ThreadsThatAreStartedRunAndStop) {
  std::atomic<int> ran = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 5; ++i) {
      threads.push_back(StartThread([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) std::this_thread::yield();
        ++ran;
      }));
    }
    EXPECT_EQ(ran, 0);
  }
  EXPECT_EQ(ran, 5);
}

TEST(MemoryReserveTest, AThreadWithoutMemoryIsAnException) {
  if (!kLimitsWork) GTEST_SKIP() << "with a sanitizer there is no limit of memory";
  const auto child = [] {
    Block* taken = nullptr;
    if (!Limit()) std::_Exit(3);
    TakeAll(taken, sizeof(Block));
    try {
      StartThread([](const std::stop_token&) {});
    } catch (const std::bad_alloc&) {
      std::_Exit(0);
    }
    std::_Exit(4);
  };
  EXPECT_EXIT(child(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace akin
