// pages.akin (docs/formats/pages.md): what the pages of a corpus say, by vertex.
#ifndef AKIN_SRC_GRAPH_PAGES_FILE_H_
#define AKIN_SRC_GRAPH_PAGES_FILE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"
#include "ingest/page_text.h"

namespace akin {

struct StoredPage {
  VertexId vertex = kNoVertex;
  PageText text;
  std::vector<VertexId> targets;  // of its links; PageAnchor::link is a place in here
};

class PagesFile {
 public:
  static Result<std::unique_ptr<PagesFile>> Open(const std::string& path);

  const Container& container() const { return *container_; }
  // Pages that were read. Vertices that are only linked to have none.
  uint64_t pages() const { return pages_; }
  // The i-th of them, by vertex. Safe from any thread; memory in `page` is used again.
  Status Read(uint64_t i, StoredPage& page) const;

 private:
  std::unique_ptr<Container> container_;
  uint64_t pages_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_PAGES_FILE_H_
