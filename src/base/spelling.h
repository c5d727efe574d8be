// Words that a user may have meant by a misspelt one.
#ifndef AKIN_SRC_BASE_SPELLING_H_
#define AKIN_SRC_BASE_SPELLING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "akin/spelling.h"

namespace akin {

// The number of letters to insert, delete, replace or swap with a neighbour to turn a into b, or
// most + 1 if it is more than `most`.
size_t EditDistance(std::string_view a, std::string_view b, size_t most);

// The nearest of many words to the wanted one, best first.
class NearestWords {
 public:
  static constexpr size_t kFar = 1000;  // no match

  NearestWords(std::string_view wanted, size_t count);

  // The distance of a word, or of the last part of a path, from the wanted word, ignoring case.
  // Smaller is nearer.
  size_t Distance(std::string_view word) const;
  // Of equally near words the shorter comes first, then the one with the lower rank.
  void Offer(size_t distance, uint64_t rank, std::string shown);
  // At most `count`. Call one of these, once: the words, or their ranks.
  std::vector<std::string> Take();
  std::vector<uint64_t> TakeRanks();

 private:
  std::string wanted_;  // in lower case
  size_t count_;
  std::vector<std::tuple<size_t, size_t, uint64_t, std::string>> best_;  // heap, worst on top
};

}  // namespace akin

#endif  // AKIN_SRC_BASE_SPELLING_H_
