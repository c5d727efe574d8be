#include "forge/memory_peak.h"

#if defined(__SANITIZE_ADDRESS__)
#define AKIN_COUNTS_MEMORY 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AKIN_COUNTS_MEMORY 1
#endif
#endif

#ifdef AKIN_COUNTS_MEMORY
#include <sanitizer/allocator_interface.h>

#include <atomic>
#include <cstddef>

namespace akin {
namespace {

std::atomic<int64_t> now = 0;
std::atomic<int64_t> most = 0;

void CountAllocated(const volatile void*, size_t bytes) {
  const int64_t total = now.fetch_add(static_cast<int64_t>(bytes)) + static_cast<int64_t>(bytes);
  if (total > most.load()) most = total;
}

void CountFreed(const volatile void* memory) {
  if (memory == nullptr) return;
  now -= static_cast<int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(memory)));
}

}  // namespace

void StartMemoryPeak() {
  static const int installed =
      __sanitizer_install_malloc_and_free_hooks(CountAllocated, CountFreed);
  (void)installed;
  now = 0;
  most = 0;
}

uint64_t MemoryPeak() { return static_cast<uint64_t>(most.load()); }

}  // namespace akin

#else

namespace akin {

void StartMemoryPeak() {}
uint64_t MemoryPeak() { return 0; }

}  // namespace akin

#endif
