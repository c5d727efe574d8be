// Sorts more records than fit in memory: fills a buffer, sorts it, writes it to disk as a run, and
// finally merges the runs.
//
// Records are compared by <, or by their sort_key() if they have one (base/radix_sort.h).
//
// Time: O(n log n) comparisons (O(n) with keys), and two passes over the data on disk, or none if
// everything fits. Memory: as granted. Runs share one spill file, so the number of open files does
// not grow. With m bytes of memory and 64 KiB per run, the single merge can sort m^2 / 128 KiB
// bytes (32 TB with 2 GB).
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

#include "akin/errors.h"
#include "akin/status.h"
#include "akin/try.h"
#include "base/mapped_array.h"
#include "base/radix_sort.h"
#include "base/spill_file.h"

namespace akin {

template <class Record>
class ExternalSorter {
 public:
  // `spill_path` is created only if the memory is not enough.
  ExternalSorter(std::string spill_path, uint64_t memory_bytes)
      : spill_path_(std::move(spill_path)),
        capacity_(std::max<uint64_t>(memory_bytes / kBytesPerRecord, kSmallestBuffer)) {}

  Status Add(const Record& record) {
    if (size_ == buffer_.size()) AKIN_TRY(MakeRoom());
    buffer_[size_++] = record;
    return {};
  }

  Status Add(std::span<const Record> records) {
    while (!records.empty()) {
      if (size_ == buffer_.size()) AKIN_TRY(MakeRoom());
      const size_t take = std::min(records.size(), buffer_.size() - size_);
      std::copy_n(records.begin(), take, buffer_.data() + size_);
      size_ += take;
      records = records.subspan(take);
    }
    return {};
  }

  // The part of Drain that can be done early, on another thread: sorts what is in memory, and
  // spills it if there are other runs. Nothing may be added afterwards.
  Status Seal() {
    if (sealed_) return {};
    sealed_ = true;
    if (spill_ == nullptr) {
      SortBuffer();
      return {};
    }
    if (size_ > 0) AKIN_TRY(Spill());
    Release();
    return spill_->FinishWriting();
  }

  // Calls visit(records) with non-empty spans of records in ascending order. The visitor may change
  // the records. The sorter is empty afterwards.
  template <class Visit>
  Status Drain(Visit&& visit) {
    AKIN_TRY(Seal());
    sealed_ = false;
    if (spill_ == nullptr) {
      if (size_ > 0) AKIN_TRY(visit(buffer_.span().first(size_)));
      Release();
      return {};
    }
    AKIN_TRY(Merge(std::forward<Visit>(visit)));
    spill_.reset();
    runs_.clear();
    return {};
  }

 private:
  static constexpr bool kRadix = std::is_same_v<Record, uint64_t> || HasSortKey<Record>;
  static constexpr size_t kBytesPerRecord = sizeof(Record) * (kRadix ? 2 : 1);  // radix: scratch
  static constexpr uint64_t kSmallestBuffer = 1024;
  static constexpr size_t kRunBuffer = size_t{1} << 16;
  static constexpr size_t kMergedAtOnce = 4096;

  struct Head {
    Record record;
    size_t run;
  };

  static bool Less(const Record& a, const Record& b) {
    if constexpr (kRadix) {
      return SortKey(a) < SortKey(b);
    } else {
      return a < b;
    }
  }

  // The buffer gets its full size at once: the system provides memory only where it is written.
  Status MakeRoom() {
    if (buffer_.size() == 0) {
      buffer_ = HugeArray<Record>(capacity_);
      if constexpr (kRadix) scratch_ = HugeArray<Record>(capacity_);
      if (buffer_.ok() && scratch_.ok()) return {};
      Release();
      return MemoryRefused("sorting");
    }
    return Spill();
  }

  void SortBuffer() {
    if constexpr (kRadix) {
      RadixSort(buffer_.span().first(size_), scratch_.span().first(size_));
    } else {
      std::sort(buffer_.data(), buffer_.data() + size_);
    }
  }

  void Release() {
    buffer_ = HugeArray<Record>();
    scratch_ = HugeArray<Record>();
    size_ = 0;
  }

  Status Spill() {
    SortBuffer();
    if (spill_ == nullptr) {
      AKIN_TRY_ASSIGN(spill_, SpillFile::Create(spill_path_));
    }
    const uint64_t begin = spill_->size();
    AKIN_TRY(spill_->Append(std::as_bytes(buffer_.span().first(size_))));
    runs_.emplace_back(begin, spill_->size());
    size_ = 0;
    return {};
  }

  template <class Visit>
  Status Merge(Visit&& visit) {
    std::vector<SpillReader> readers;
    std::vector<Head> heap;
    const auto later = [](const Head& a, const Head& b) { return Less(b.record, a.record); };
    for (const auto& [begin, end] : runs_) {
      readers.emplace_back(*spill_, begin, end, kRunBuffer);
      Head head{.record = {}, .run = readers.size() - 1};
      AKIN_TRY(readers.back().ReadValue(head.record));
      heap.push_back(head);
    }
    std::make_heap(heap.begin(), heap.end(), later);
    std::vector<Record> merged;
    merged.reserve(kMergedAtOnce);
    while (!heap.empty()) {
      std::pop_heap(heap.begin(), heap.end(), later);
      Head& head = heap.back();
      merged.push_back(head.record);
      if (merged.size() == kMergedAtOnce) {
        AKIN_TRY(visit(std::span(merged)));
        merged.clear();
      }
      if (readers[head.run].AtEnd()) {
        heap.pop_back();
        continue;
      }
      AKIN_TRY(readers[head.run].ReadValue(head.record));
      std::push_heap(heap.begin(), heap.end(), later);
    }
    if (!merged.empty()) AKIN_TRY(visit(std::span(merged)));
    return {};
  }

  std::string spill_path_;
  uint64_t capacity_;
  HugeArray<Record> buffer_;
  HugeArray<Record> scratch_;
  size_t size_ = 0;  // records in the buffer
  bool sealed_ = false;
  std::unique_ptr<SpillFile> spill_;
  std::vector<std::pair<uint64_t, uint64_t>> runs_;
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_EXTERNAL_SORTER_H_
