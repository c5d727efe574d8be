// attributes/attributes.akin (docs/formats/attributes.md): what is known about vertices besides
// links and text, one column per attribute.
//
// A column lists the vertices that have it, ascending, and what each has: a number, or numbers of
// values in a sorted list of different texts. So a comparison is a range of values, and finding
// whom it holds for is one pass over 4 or 8 bytes per vertex that has the attribute.
//
// Opening verifies and looks at everything, about 1 GB/s: what it returns need not be checked
// again.
#ifndef AKIN_SRC_GRAPH_ATTRIBUTES_FILE_H_
#define AKIN_SRC_GRAPH_ATTRIBUTES_FILE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/attributes.h"
#include "akin/status.h"
#include "akin/types.h"
#include "container/container.h"
#include "container/sealed_json.h"

namespace akin {

inline constexpr size_t kMostAttributes = 1000;
inline constexpr size_t kLongestAttributeName = 255;  // bytes
inline constexpr size_t kLongestValue = 1 << 16;      // bytes

std::string AttributesDirectory(const std::string& corpus);
std::string AttributesPath(const std::string& corpus);

// What is wrong with the name of an attribute, or with a value of one; nullptr if nothing is.
const char* AttributeNameProblem(std::string_view name);
const char* ValueProblem(std::string_view value);

// One attribute, as views of a file or of its maker's memory.
struct AttributeColumn {
  AttributeInfo info;
  std::span<const VertexId> rows;   // the vertices that have it, ascending
  std::span<const double> numbers;  // kNumber: one per row, finite
  // kText: the value of each row. kSet: those of each row, ascending; row i has those from
  // starts[i] to starts[i + 1].
  std::span<const uint32_t> values;
  std::span<const uint32_t> starts;
  // The different values, ascending by bytes: value i ends at ends[i] of `text`, where the next
  // begins.
  std::span<const uint64_t> ends;
  std::string_view text;

  std::string_view Value(uint32_t i) const {
    const uint64_t begin = i == 0 ? 0 : ends[i - 1];
    return text.substr(begin, ends[i] - begin);
  }
  std::span<const uint32_t> ValuesOf(size_t row) const {
    if (info.kind == AttributeKind::kText) return values.subspan(row, 1);
    return values.subspan(starts[row], starts[row + 1] - starts[row]);
  }
};

class AttributesFile {
 public:
  // kDamaged also if it was made for another corpus.
  static Result<std::unique_ptr<AttributesFile>> Open(const std::string& path, VertexId vertices,
                                                      uint64_t keys_identity);

  const Container& container() const { return *container_; }
  const std::vector<AttributeColumn>& columns() const { return columns_; }
  // What opening has not looked at: that all values are used, and how many numbers are different.
  Status Check() const;

 private:
  struct Sizes;
  Result<std::vector<Sizes>> ReadSizes(VertexId vertices, uint64_t keys_identity) const;
  Result<Sizes> ReadSize(const Section& params, const Json& column) const;
  Status CutColumns(const std::vector<Sizes>& sizes, VertexId vertices);

  std::unique_ptr<Container> container_;
  std::vector<AttributeColumn> columns_;
};

// Replaces the file in one step, unless `intact` says that what columns are views of was damaged
// meanwhile.
Status WriteAttributes(const std::string& path, VertexId vertices, uint64_t keys_identity,
                       std::span<const AttributeColumn> columns,
                       const std::function<Status()>& intact);

}  // namespace akin

#endif  // AKIN_SRC_GRAPH_ATTRIBUTES_FILE_H_
