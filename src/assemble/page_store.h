// Turns pages in any order, whose links are names, into pages.akin.
//
// Pages are first stored in a temporary file. When all names have their numbers, the pages are
// sorted by number, the names of their targets are looked up, and they are copied into place. Of
// two pages with the same name the one captured later is kept; of two captured at the same time,
// the one whose bytes have the smaller hash. So the result does not depend on the order of pages.
//
// Time: a look-up per page and distinct target, on all threads. Memory: a quarter of the budget for
// the sorter, a sixteenth for pages in flight. Disk: another copy of the compressed pages, their
// names and those of their targets.
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
#include "assemble/boilerplate_finder.h"
#include "assemble/page_sink.h"
#include "base/external_sorter.h"
#include "base/spill_file.h"
#include "graph/keys.h"
#include "graph/pages_file.h"

namespace akin {

class PageStore : public PageSink {
 public:
  // Temporary files go to `directory`. Every page that is kept is shown to `finder`, unless that is
  // null.
  PageStore(std::string directory, const Control& control, BoilerplateFinder* finder = nullptr);

  Status Page(std::string_view name, uint64_t captured, const PackedPage& page) override;
  bool empty() const { return pages_ == nullptr; }

  // Writes `path` and returns its identity. No page may be added afterwards.
  Result<uint64_t> Write(const std::string& path, const Keys& keys);
  // The number of pages left out because another of the same name was kept. Valid after Write.
  uint64_t duplicates() const { return duplicates_; }

 private:
  // The position of a page in pages_.
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

  // A page with numbers for names.
  struct NumberedPage {
    uint64_t site = 0;
    std::vector<LinkMark> marks;
    std::vector<VertexId> targets;
    std::vector<std::byte> record;  // of pages.akin
  };

  Status SortByVertex(const Keys& keys, ExternalSorter<Place>& places);
  Result<NumberedPage> ReadPage(const Place& place, const Keys& keys) const;

  std::string directory_;
  const Control& control_;
  BoilerplateFinder* finder_;
  std::unique_ptr<SpillFile> pages_;  // sites, marks, targets and bodies
  std::unique_ptr<SpillFile> names_;  // of the pages, and their places
  uint64_t duplicates_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_PAGE_STORE_H_
