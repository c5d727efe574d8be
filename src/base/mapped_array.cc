#include "base/mapped_array.h"

#include <sys/mman.h>

namespace akin {
namespace {

// A smaller array may as well be resident in full.
constexpr size_t kSparseWorthwhile = size_t{64} << 20;

}  // namespace

void* MapArray(size_t bytes, Pages pages) {
  const int reserve = pages == Pages::kSparse ? MAP_NORESERVE : 0;
  void* data =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | reserve, -1, 0);
  if (data == MAP_FAILED) return nullptr;
  // A hint: without it the array is only slower or larger.
  const bool huge = pages == Pages::kHuge || bytes <= kSparseWorthwhile;
  (void)::madvise(data, bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  return data;
}

void UnmapArray(void* data, size_t bytes) { ::munmap(data, bytes); }

void DiscardArray(void* data, size_t bytes) { (void)::madvise(data, bytes, MADV_DONTNEED); }

}  // namespace akin
