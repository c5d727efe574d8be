// Distinct names of one chunk of the input, numbered in the order in which they first occur.
//
// A hash table with open addressing over an arena of bytes: about 20 bytes plus its length per
// name. A look-up waits for memory three times if there are many names; the look-ups of a batch
// wait together.
#ifndef AKIN_SRC_ASSEMBLE_NAME_TABLE_H_
#define AKIN_SRC_ASSEMBLE_NAME_TABLE_H_

#include <cstddef>
#include <cstdint>
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
  // The same for all names of a batch, in order.
  void InsertAll(const NameBatch& batch, std::vector<uint32_t>& numbers);
  std::string_view operator[](uint32_t number) const {
    return {arena_.data() + starts_[number], starts_[number + 1] - starts_[number]};
  }
  uint32_t size() const { return static_cast<uint32_t>(starts_.size() - 1); }
  uint64_t bytes() const;  // of memory used
  // Every name so far is an integer (base/integer_name.h).
  bool all_integers() const { return all_integers_; }

 private:
  struct Slot {
    uint32_t tag = 0;       // upper half of the hash: most mismatches end here
    uint32_t number_1 = 0;  // number + 1; 0 if free
  };
  uint32_t InsertHashed(std::string_view name, uint64_t hash);
  void Rehash();

  std::vector<char> arena_;
  std::vector<uint64_t> starts_ = {0};
  std::vector<Slot> slots_;
  bool all_integers_ = true;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_NAME_TABLE_H_
