// The spelling of terms, which otherwise go by their hashes: gathered from all threads, most terms
// many times, and read once by ascending hash.
//
// Memory: what it was given. Disk: 72 bytes a time that a term is told of, when memory is not
// enough, and about 17 a term.
#ifndef AKIN_SRC_TEXT_DICTIONARY_H_
#define AKIN_SRC_TEXT_DICTIONARY_H_

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "base/external_sorter.h"
#include "base/spill_file.h"
#include "text/bags_file.h"

namespace akin {

struct Spelling {
  uint64_t hash = 0;
  uint8_t length = 0;
  std::array<char, kLongestTerm> bytes{};

  uint64_t sort_key() const { return hash; }
  std::string_view text() const { return {bytes.data(), length}; }
};
static_assert(sizeof(Spelling) == 72);

class Dictionary {
 public:
  Dictionary(const std::string& spill_prefix, uint64_t memory);

  // From any thread.
  Status Add(uint64_t hash, std::string_view term);
  // Nothing is added after this.
  Status Finish();
  // Of ascending hashes, each of which was added; others may be skipped. Of terms with the same
  // hash the first in byte order.
  Result<std::string_view> Find(uint64_t hash);
  // Terms that another one with the same hash hides. After Finish.
  uint64_t collisions() const { return collisions_; }

 private:
  std::string prefix_;
  std::mutex mutex_;
  ExternalSorter<Spelling> sorter_;
  std::unique_ptr<SpillFile> distinct_;
  std::optional<SpillReader> reader_;
  Spelling current_;
  uint64_t collisions_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_TEXT_DICTIONARY_H_
