// A page as it is stored: where its links lead, and its text, compressed (docs/formats/pages.md).
//
// The thread that parsed the page packs it. The numbers of pages are not known at that time. But
// numbers follow the order of names, so links are numbered by the order of the names they lead to,
// and the names can be replaced by numbers later without reading the rest.
#ifndef AKIN_SRC_GRAPH_PACKED_PAGE_H_
#define AKIN_SRC_GRAPH_PACKED_PAGE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "akin/status.h"
#include "graph/link_mark.h"
#include "graph/page_text.h"

namespace akin {

struct PackedPage {
  std::vector<std::string> targets;  // of its anchors, ascending, distinct
  std::vector<LinkMark> marks;       // of the targets; empty if nothing is known of them
  std::vector<PlaceName> place_names;
  std::string body;
};

// Not safe from two threads at the same time: use one per thread.
class PagePacker {
 public:
  static Result<PagePacker> Create();
  PagePacker(PagePacker&&) noexcept;
  PagePacker& operator=(PagePacker&&) noexcept;
  ~PagePacker();

  // `targets` contains the name to which each link of the page leads. Anchors of links that lead
  // nowhere are dropped; their words are kept.
  Result<PackedPage> Pack(PageText text, std::span<const std::optional<std::string>> targets);

 private:
  struct Zstd;
  explicit PagePacker(std::unique_ptr<Zstd> zstd);
  std::unique_ptr<Zstd> zstd_;
};

// Sets `text`, reusing its memory, from a body that may be any bytes, for a page with `links`
// links. False if a packer cannot have written it.
bool UnpackBody(std::span<const std::byte> body, uint64_t links, PageText& text);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_PACKED_PAGE_H_
