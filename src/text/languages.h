// The languages whose words have stems: those of the Snowball stemmers, and the stop lists of some.
//
// English is the first and stands for all that are not here: Porter's algorithm leaves other
// scripts alone, and pages in them often have English words too. It has the list
// data/stopwords.txt; data/stopwords-CODE.txt are the lists of six others. The rest have none: very
// common words count little anyway, by their frequency.
#ifndef AKIN_SRC_TEXT_LANGUAGES_H_
#define AKIN_SRC_TEXT_LANGUAGES_H_

#include <cstddef>
#include <span>
#include <string_view>

namespace akin {

struct Language {
  std::string_view code;                         // ISO 639-1
  const char* stemmer;                           // its name in Snowball
  std::span<const std::string_view> stop_words;  // sorted; may be empty
};

inline constexpr size_t kEnglish = 0;

std::span<const Language> Languages();

// The number of a language; kEnglish for an unknown code.
size_t LanguageNumber(std::string_view code);

}  // namespace akin

#endif  // AKIN_SRC_TEXT_LANGUAGES_H_
