// The words of a text, as pages keep them (graph/page_text.h, WordRule::kWhole).
//
// A word is a run of letters and digits with what joins them: a full stop, a hyphen, an underscore,
// "::", "@"; "++" behind a letter; "#" behind a single letter. It may begin with "$" or "@" and,
// behind a blank, a quotation mark or a bracket, with "--" or a full stop. All other characters
// separate words; so do slashes, which cut URLs and paths. Apostrophes vanish, with a possessive s.
// Runs of digits are words only if full stops join them, as in versions.
//
//   json.dumps  object_hook  std::vector  utf-8  x86  HTTP2  C++17  C#  .NET  3.11  --force  $HOME
//   "e.g." is eg, "Don't" dont, "Python's" python, "l'homme" l and homme, "and/or" and and or;
//   "1,000", "42" and "&" are nothing.
//
// Words of letters alone are lower-cased; in others capitals stay if they show parts, as in
// HashMap. Text in scripts without blanks (Chinese, Japanese, Thai and the like) is cut by the
// dictionaries of ICU, in the root locale whatever the locale of the process. For recently added
// letters the words depend on the Unicode version of ICU.
//
// Time: O(length); about 300 MB/s for ASCII. Memory: a window of the text.
#ifndef AKIN_SRC_PAGES_WORDS_H_
#define AKIN_SRC_PAGES_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "akin/status.h"
#include "pages/letter_words.h"

namespace akin {

// Not thread-safe: use one object per thread.
class WordBreaker {
 public:
  // Fails if ICU has been installed without its data.
  static Result<WordBreaker> Create();

  // Appends the words of `text`, which may be any bytes, with a blank after each. Returns their
  // number.
  uint32_t Append(std::string_view text, std::string& words);

 private:
  explicit WordBreaker(LetterBreaker dictionaries) : dictionaries_(std::move(dictionaries)) {}

  LetterBreaker dictionaries_;
};

}  // namespace akin

#endif  // AKIN_SRC_PAGES_WORDS_H_
