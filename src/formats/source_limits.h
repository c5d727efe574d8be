// What a source may deliver or declare, by its size.
//
// A few bytes can stand for billions of arcs: a line repeated in packed data, a list in a BV graph
// that copies the one before it, a count of rows in a header. Files made by people and programs do
// not come close to these bounds; one that exceeds them is refused before it fills a disk, and
// IngestOptions::max_vertices and max_arcs let it pass.
#ifndef AKIN_SRC_FORMATS_SOURCE_LIMITS_H_
#define AKIN_SRC_FORMATS_SOURCE_LIMITS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "akin/ingest.h"
#include "akin/status.h"

namespace akin {

// Vertices that a source declares without naming them in arcs: `arcs` is how many arcs it has.
Status CheckDeclaredVertices(uint64_t vertices, uint64_t arcs, const IngestOptions& options,
                             Place place);

// Arcs that a file of `bytes` declares.
Status CheckDeclaredArcs(uint64_t arcs, uint64_t bytes, const IngestOptions& options, Place place);

// Passes everything on, until a source with `bytes` stored bytes (0: unknown) has delivered more
// than it may.
class LimitedSink : public ArcSink {
 public:
  LimitedSink(ArcSink& sink, const IngestOptions& options, uint64_t bytes, std::string_view source);

  Status Vertex(std::string_view name) override { return sink_.Vertex(name); }
  Status Arc(std::string_view from, std::string_view to) override {
    name_bytes_ += from.size() + to.size();
    if (++arcs_ > most_arcs_ || name_bytes_ > most_name_bytes_) return TooMany();
    return sink_.Arc(from, to);
  }
  Status Title(std::string_view name, std::string_view title) override {
    return sink_.Title(name, title);
  }
  Status Arcs(std::span<const std::string_view> ends) override;
  Status IntegerArcs(std::span<const int64_t> ends) override;

 private:
  bool Fits(uint64_t arcs, uint64_t name_bytes);
  Status TooMany() const;

  ArcSink& sink_;
  uint64_t most_arcs_ = UINT64_MAX;
  uint64_t most_name_bytes_ = UINT64_MAX;
  uint64_t arcs_ = 0;
  uint64_t name_bytes_ = 0;
  uint64_t bytes_;
  std::string_view source_;
};

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_SOURCE_LIMITS_H_
