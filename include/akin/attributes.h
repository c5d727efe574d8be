// What is known about vertices besides links and text: labels such as a type, a year or tags, and
// filters by them. docs/filters.md has the grammar of filters.
//
//   akin::Label("shop.akin", "products.tsv");
//   auto attributes = akin::Attributes::Open(*corpus);
//   auto books = attributes->Where("type=book and year>=2000");
//   auto answer = index->Related(vertex, {.filter = *books});
#ifndef AKIN_ATTRIBUTES_H_
#define AKIN_ATTRIBUTES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "akin/control.h"
#include "akin/corpus.h"
#include "akin/status.h"
#include "akin/types.h"
#include "akin/vertex_set.h"

namespace akin {

enum class AttributeKind {
  kText,
  kNumber,  // a double
  kSet,     // one or more texts
};
std::string_view AttributeKindName(AttributeKind kind);  // "text", "number", "set"
Result<AttributeKind> AttributeKindNamed(std::string_view name);

struct AttributeInfo {
  std::string name;
  AttributeKind kind = AttributeKind::kText;
  uint64_t vertices = 0;  // that have it
  uint64_t distinct = 0;  // different values
  double min = 0;         // of numbers
  double max = 0;
};

// Labels as a file has them, which become attributes of a corpus.
struct LabelOptions {
  std::string key;  // the column with the names of vertices; empty: the first
  // Of these columns. Those of others are recognised: numbers if all values are; sets if a value
  // contains the separator; else text.
  std::vector<std::pair<std::string, AttributeKind>> kinds;
  char separator = '|';         // between the values of a set
  bool skip_bad_lines = false;  // counts malformed lines and unknown keys instead of failing
  bool replace = false;         // replaces attributes of the same names
};

struct LabelReport {
  std::vector<AttributeInfo> attributes;     // those of the file
  uint64_t vertices = 0;                     // lines that were taken
  uint64_t bad_lines = 0;                    // with skip_bad_lines
  std::vector<std::string> first_bad_lines;  // at most five messages, file:line first
};

// Reads a table ("-" is standard input) with a header: fields separated by tabs, or by commas or
// semicolons and then perhaps quoted. Its columns become attributes of the vertices that the key
// column names; an empty field says nothing. Other attributes of the corpus stay.
Result<LabelReport> Label(const std::string& corpus, const std::string& file,
                          const LabelOptions& options = {}, const Control& control = {});
// Removes these attributes, or all if none is named. kInvalidArgument, with suggestions, for one
// that there is not.
Status RemoveAttributes(const std::string& corpus, const std::vector<std::string>& names = {});

struct ValueCount {
  std::string value;
  uint64_t vertices = 0;
};

// What a vertex has.
struct VertexAttribute {
  size_t attribute = 0;             // in attributes()
  double number = 0;                // of kNumber
  std::vector<std::string> values;  // of others: one, or those of a set, in byte order
};

// The attributes of a corpus as they were when opened. Cheap to copy, immutable, and safe to use
// from any thread.
class Attributes {
 public:
  // A corpus without labels has none.
  static Result<Attributes> Open(const Corpus& corpus);

  const std::vector<AttributeInfo>& attributes() const;
  uint64_t bytes() const;  // of the file
  // The most frequent values, at most k, the most frequent first and equally frequent ones in byte
  // order; none of numbers.
  Result<std::vector<ValueCount>> MostFrequent(size_t attribute, size_t k) const;
  Result<std::vector<VertexAttribute>> Of(VertexId vertex) const;
  // The vertices for which an expression holds. kInvalidArgument, with the parameter `where`, says
  // what is wrong with it and at which character.
  Result<std::shared_ptr<const VertexSet>> Where(std::string_view expression,
                                                 const Control& control = {}) const;
  // As Corpus::Intact, of the file of attributes.
  Status Intact() const;

 private:
  struct Impl;
  explicit Attributes(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace akin

#endif  // AKIN_ATTRIBUTES_H_
