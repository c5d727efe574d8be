// The spelling of terms, which are otherwise identified by their hashes. All threads add terms,
// most of them many times; they are read once, by ascending hash.
//
// Memory: as granted. Disk: 72 bytes per addition if memory is not enough, and about 17 per term.
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

  // Safe from any thread.
  Status Add(uint64_t hash, std::string_view term);
  // Nothing may be added after this.
  Status Finish();
  // Call it with ascending hashes, each of which was added; hashes may be skipped. Of several terms
  // with the same hash it returns the first in byte order.
  Result<std::string_view> Find(uint64_t hash);
  // The number of terms hidden by another one with the same hash. Valid after Finish.
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
