// pages.akin (docs/formats/pages.md): what the pages of a corpus say, by vertex.
//
// A page is compressed by itself, so reading one costs about 20 microseconds, wherever it is.
#ifndef AKIN_SRC_GRAPH_PAGES_FILE_H_
#define AKIN_SRC_GRAPH_PAGES_FILE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"
#include "akin/types.h"
#include "base/spill_file.h"
#include "container/container.h"
#include "container/container_writer.h"
#include "graph/page_text.h"

namespace akin {

struct StoredPage {
  VertexId vertex = kNoVertex;
  PageText text;
  std::vector<VertexId> targets;  // of its anchors, ascending; PageAnchor::link is a place in here
};

class PagesFile {
 public:
  static Result<std::unique_ptr<PagesFile>> Open(
      const std::string& path,
      Container::Verification verification = Container::Verification::kSmallAtOnce);

  // That of a corpus, if it is the one that corpus.json names. kInvalidArgument if it has none.
  static Result<std::unique_ptr<PagesFile>> OfCorpus(
      const std::string& corpus,
      Container::Verification verification = Container::Verification::kSmallAtOnce);

  const Container& container() const { return *container_; }
  uint64_t identity() const { return container_->identity(); }
  // Of the corpus.
  VertexId vertices() const { return vertices_; }
  // Pages that were read. Vertices that are only linked to have none.
  uint64_t pages() const { return pages_; }
  // How many bytes the i-th of them, by vertex, takes here: to share out work. i < pages().
  Result<uint64_t> Bytes(uint64_t i) const;
  // The page itself. Safe from any thread; memory in `page` is used again.
  Status Read(uint64_t i, StoredPage& page) const;
  // Every byte and every page.
  Status Check(const Control& control) const;

 private:
  Result<std::span<const std::byte>> Record(uint64_t i) const;

  std::unique_ptr<Container> container_;
  Section vertex_of_, offsets_, records_;
  VertexId vertices_ = 0;
  uint64_t pages_ = 0;
};

// Writes pages.akin from pages that come by ascending vertex.
class PagesWriter {
 public:
  // `directory` is for temporary files.
  static Result<std::unique_ptr<PagesWriter>> Create(const std::string& path,
                                                     const std::string& directory);
  // `record` is what MakeRecord gives.
  Status Add(VertexId vertex, std::span<const std::byte> record);
  uint64_t pages() const { return pages_; }
  Result<uint64_t> Finish(VertexId vertices);  // the file's identity

  // `targets` ascend; `body` is a PackedPage's.
  static void MakeRecord(std::span<const VertexId> targets, std::span<const std::byte> body,
                         std::vector<std::byte>& record);

 private:
  PagesWriter() = default;

  std::unique_ptr<ContainerWriter> writer_;
  size_t records_ = 0;  // the section
  std::unique_ptr<SpillFile> vertex_of_;
  std::unique_ptr<SpillFile> offsets_;
  uint64_t pages_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_PAGES_FILE_H_
