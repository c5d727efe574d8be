// Columns of labels while they are read: different values once, and 8 bytes per field. What kind a
// column has is known when all of it has been read.
#ifndef AKIN_SRC_INGEST_LABEL_COLUMNS_H_
#define AKIN_SRC_INGEST_LABEL_COLUMNS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "akin/attributes.h"
#include "akin/status.h"
#include "graph/attributes_file.h"

namespace akin {

class LabelColumn {
 public:
  LabelColumn(std::string name, std::optional<AttributeKind> kind, char separator)
      : name_(std::move(name)), kind_(kind), separator_(separator) {}

  // kBadInput if the value is not of the kind that was asked for.
  Status Check(const std::string& value) const;
  // A value that was checked; once per vertex.
  void Add(VertexId vertex, const std::string& value);
  uint64_t bytes() const { return bytes_; }  // of memory, about
  // Ends the reading; a view that is valid as long as this object.
  Result<AttributeColumn> Finish();

 private:
  struct Field {
    VertexId vertex = kNoVertex;
    uint32_t value = 0;
  };

  AttributeKind KindOfAll() const;
  // The texts of a value: itself, or the members of a set, sorted.
  std::vector<std::string> TextsOf(const std::string& value) const;
  void FinishNumbers();
  Status FinishTexts();

  std::string name_;
  std::optional<AttributeKind> kind_;  // as asked for
  char separator_;
  std::unordered_map<std::string, uint32_t> numbered_;
  std::vector<Field> fields_;
  uint64_t bytes_ = 0;

  AttributeColumn column_;  // views of these
  std::vector<VertexId> rows_;
  std::vector<double> numbers_;
  std::vector<uint32_t> values_;
  std::vector<uint32_t> starts_;
  std::vector<uint64_t> ends_;
  std::string text_;
};

}  // namespace akin

#endif  // AKIN_SRC_INGEST_LABEL_COLUMNS_H_
