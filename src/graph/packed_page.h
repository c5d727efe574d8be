// A page as it is kept: where its links lead, and what it says, compressed (docs/formats/pages.md).
//
// Packed by the thread that parsed the page. Which pages have which number is not known yet then;
// but numbers follow the order of names, so links are numbered by the order of the names they lead
// to, and the names can be exchanged for numbers later without a look at the rest.
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
#include "graph/page_text.h"

namespace akin {

struct PackedPage {
  std::vector<std::string> targets;  // of its anchors, ascending, each once
  std::string body;
};

// Not safe from two threads at once: have one for each.
class PagePacker {
 public:
  static Result<PagePacker> Create();
  PagePacker(PagePacker&&) noexcept;
  PagePacker& operator=(PagePacker&&) noexcept;
  ~PagePacker();

  // `targets` has the name that each link of the page leads to. Anchors of links that lead nowhere
  // are dropped; their words stay.
  Result<PackedPage> Pack(PageText text, std::span<const std::optional<std::string>> targets);

 private:
  struct Zstd;
  explicit PagePacker(std::unique_ptr<Zstd> zstd);
  std::unique_ptr<Zstd> zstd_;
};

// Fills in `text`, using its memory again, from a body that may be any bytes and a page with
// `links` links. False if it is not what a packer writes.
bool UnpackBody(std::span<const std::byte> body, uint64_t links, PageText& text);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_PACKED_PAGE_H_
