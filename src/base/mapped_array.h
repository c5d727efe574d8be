// Zeroed arrays directly from the operating system, for data that is too large or too sparsely used
// for a vector.
//
// HugeArray asks for huge pages, which avoids most of the page-table walks that dominate random
// reads over hundreds of megabytes. SparseArray has no reservation and, above 64 MiB, small pages:
// memory exists only where it was touched.
#ifndef AKIN_SRC_BASE_MAPPED_ARRAY_H_
#define AKIN_SRC_BASE_MAPPED_ARRAY_H_

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace akin {

enum class Pages { kHuge, kSparse };

// nullptr if the system is out of memory.
void* MapArray(size_t bytes, Pages pages);
void UnmapArray(void* data, size_t bytes);
// Returns the memory to the system; the array reads as zeros again.
void DiscardArray(void* data, size_t bytes);

template <class T, Pages kPages>
class MappedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  MappedArray() = default;
  // Check ok() afterwards.
  explicit MappedArray(size_t size)
      : data_(size == 0 ? nullptr : static_cast<T*>(MapArray(size * sizeof(T), kPages))),
        size_(data_ == nullptr ? 0 : size),
        failed_(size != size_) {}
  MappedArray(MappedArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        failed_(std::exchange(other.failed_, false)) {}
  MappedArray& operator=(MappedArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(failed_, other.failed_);
    return *this;
  }
  ~MappedArray() {
    if (data_ != nullptr) UnmapArray(data_, size_ * sizeof(T));
  }

  // If it is not, the array is empty, so that whoever looks at its size tries again.
  bool ok() const { return !failed_; }
  size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  std::span<T> span() { return {data_, size_}; }
  std::span<const T> span() const { return {data_, size_}; }
  void Discard() {
    if (data_ != nullptr) DiscardArray(data_, size_ * sizeof(T));
  }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
  bool failed_ = false;
};

template <class T>
using HugeArray = MappedArray<T, Pages::kHuge>;
template <class T>
using SparseArray = MappedArray<T, Pages::kSparse>;

}  // namespace akin

#endif  // AKIN_SRC_BASE_MAPPED_ARRAY_H_
