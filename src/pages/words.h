// The words of a text, as page_text.h has them.
//
// Text without a byte above 0x7F takes a path of its own, a table look-up a byte, that gives what
// ICU gives: it is cut at white space, which no rule of UAX 29 joins to a letter, and piece by
// piece goes one way or the other. ICU cuts Chinese, Japanese, Thai and the like by dictionaries,
// in the root locale whatever the locale of the process. What the words are depends on the version
// of Unicode that ICU has, for letters that are young.
//
// Time: O(length); about 400 MB/s for ASCII, 15 MB/s for others. Memory: a window of the text.
#ifndef AKIN_SRC_PAGES_WORDS_H_
#define AKIN_SRC_PAGES_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "akin/status.h"

namespace akin {

// Longer ones, in bytes, are data in disguise and are left out.
inline constexpr size_t kLongestWord = 128;

// Not safe from two threads at once: have one for each.
class WordBreaker {
 public:
  // Fails where ICU has been installed without its data.
  static Result<WordBreaker> Create();
  WordBreaker(WordBreaker&&) noexcept;
  WordBreaker& operator=(WordBreaker&&) noexcept;
  ~WordBreaker();

  // Adds the words of `text`, any bytes, a blank after each, and returns how many they are.
  uint32_t Append(std::string_view text, std::string& words);
  // The same, all through ICU: what the other is tested against.
  uint32_t AppendByIcu(std::string_view text, std::string& words);

 private:
  struct Icu;
  explicit WordBreaker(std::unique_ptr<Icu> icu);
  std::unique_ptr<Icu> icu_;
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_WORDS_H_
