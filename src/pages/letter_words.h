// The words of a text by the older of two rules (WordRule::kLetters): the text between two word
// breaks of UAX 29, reduced to its letters (with the marks on them) and lower-cased. Text without a
// letter, or with more than 128 bytes of letters, is not a word. "Don't" is dont, "foo_bar" is
// foobar, "1,000" and "&" are nothing. Texts are cut in this way to be compared with bags that were
// made of such words, and titles to be compared with each other. words.h has the newer rule.
//
// Text without a byte above 0x7F is handled separately, with one table look-up per byte, and the
// same result as ICU: text is cut at white space, which no rule of UAX 29 joins to a letter, and
// each piece is handled in one way or the other. ICU cuts Chinese, Japanese, Thai and the like by
// dictionaries, in the root locale whatever the locale of the process. For recently added letters
// the words depend on the Unicode version of ICU.
//
// Time: O(length); about 400 MB/s for ASCII, 15 MB/s for others. Memory: a window of the text.
#ifndef AKIN_SRC_PAGES_LETTER_WORDS_H_
#define AKIN_SRC_PAGES_LETTER_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "akin/status.h"

namespace akin {

// Longer ones, in bytes, are probably data and are left out.
inline constexpr size_t kLongestWord = 128;

// Not thread-safe: use one object per thread.
class LetterBreaker {
 public:
  // Fails if ICU has been installed without its data.
  static Result<LetterBreaker> Create();
  LetterBreaker(LetterBreaker&&) noexcept;
  LetterBreaker& operator=(LetterBreaker&&) noexcept;
  ~LetterBreaker();

  // Appends the words of `text`, which may be any bytes, with a blank after each. Returns their
  // number.
  uint32_t Append(std::string_view text, std::string& words);
  // The same, with ICU alone, to test the other against.
  uint32_t AppendByIcu(std::string_view text, std::string& words);

 private:
  struct Icu;
  explicit LetterBreaker(std::unique_ptr<Icu> icu);
  std::unique_ptr<Icu> icu_;
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_LETTER_WORDS_H_
