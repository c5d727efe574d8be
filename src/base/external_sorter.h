// Sorts more records than fit in memory: fill a buffer, sort it, write it out as a run, merge the
// runs.
//
// Time O(n log n) comparisons (O(n) for plain 64-bit keys), two passes over the data on disk, none
// at all when everything fits. Memory: what it was given. Runs share one spill file, so the number
// of open files does not grow; with m bytes of memory and 64 KiB per run, m^2 / 128 KiB bytes can
// be sorted in the one merge there is (32 TB with 2 GB).
#ifndef AKIN_SRC_BASE_EXTERNAL_SORTER_H_
#define AKIN_SRC_BASE_EXTERNAL_SORTER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "akin/status.h"
#include "base/radix_sort.h"
#include "base/spill_file.h"
#include "base/try.h"

namespace akin {

template <class Record>
class ExternalSorter {
 public:
  // `spill_path` is created only if memory runs out.
  ExternalSorter(std::string spill_path, uint64_t memory_bytes)
      : spill_path_(std::move(spill_path)),
        capacity_(std::max<uint64_t>(memory_bytes / kBytesPerRecord, kSmallestBuffer)) {}

  Status Add(const Record& record) {
    if (buffer_.size() == capacity_) AKIN_TRY(Spill());
    if (buffer_.size() == buffer_.capacity()) Grow();
    buffer_.push_back(record);
    return {};
  }

  // Calls visit(record) in ascending order, once per record added; equal records come one after
  // another. The sorter is empty afterwards.
  template <class Visit>
  Status Drain(Visit&& visit) {
    if (spill_ == nullptr) {
      SortBuffer();
      for (const Record& record : buffer_) AKIN_TRY(visit(record));
      buffer_ = {};
      return {};
    }
    if (!buffer_.empty()) AKIN_TRY(Spill());
    buffer_ = {};
    scratch_ = {};
    AKIN_TRY(spill_->FinishWriting());
    AKIN_TRY(Merge(std::forward<Visit>(visit)));
    spill_.reset();
    runs_.clear();
    return {};
  }

 private:
  static constexpr bool kRadix = std::is_same_v<Record, uint64_t>;
  static constexpr size_t kBytesPerRecord = sizeof(Record) * (kRadix ? 2 : 1);  // radix: scratch
  static constexpr uint64_t kSmallestBuffer = 1024;
  static constexpr size_t kRunBuffer = size_t{1} << 16;

  struct Head {
    Record record;
    size_t run;
  };

  // Doubling, but never past the capacity that was granted.
  void Grow() {
    buffer_.reserve(
        std::min<uint64_t>(capacity_, std::max<uint64_t>(kSmallestBuffer, buffer_.size() * 2)));
  }

  void SortBuffer() {
    if constexpr (kRadix) {
      scratch_.resize(buffer_.size());
      RadixSort(buffer_, scratch_);
    } else {
      std::sort(buffer_.begin(), buffer_.end());
    }
  }

  Status Spill() {
    SortBuffer();
    if (spill_ == nullptr) {
      AKIN_TRY_ASSIGN(spill_, SpillFile::Create(spill_path_));
    }
    const uint64_t begin = spill_->size();
    AKIN_TRY(spill_->Append(std::as_bytes(std::span(buffer_))));
    runs_.emplace_back(begin, spill_->size());
    buffer_.clear();
    return {};
  }

  template <class Visit>
  Status Merge(Visit&& visit) {
    std::vector<SpillReader> readers;
    std::vector<Head> heap;
    const auto later = [](const Head& a, const Head& b) { return b.record < a.record; };
    for (const auto& [begin, end] : runs_) {
      readers.emplace_back(*spill_, begin, end, kRunBuffer);
      Head head{.record = {}, .run = readers.size() - 1};
      AKIN_TRY(readers.back().ReadValue(head.record));
      heap.push_back(head);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      Head& head = heap.back();
      AKIN_TRY(visit(head.record));
      if (readers[head.run].AtEnd()) {
        heap.pop_back();
        continue;
      }
      AKIN_TRY(readers[head.run].ReadValue(head.record));
      std::push_heap(heap.begin(), heap.end(), later);
    }
    return {};
  }

  std::string spill_path_;
  uint64_t capacity_;
  std::vector<Record> buffer_;
  std::vector<Record> scratch_;
  std::unique_ptr<SpillFile> spill_;
  std::vector<std::pair<uint64_t, uint64_t>> runs_;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_EXTERNAL_SORTER_H_
