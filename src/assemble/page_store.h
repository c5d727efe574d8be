// From pages in any order, whose links are names, to pages.akin.
//
// Pages are put aside in a file as they come. When all names have their numbers the pages are
// sorted by theirs, the names of their targets are looked up, and they are copied into place. Of
// two pages of one name the one captured later stays; of two captured at once, the one whose bytes
// have the smaller hash. So the result does not depend on the order they come in.
//
// Time: a look-up per page and distinct target, on all threads. Memory: the sorter takes a quarter
// of the budget, pages in flight a sixteenth. Disk: the compressed pages once more, and their names
// and those of their targets.
#ifndef AKIN_SRC_ASSEMBLE_PAGE_STORE_H_
#define AKIN_SRC_ASSEMBLE_PAGE_STORE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "assemble/page_sink.h"
#include "base/external_sorter.h"
#include "base/spill_file.h"
#include "graph/keys.h"
#include "graph/pages_file.h"

namespace akin {

class PageStore : public PageSink {
 public:
  // Temporary files go to `directory`.
  PageStore(std::string directory, const Control& control);

  Status Page(std::string_view name, uint64_t captured, const PackedPage& page) override;
  bool empty() const { return pages_ == nullptr; }

  // Writes `path` and returns its identity. No page may come afterwards.
  Result<uint64_t> Write(const std::string& path, const Keys& keys);
  // Pages left out because another of the same name was kept. After Write.
  uint64_t duplicates() const { return duplicates_; }

 private:
  // Where a page lies in pages_.
  struct Place {
    VertexId vertex;
    uint32_t bytes;
    uint64_t captured;
    uint64_t hash;
    uint64_t offset;
    bool operator<(const Place& other) const {
      return std::tie(vertex, other.captured, hash, offset) <
             std::tie(other.vertex, captured, other.hash, other.offset);
    }
  };

  Status SortByVertex(const Keys& keys, ExternalSorter<Place>& places);
  Result<std::vector<std::byte>> RecordOf(const Place& place, const Keys& keys) const;

  std::string directory_;
  const Control& control_;
  std::unique_ptr<SpillFile> pages_;  // targets and bodies
  std::unique_ptr<SpillFile> names_;  // of the pages, and their places
  uint64_t duplicates_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_PAGE_STORE_H_
