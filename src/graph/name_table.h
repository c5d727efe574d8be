// Distinct names of one chunk of the input, numbered in the order they first come.
//
// A hash table with open addressing over an arena of bytes: about 20 bytes plus its length per
// name, one or two cache misses per look-up.
#ifndef AKIN_SRC_GRAPH_NAME_TABLE_H_
#define AKIN_SRC_GRAPH_NAME_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace akin {

class NameTable {
 public:
  NameTable();
  uint32_t Insert(std::string_view name);
  std::string_view operator[](uint32_t number) const {
    return {arena_.data() + starts_[number], starts_[number + 1] - starts_[number]};
  }
  uint32_t size() const { return static_cast<uint32_t>(starts_.size() - 1); }
  uint64_t bytes() const;  // of memory held
  // Every name so far is an integer (base/integer_name.h).
  bool all_integers() const { return all_integers_; }

 private:
  struct Slot {
    uint32_t tag = 0;       // high half of the hash: most mismatches end here
    uint32_t number_1 = 0;  // number + 1, 0 when free
  };
  void Rehash();

  std::vector<char> arena_;
  std::vector<uint64_t> starts_ = {0};
  std::vector<Slot> slots_;
  bool all_integers_ = true;
};

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_NAME_TABLE_H_
