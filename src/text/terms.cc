#include "text/terms.h"

#include <libstemmer.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "text/bags_file.h"
#include "text/languages.h"

namespace akin {
namespace {

uint64_t HashOf(std::string_view text) { return Checksum(std::as_bytes(std::span(text))); }

}  // namespace

uint64_t TermHash(std::string_view term) {
  const uint64_t hash = HashOf(term);
  return hash == kNoTerm ? 1 : hash;
}

void Terms::Release::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

Terms::Terms(Stemming stemming, uint64_t cache_bytes, Found found)
    : stemming_(stemming),
      found_(std::move(found)),
      tongues_(Languages().size()),
      cache_(std::bit_floor(std::max<uint64_t>(cache_bytes / sizeof(Slot), 1))) {
  Speak(kEnglish);
}

void Terms::Speak(size_t language) {
  if (!tongues_[language]) tongues_[language] = MakeTongue(language);
  speaking_ = static_cast<uint8_t>(language);
}

Terms::Tongue Terms::MakeTongue(size_t language) {
  const Language& facts = Languages()[language];
  Tongue tongue;
  tongue.stemmer.reset(sb_stemmer_new(facts.stemmer, "UTF_8"));
  // An older Snowball may lack others, but none lacks English.
  out_of_memory_ = out_of_memory_ || (tongue.stemmer == nullptr && language == kEnglish);
  tongue.stems.reserve(facts.stop_words.size());
  for (const std::string_view word : facts.stop_words) {
    tongue.stems.emplace_back(stemming_ == Stemming::kNone ? word : Stem(tongue, word));
    tongue.stop.insert(tongue.stems.back());
  }
  return tongue;
}

// libstemmer returns null if it is out of memory; Find reports it.
std::string_view Terms::Stem(Tongue& tongue, std::string_view word) {
  if (tongue.stemmer == nullptr) return word;
  const sb_symbol* stem =
      sb_stemmer_stem(tongue.stemmer.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (stem == nullptr) {
    out_of_memory_ = true;
    return word;
  }
  return {reinterpret_cast<const char*>(stem),
          static_cast<size_t>(sb_stemmer_length(tongue.stemmer.get()))};
}

std::string_view Terms::TermOf(std::string_view word) {
  if (word.empty() || word.size() > kLongestTerm) return {};
  Tongue& tongue = *tongues_[speaking_];
  if (stemming_ == Stemming::kNone) return tongue.stop.contains(word) ? std::string_view() : word;
  const std::string_view stem = Stem(tongue, word);
  if (tongue.stop.contains(stem)) return {};
  return stemming_ == Stemming::kStem ? stem : word;
}

Result<uint64_t> Terms::Find(std::string_view word, uint8_t language) {
  const std::string_view term = language != kUnspoken         ? TermOf(word)
                                : word.size() <= kLongestTerm ? word
                                                              : std::string_view();
  if (out_of_memory_ || !cache_.ok()) return MemoryRefused("finding terms");
  if (term.empty()) return kNoTerm;
  const uint64_t hash = TermHash(term);
  AKIN_TRY(found_(hash, term));
  return hash;
}

Result<uint64_t> Terms::Cached(std::string_view word, uint8_t language) {
  if (word.empty() || word.size() > kLongestCached || !cache_.ok()) return Find(word, language);
  Slot& slot = cache_[(HashOf(word) + language) & (cache_.size() - 1)];
  if (slot.length == word.size() && slot.language == language &&
      std::memcmp(slot.word.data(), word.data(), word.size()) == 0) {
    return slot.term;
  }
  AKIN_TRY_ASSIGN(slot.term, Find(word, language));
  slot.length = static_cast<uint8_t>(word.size());
  slot.language = language;
  std::memcpy(slot.word.data(), word.data(), word.size());
  return slot.term;
}

}  // namespace akin
