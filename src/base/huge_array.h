// A large zeroed array for random access: anonymous memory that asks for huge pages, which spares
// most of the page-table walks that dominate random reads over hundreds of megabytes.
#ifndef AKIN_SRC_BASE_HUGE_ARRAY_H_
#define AKIN_SRC_BASE_HUGE_ARRAY_H_

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace akin {

// nullptr if the system has not that much to give.
void* MapHuge(size_t bytes);
void UnmapHuge(void* data, size_t bytes);

template <class T>
class HugeArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  HugeArray() = default;
  // Check ok() afterwards.
  explicit HugeArray(size_t size)
      : data_(size == 0 ? nullptr : static_cast<T*>(MapHuge(size * sizeof(T)))), size_(size) {}
  HugeArray(HugeArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  HugeArray& operator=(HugeArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~HugeArray() {
    if (data_ != nullptr) UnmapHuge(data_, size_ * sizeof(T));
  }

  bool ok() const { return size_ == 0 || data_ != nullptr; }
  size_t size() const { return size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  std::span<T> span() { return {data_, size_}; }
  std::span<const T> span() const { return {data_, size_}; }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_HUGE_ARRAY_H_
