#include "text/terms.h"

#include <libstemmer.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "akin/errors.h"
#include "akin/try.h"
#include "base/checksum.h"
#include "text/bags_file.h"

namespace akin {
namespace {

constexpr std::string_view kStopWords[] = {
#include "stopwords.inc"  // made of data/stopwords.txt by CMake
};

uint64_t HashOf(std::string_view text) { return Checksum(std::as_bytes(std::span(text))); }

}  // namespace

std::span<const std::string_view> StopWords() { return kStopWords; }

uint64_t TermHash(std::string_view term) {
  const uint64_t hash = HashOf(term);
  return hash == kNoTerm ? 1 : hash;
}

void Terms::Release::operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }

Terms::Terms(Stemming stemming, uint64_t cache_bytes, Found found)
    : stemming_(stemming),
      found_(std::move(found)),
      stemmer_(sb_stemmer_new("porter", "UTF_8")),
      cache_(std::bit_floor(std::max<uint64_t>(cache_bytes / sizeof(Slot), 1))) {
  stems_.reserve(StopWords().size());
  for (const std::string_view word : StopWords()) {
    stems_.emplace_back(stemming == Stemming::kNone ? word : Stem(word));
    stop_.insert(stems_.back());
  }
}

// libstemmer returns null if it is out of memory; Find reports that no stemmer is left.
std::string_view Terms::Stem(std::string_view word) {
  if (stemmer_ == nullptr) return word;
  const sb_symbol* stem =
      sb_stemmer_stem(stemmer_.get(), reinterpret_cast<const sb_symbol*>(word.data()),
                      static_cast<int>(word.size()));
  if (stem == nullptr) {
    stemmer_.reset();
    return word;
  }
  return {reinterpret_cast<const char*>(stem),
          static_cast<size_t>(sb_stemmer_length(stemmer_.get()))};
}

std::string_view Terms::TermOf(std::string_view word) {
  if (word.empty() || word.size() > kLongestTerm) return {};
  if (stemming_ == Stemming::kNone) return stop_.contains(word) ? std::string_view() : word;
  const std::string_view stem = Stem(word);
  if (stop_.contains(stem)) return {};
  return stemming_ == Stemming::kStem ? stem : word;
}

Result<uint64_t> Terms::Find(std::string_view word) {
  const std::string_view term = TermOf(word);
  if (stemmer_ == nullptr || !cache_.ok()) {
    return MemoryRefused("finding terms");
  }
  if (term.empty()) return kNoTerm;
  const uint64_t hash = TermHash(term);
  AKIN_TRY(found_(hash, term));
  return hash;
}

Result<uint64_t> Terms::Of(std::string_view word) {
  if (word.empty() || word.size() > kLongestCached || !cache_.ok()) return Find(word);
  Slot& slot = cache_[HashOf(word) & (cache_.size() - 1)];
  if (slot.length == word.size() && std::memcmp(slot.word.data(), word.data(), word.size()) == 0) {
    return slot.term;
  }
  AKIN_TRY_ASSIGN(slot.term, Find(word));
  slot.length = static_cast<uint8_t>(word.size());
  std::memcpy(slot.word.data(), word.data(), word.size());
  return slot.term;
}

}  // namespace akin
