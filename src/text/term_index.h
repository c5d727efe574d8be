// Maps the hash of a term to its number and the factor of its weight, for any number of terms. The
// arrays are mapped temporary files, with ascending hashes, and a table tells where the hashes with
// the same first 16 bits begin. A look-up costs one read of the table and log2(terms / 65536) of
// the array.
//
// Memory: 256 KiB; mapped, 12 bytes per term.
#ifndef AKIN_SRC_TEXT_TERM_INDEX_H_
#define AKIN_SRC_TEXT_TERM_INDEX_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "akin/status.h"
#include "akin/try.h"
#include "base/mapped_file.h"
#include "base/spill_file.h"
#include "text/bags_file.h"

namespace akin {

class TermIndex {
 public:
  static Result<std::unique_ptr<TermIndex>> Create(const std::string& spill_prefix);

  // By ascending hash; these are terms 0, 1, ...
  Status AddWord(uint64_t hash, float factor);
  // For terms after the last word, which are not looked up.
  Status AddFactor(float factor) { return factors_->AppendValue(factor); }
  // Nothing may be added after this.
  Status Finish();

  // For a hash that was added.
  TermId Find(uint64_t hash) const {
    const uint64_t bucket = hash >> 48;
    const auto begin = hashes_.begin() + first_[bucket];
    const auto end = hashes_.begin() + first_[bucket + 1];
    return static_cast<TermId>(std::lower_bound(begin, end, hash) - hashes_.begin());
  }
  float Factor(TermId term) const { return weights_[term]; }
  // kDamaged if the temporary files were cut short.
  Status Intact() const {
    AKIN_TRY(words_map_.Intact());
    return factors_map_.Intact();
  }

 private:
  static constexpr size_t kBuckets = size_t{1} << 16;

  std::unique_ptr<SpillFile> words_, factors_;
  MappedFile words_map_, factors_map_;
  std::span<const uint64_t> hashes_;
  std::span<const float> weights_;
  std::vector<TermId> first_;  // per bucket, and one past the end
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_TERM_INDEX_H_
