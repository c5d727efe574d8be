// Turns the words of a page into the terms of a bag (HGKI section 3.2): words on the stop list are
// dropped, and others are kept or stemmed.
//
//   kNone      the word; nothing if it is on the list.
//   kStem      its stem, by Porter's algorithm; nothing if that is the stem of a word on the list.
//   kStopStem  the word; nothing if its stem is that of a word on the list.
//
// Stems and stop list are those of the language of the page (languages.h), English at first.
// Porter's algorithm is that of English; other languages have their own. Technical words are terms
// as they are (word_parts.h).
//
// A word of more than kLongestTerm bytes is dropped too: no language has such words, and terms of
// bounded length can be sorted and stored in bounded memory.
//
// A term is identified by the XXH3 of its bytes. Two terms with the same hash count as one. Among n
// terms that happens with a probability below n^2 / 2^65: 1.1e-3 for 200 million.
//
// Memory: a cache of the requested size. Time: a look-up in it for each word, about 20 ns. A word
// that is not there is stemmed, about 300 ns, and replaces another.
#ifndef AKIN_SRC_TEXT_TERMS_H_
#define AKIN_SRC_TEXT_TERMS_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "akin/bags.h"
#include "akin/status.h"
#include "base/mapped_array.h"

struct sb_stemmer;

namespace akin {

inline constexpr uint64_t kNoTerm = 0;
uint64_t TermHash(std::string_view term);  // never kNoTerm

// One per thread.
class Terms {
 public:
  // Called with a term whenever its word was not in the cache; the same term may come many times.
  using Found = std::function<Status(uint64_t hash, std::string_view term)>;
  Terms(Stemming stemming, uint64_t cache_bytes, Found found);

  // The language of the words that follow, as a number of languages.h.
  void Speak(size_t language);
  // The hash of the term for a word, or kNoTerm.
  Result<uint64_t> Of(std::string_view word) { return Cached(word, speaking_); }
  // The hash of a word that is a term as it is, unless it is too long.
  Result<uint64_t> AsItIs(std::string_view word) { return Cached(word, kUnspoken); }
  // The term for a word, or an empty string. Valid until the next call.
  std::string_view TermOf(std::string_view word);

 private:
  static constexpr size_t kLongestCached = 54;
  static constexpr uint8_t kUnspoken = UINT8_MAX;
  struct Slot {
    uint64_t term;
    uint8_t length;    // of the word; 0 if the slot is empty
    uint8_t language;  // or kUnspoken
    std::array<char, kLongestCached> word;
  };
  static_assert(sizeof(Slot) == 64);
  struct Release {
    void operator()(sb_stemmer* stemmer) const;
  };

  // How a language is stemmed.
  struct Tongue {
    std::unique_ptr<sb_stemmer, Release> stemmer;  // null if Snowball does not have it
    std::unordered_set<std::string_view> stop;
    std::vector<std::string> stems;  // strings that stop points into
  };

  Tongue MakeTongue(size_t language);
  std::string_view Stem(Tongue& tongue, std::string_view word);
  Result<uint64_t> Cached(std::string_view word, uint8_t language);
  Result<uint64_t> Find(std::string_view word, uint8_t language);

  Stemming stemming_;
  Found found_;
  std::vector<std::optional<Tongue>> tongues_;  // of the languages that were spoken
  uint8_t speaking_ = 0;
  bool out_of_memory_ = false;
  SparseArray<Slot> cache_;  // a power of two; uses memory only where words are stored
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_TERMS_H_
