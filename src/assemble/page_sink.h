// Where readers of pages put what the pages say.
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
  // All names, that of the page and those of its targets, are vertices of the ArcSink too. When a
  // name comes twice the text captured later is kept, whatever the order they come in.
  virtual Status Page(std::string_view name, uint64_t captured, const PackedPage& page) = 0;
};

struct PageSinks {
  ArcSink* arcs;
  PageSink* pages = nullptr;  // null: what they say is not wanted, and not looked for
};

}  // namespace akin

#endif  // AKIN_SRC_ASSEMBLE_PAGE_SINK_H_
