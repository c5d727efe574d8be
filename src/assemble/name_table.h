// Distinct names of one chunk of the input, numbered in the order in which they first occur.
//
// A hash table with open addressing over an arena of records, each a number, a length and a name:
// about 32 bytes plus its length per name. A look-up waits for memory twice if there are many
// names; the look-ups of a batch wait together.
#ifndef AKIN_SRC_ASSEMBLE_NAME_TABLE_H_
#define AKIN_SRC_ASSEMBLE_NAME_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace akin {

// Names to look up together.
class NameBatch {
 public:
  void Add(std::string_view name) {
    text_.append(name);
    ends_.push_back(text_.size());
  }
  size_t size() const { return ends_.size() - 1; }
  uint64_t bytes() const { return text_.size() + size() * sizeof(ends_[0]); }
  std::string_view operator[](size_t i) const {
    return std::string_view(text_).substr(ends_[i], ends_[i + 1] - ends_[i]);
  }
  void Clear() {
    text_.clear();
    ends_.resize(1);
  }

 private:
  std::string text_;
  std::vector<size_t> ends_ = {0};
};

class NameTable {
 public:
  NameTable();
  uint32_t Insert(std::string_view name);
  // The same for all names of a batch, in order. `numbers` is as long.
  void InsertAll(std::span<const std::string_view> batch, std::span<uint32_t> numbers);
  std::string_view operator[](uint32_t number) const { return NameAt(starts_[number]); }
  // Fetches the name from memory, for who will read it soon.
  void Prefetch(uint32_t number) const { __builtin_prefetch(arena_.data() + starts_[number]); }
  uint32_t size() const { return static_cast<uint32_t>(starts_.size()); }
  uint64_t bytes() const;  // of memory used

 private:
  // 24 bits of the hash, which end most mismatches, above the place of the record + 1; 0 if free.
  using Slot = uint64_t;
  struct Head {
    uint32_t number;
    uint32_t length;
  };

  Head HeadAt(uint64_t start) const {
    Head head;
    std::memcpy(&head, arena_.data() + start, sizeof head);
    return head;
  }
  std::string_view NameAt(uint64_t start) const {
    return {arena_.data() + start + sizeof(Head), HeadAt(start).length};
  }
  uint32_t InsertHashed(std::string_view name, uint64_t hash);
  void Rehash();

  std::vector<char> arena_;
  std::vector<uint64_t> starts_;  // of records, by number
  std::vector<Slot> slots_;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_NAME_TABLE_H_
