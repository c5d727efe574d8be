// pages.akin (docs/formats/pages.md): the text of the pages of a corpus, by vertex.
//
// Every page is compressed separately, so reading any page takes about 20 microseconds.
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
  std::vector<VertexId> targets;  // of its anchors, ascending; PageAnchor::link is an index into it
};

class PagesFile {
 public:
  static Result<std::unique_ptr<PagesFile>> Open(
      const std::string& path,
      Container::Verification verification = Container::Verification::kSmallAtOnce);

  // Opens that of a corpus, if it is the one that corpus.json lists. kInvalidArgument if there is
  // none.
  static Result<std::unique_ptr<PagesFile>> OfCorpus(
      const std::string& corpus,
      Container::Verification verification = Container::Verification::kSmallAtOnce);

  const Container& container() const { return *container_; }
  uint64_t identity() const { return container_->identity(); }
  // The number of vertices of the corpus.
  VertexId vertices() const { return vertices_; }
  // The number of pages that were read. Vertices that are only linked to have none.
  uint64_t pages() const { return pages_; }
  WordRule word_rule() const { return word_rule_; }
  // The stored size in bytes of the i-th page, by vertex, for dividing work. i < pages().
  Result<uint64_t> Bytes(uint64_t i) const;
  // Reads the page itself. Safe from any thread. The memory of `page` is reused.
  Status Read(uint64_t i, StoredPage& page) const;
  // Verifies every byte and every page.
  Status Check(const Control& control) const;

 private:
  Result<std::span<const std::byte>> Record(uint64_t i) const;

  std::unique_ptr<Container> container_;
  Section vertex_of_, offsets_, records_;
  VertexId vertices_ = 0;
  uint64_t pages_ = 0;
  WordRule word_rule_ = WordRule::kLetters;
};

// Writes pages.akin, with words by WordRule::kWhole, from pages in ascending order of vertices.
class PagesWriter {
 public:
  // `directory` is for temporary files.
  static Result<std::unique_ptr<PagesWriter>> Create(const std::string& path,
                                                     const std::string& directory);
  // `record` is a result of MakeRecord.
  Status Add(VertexId vertex, std::span<const std::byte> record);
  uint64_t pages() const { return pages_; }
  Result<uint64_t> Finish(VertexId vertices);  // the file's identity

  // `targets` are ascending; `body` is that of a PackedPage.
  static void MakeRecord(std::span<const VertexId> targets, std::span<const std::byte> body,
                         std::vector<std::byte>& record);

 private:
  PagesWriter() = default;

  std::unique_ptr<ContainerWriter> writer_;
  size_t records_ = 0;  // number of the section
  std::unique_ptr<SpillFile> vertex_of_;
  std::unique_ptr<SpillFile> offsets_;
  uint64_t pages_ = 0;
  uint64_t bytes_ = 0;
};

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_PAGES_FILE_H_
