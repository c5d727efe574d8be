// The names of the vertices (keys.akin; docs/formats/keys.md), sorted, so that the rank of a name
// is its id.
//
// Integers are stored as an array, or not at all if they are consecutive. Other names are in blocks
// of 16, each without the beginning that it shares with the one before. A look-up costs O(log V)
// reads of block heads. Titles, if the source has them, are shown beside names and found by hash.
#ifndef AKIN_SRC_GRAPH_KEYS_H_
#define AKIN_SRC_GRAPH_KEYS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/external_sorter.h"
#include "container/container.h"
#include "container/container_writer.h"

namespace akin {

inline constexpr uint32_t kNamesPerBlock = 16;

class Keys {
 public:
  static Result<Keys> Open(const std::string& path);

  VertexId size() const { return size_; }
  bool integers() const { return kind_ != Kind::kStrings; }
  // Whether each name takes bytes of the file; consecutive integers take none.
  bool stored() const { return kind_ != Kind::kRange; }
  bool has_titles() const { return has_titles_; }
  const Container& container() const { return *container_; }

  Result<std::string> Name(VertexId id) const;
  Result<std::string> Title(VertexId id) const;  // empty if it has none
  Result<std::optional<VertexId>> Find(std::string_view name) const;
  // All vertices with exactly this title, ascending.
  Result<std::vector<VertexId>> FindTitle(std::string_view title) const;
  // Visits every name in order, without a look-up for each.
  Status ForEach(const std::function<Status(VertexId, std::string_view)>& visit) const;
  // Finds all errors that are possible in a file with correct checksums: names out of order, titles
  // that would not be found.
  Status Check(const Control& control) const;

 private:
  enum class Kind { kRange, kIntegers, kStrings };

  Status ReadSections();
  Status CheckNames() const;
  Status CheckTitles() const;
  Result<std::vector<std::string>> Block(uint64_t block) const;
  Result<std::string> BlockHead(uint64_t block) const;
  Result<std::span<const std::byte>> BlockBytes(uint64_t block) const;
  Result<std::optional<VertexId>> FindInteger(int64_t value) const;
  Result<int64_t> IntegerAt(VertexId id) const;
  Result<std::optional<VertexId>> FindString(std::string_view name) const;

  std::unique_ptr<Container> container_;
  VertexId size_ = 0;
  Kind kind_ = Kind::kRange;
  int64_t first_ = 0;  // kRange
  bool has_titles_ = false;
  Section integers_, block_offsets_, blocks_, title_offsets_, titles_, title_hashes_;
};

// Writes keys.akin from names that come in their final order.
class KeysWriter {
 public:
  // `integers`: all names are integers, in numeric order.
  static Result<std::unique_ptr<KeysWriter>> Create(const std::string& path, bool integers,
                                                    uint64_t memory);
  Status Add(std::string_view name, std::string_view title);
  Status AddInteger(int64_t value, std::string_view title);  // if all names are integers
  VertexId size() const { return size_; }
  Result<uint64_t> Finish();  // the file's identity

 private:
  KeysWriter(std::string path, bool integers, uint64_t memory);
  Status CheckRoom() const;
  Status AddString(std::string_view name);
  Status AddTitle(std::string_view title);
  Status EndBlock();

  std::string path_;
  bool integers_;
  std::unique_ptr<ContainerWriter> writer_;
  size_t main_section_ = 0;
  VertexId size_ = 0;
  int64_t first_ = 0;
  int64_t last_ = 0;
  std::string previous_;
  std::vector<std::byte> block_;
  uint64_t block_bytes_ = 0;
  std::unique_ptr<SpillFile> block_offsets_;
  std::unique_ptr<SpillFile> titles_;
  std::unique_ptr<SpillFile> title_offsets_;
  ExternalSorter<uint64_t> title_hashes_;  // (hash << 32) | id
  bool any_title_ = false;
};

// Writes the same file as KeysWriter for the names first, first + 1, ..., without a call for each.
Result<uint64_t> WriteRangeKeys(const std::string& path, int64_t first, VertexId size);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_KEYS_H_
