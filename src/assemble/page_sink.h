// Where readers of pages put the text of the pages.
#ifndef AKIN_SRC_ASSEMBLE_PAGE_SINK_H_
#define AKIN_SRC_ASSEMBLE_PAGE_SINK_H_

#include <cstdint>
#include <string_view>

#include "akin/ingest.h"
#include "akin/status.h"
#include "graph/packed_page.h"

namespace akin {

class PageSink {
 public:
  virtual ~PageSink() = default;
  // All names, that of the page and those of its targets, are also vertices of the ArcSink. If a
  // name occurs twice, the text captured later is kept, in whatever order they come.
  virtual Status Page(std::string_view name, uint64_t captured, const PackedPage& page) = 0;
};

struct PageSinks {
  ArcSink* arcs;
  PageSink* pages = nullptr;  // null: the text of pages is not needed, and not extracted
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_PAGE_SINK_H_
