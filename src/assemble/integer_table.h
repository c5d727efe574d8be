// Distinct integers of one chunk of the input, numbered in the order in which they first occur.
//
// A hash table with open addressing: 8 bytes per integer and 32 to 64 for its slots. The look-ups
// of a batch wait for memory together.
#ifndef AKIN_SRC_ASSEMBLE_INTEGER_TABLE_H_
#define AKIN_SRC_ASSEMBLE_INTEGER_TABLE_H_

#include <cstdint>
#include <span>
#include <vector>

namespace akin {

class IntegerTable {
 public:
  IntegerTable();
  uint32_t Insert(int64_t value);
  // The same for all of a batch, in order. `numbers` is as long.
  void InsertAll(std::span<const int64_t> batch, std::span<uint32_t> numbers);
  // By number.
  const std::vector<int64_t>& values() const { return values_; }
  uint64_t bytes() const;  // of memory used

 private:
  struct Slot {
    int64_t value = 0;
    uint32_t number_1 = 0;  // number + 1; 0 if free
  };
  uint32_t InsertHashed(int64_t value, uint64_t hash);
  void Rehash();

  std::vector<Slot> slots_;
  std::vector<int64_t> values_;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_INTEGER_TABLE_H_
