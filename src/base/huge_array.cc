#include "base/huge_array.h"

#include <sys/mman.h>

namespace akin {

void* MapHuge(size_t bytes) {
  void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) return nullptr;
  (void)::madvise(data, bytes, MADV_HUGEPAGE);  // advice: works without, only slower
  return data;
}

void UnmapHuge(void* data, size_t bytes) { ::munmap(data, bytes); }

}  // namespace akin
