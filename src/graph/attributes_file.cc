#include "graph/attributes_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "akin/errors.h"
#include "akin/try.h"
#include "akin/utf8.h"
#include "base/files.h"
#include "container/container_writer.h"
#include "container/json_section.h"
#include "container/sealed_json.h"

namespace akin {
namespace {

constexpr std::string_view kKindNames[] = {"text", "number", "set"};

template <class T>
std::span<const std::byte> BytesOf(std::span<const T> values) {
  return std::as_bytes(values);
}

uint64_t CountDifferent(std::span<const double> numbers) {
  std::vector<double> sorted(numbers.begin(), numbers.end());
  std::sort(sorted.begin(), sorted.end());
  return static_cast<uint64_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
}

// What is wrong with a column whose parts have the lengths that they should have, or nullptr.
const char* RowsProblem(const AttributeColumn& column, VertexId vertices) {
  if (column.rows.empty()) return nullptr;
  for (size_t i = 1; i < column.rows.size(); ++i) {
    if (column.rows[i] <= column.rows[i - 1]) return "vertices out of order";
  }
  return column.rows.back() < vertices ? nullptr : "a vertex that is none";
}

const char* NumbersProblem(const AttributeColumn& column) {
  const bool finite = std::all_of(column.numbers.begin(), column.numbers.end(),
                                  [](double number) { return std::isfinite(number); });
  return finite ? nullptr : "a number that is none";
}

const char* TextProblem(const AttributeColumn& column) {
  uint64_t begin = 0;
  for (size_t i = 0; i < column.ends.size(); ++i) {
    if (column.ends[i] <= begin || column.ends[i] > column.text.size()) {
      return "values run backwards";
    }
    const std::string_view value = column.Value(static_cast<uint32_t>(i));
    if (ValueProblem(value) != nullptr) return "a value that is no text";
    if (i > 0 && value <= column.Value(static_cast<uint32_t>(i - 1))) return "values out of order";
    begin = column.ends[i];
  }
  return begin == column.text.size() ? nullptr : "bytes that belong to no value";
}

const char* ValuesProblem(const AttributeColumn& column) {
  const bool known = std::all_of(column.values.begin(), column.values.end(),
                                 [&](uint32_t value) { return value < column.ends.size(); });
  if (!known) return "a value that is none";
  if (column.info.kind != AttributeKind::kSet) return nullptr;
  if (column.starts.front() != 0 || column.starts.back() != column.values.size()) {
    return "values that belong to no vertex";
  }
  for (size_t row = 0; row < column.rows.size(); ++row) {
    if (column.starts[row] >= column.starts[row + 1]) return "a set of impossible size";
  }
  for (size_t row = 0; row < column.rows.size(); ++row) {
    const auto values = column.ValuesOf(row);
    if (std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) != values.end()) {
      return "a set out of order";
    }
  }
  return nullptr;
}

// Cuts a piece from the front of what is left of a section.
template <class T>
Result<std::span<const T>> Cut(const Section& section, std::span<const T>& left, uint64_t count) {
  if (count > left.size()) return section.Damaged("shorter than its columns");
  const auto piece = left.first(count);
  left = left.subspan(count);
  return piece;
}

}  // namespace

std::string_view AttributeKindName(AttributeKind kind) {
  return kKindNames[static_cast<size_t>(kind)];
}

Result<AttributeKind> AttributeKindNamed(std::string_view name) {
  for (const AttributeKind kind :
       {AttributeKind::kText, AttributeKind::kNumber, AttributeKind::kSet}) {
    if (AttributeKindName(kind) == name) return kind;
  }
  return UnknownWord("kinds", "kind", name, {std::begin(kKindNames), std::end(kKindNames)});
}

std::string AttributesDirectory(const std::string& corpus) { return Join(corpus, "attributes"); }
std::string AttributesPath(const std::string& corpus) {
  return Join(AttributesDirectory(corpus), "attributes.akin");
}

const char* ValueProblem(std::string_view value) {
  if (value.empty()) return "is empty";
  if (value.size() > kLongestValue) return "is longer than 64 KiB";
  while (!value.empty()) {
    const std::optional<CodePoint> point = FirstCodePoint(value);
    if (!point) return "is not valid UTF-8; convert the file (iconv -t utf-8)";
    if (IsControl(point->value)) return "has a control character";
    value.remove_prefix(point->bytes);
  }
  return nullptr;
}

const char* AttributeNameProblem(std::string_view name) {
  if (name == "key" || name == "title") return "is one that every vertex has; choose another";
  if (name.size() > kLongestAttributeName) return "is longer than 255 bytes";
  return ValueProblem(name);
}

// How long the parts of a column are.
struct AttributesFile::Sizes {
  AttributeInfo info;
  uint64_t values = 0;
  uint64_t bytes = 0;  // of the different values
};

Result<std::unique_ptr<AttributesFile>> AttributesFile::Open(const std::string& path,
                                                             VertexId vertices,
                                                             uint64_t keys_identity) {
  auto file = std::make_unique<AttributesFile>();
  AKIN_TRY_ASSIGN(file->container_, Container::Open(path, FileKind::kAttributes));
  AKIN_TRY_ASSIGN(const std::vector<Sizes> sizes, file->ReadSizes(vertices, keys_identity));
  AKIN_TRY(file->CutColumns(sizes, vertices));
  AKIN_TRY(file->container_->Intact());
  return file;
}

Result<std::vector<AttributesFile::Sizes>> AttributesFile::ReadSizes(VertexId vertices,
                                                                     uint64_t keys_identity) const {
  AKIN_TRY_ASSIGN(const Section section, container_->Find("params"));
  AKIN_TRY_ASSIGN(const Json params, ReadJsonSection(section));
  const std::string& path = container_->path();
  AKIN_TRY_ASSIGN(const auto keys, JsonMember<std::string>(path, params, "keys"));
  AKIN_TRY_ASSIGN(const uint64_t identity, ParseHexSum(path, keys));
  AKIN_TRY_ASSIGN(const auto of, JsonMember<uint32_t>(path, params, "vertices"));
  if (identity != keys_identity || of != vertices) {
    return section.Damaged("attributes of another corpus; label this one again");
  }
  const auto listed = params.find("columns");
  if (listed == params.end() || !listed->is_array() || listed->size() > kMostAttributes) {
    return section.Damaged("no list of columns");
  }
  std::vector<Sizes> sizes;
  std::set<std::string> names;
  for (const Json& column : *listed) {
    AKIN_TRY_ASSIGN(Sizes size, ReadSize(section, column));
    if (!names.insert(size.info.name).second) return section.Damaged("two columns of one name");
    sizes.push_back(std::move(size));
  }
  return sizes;
}

Result<AttributesFile::Sizes> AttributesFile::ReadSize(const Section& params,
                                                       const Json& column) const {
  const std::string& path = container_->path();
  Sizes size;
  AttributeInfo& info = size.info;
  AKIN_TRY_ASSIGN(info.name, JsonMember<std::string>(path, column, "name"));
  AKIN_TRY_ASSIGN(const auto kind, JsonMember<std::string>(path, column, "kind"));
  AKIN_TRY_ASSIGN(info.vertices, JsonMember<uint32_t>(path, column, "vertices"));
  AKIN_TRY_ASSIGN(info.distinct, JsonMember<uint32_t>(path, column, "distinct"));
  AKIN_TRY_ASSIGN(size.values, JsonMember<uint32_t>(path, column, "values"));
  AKIN_TRY_ASSIGN(size.bytes, JsonMember<uint64_t>(path, column, "bytes"));
  const auto known = AttributeKindNamed(kind);
  if (!known.ok() || AttributeNameProblem(info.name) != nullptr) {
    return params.Damaged("a column that is none");
  }
  info.kind = *known;
  const uint64_t most = info.kind == AttributeKind::kNumber ? info.vertices : size.values;
  const bool one_each = info.kind != AttributeKind::kText || size.values == info.vertices;
  if (info.distinct > most || !one_each) return params.Damaged("impossible numbers of values");
  return size;
}

Status AttributesFile::CutColumns(const std::vector<Sizes>& sizes, VertexId vertices) {
  const auto find = [&](std::string_view name) -> Result<Section> {
    AKIN_TRY_ASSIGN(const Section section, container_->Find(name));
    AKIN_TRY(section.VerifyAll());
    return section;
  };
  AKIN_TRY_ASSIGN(const Section row_section, find("rows"));
  AKIN_TRY_ASSIGN(const Section number_section, find("numbers"));
  AKIN_TRY_ASSIGN(const Section value_section, find("values"));
  AKIN_TRY_ASSIGN(const Section start_section, find("starts"));
  AKIN_TRY_ASSIGN(const Section end_section, find("ends"));
  AKIN_TRY_ASSIGN(const Section text_section, find("text"));
  AKIN_TRY_ASSIGN(auto rows, row_section.As<VertexId>());
  AKIN_TRY_ASSIGN(auto numbers, number_section.As<double>());
  AKIN_TRY_ASSIGN(auto values, value_section.As<uint32_t>());
  AKIN_TRY_ASSIGN(auto starts, start_section.As<uint32_t>());
  AKIN_TRY_ASSIGN(auto ends, end_section.As<uint64_t>());
  AKIN_TRY_ASSIGN(auto text, text_section.As<char>());
  AKIN_TRY_ASSIGN(const Section params, container_->Find("params"));
  for (const Sizes& size : sizes) {
    AttributeColumn column{.info = size.info};
    const bool is_number = size.info.kind == AttributeKind::kNumber;
    AKIN_TRY_ASSIGN(column.rows, Cut(row_section, rows, size.info.vertices));
    AKIN_TRY_ASSIGN(column.numbers,
                    Cut(number_section, numbers, is_number ? size.info.vertices : 0));
    AKIN_TRY_ASSIGN(column.values, Cut(value_section, values, size.values));
    const bool is_set = size.info.kind == AttributeKind::kSet;
    AKIN_TRY_ASSIGN(column.starts, Cut(start_section, starts, is_set ? size.info.vertices + 1 : 0));
    AKIN_TRY_ASSIGN(column.ends, Cut(end_section, ends, is_number ? 0 : size.info.distinct));
    AKIN_TRY_ASSIGN(const auto bytes, Cut(text_section, text, size.bytes));
    column.text = {bytes.data(), bytes.size()};
    for (const char* const problem : {RowsProblem(column, vertices), NumbersProblem(column),
                                      TextProblem(column), ValuesProblem(column)}) {
      if (problem != nullptr) return params.Damaged(problem);
    }
    if (!column.numbers.empty()) {
      const auto [least, most] = std::minmax_element(column.numbers.begin(), column.numbers.end());
      column.info.min = *least;
      column.info.max = *most;
    }
    columns_.push_back(std::move(column));
  }
  if (rows.empty() && numbers.empty() && values.empty() && starts.empty() && ends.empty() &&
      text.empty()) {
    return {};
  }
  return params.Damaged("bytes that belong to no column");
}

Status AttributesFile::Check() const {
  AKIN_TRY_ASSIGN(const Section params, container_->Find("params"));
  for (const AttributeColumn& column : columns_) {
    std::vector<bool> used(column.ends.size());
    for (const uint32_t value : column.values) used[value] = true;
    const bool all_used =
        std::all_of(used.begin(), used.end(), [](bool is_used) { return is_used; });
    const bool is_number = column.info.kind == AttributeKind::kNumber;
    if (!all_used || (is_number && CountDifferent(column.numbers) != column.info.distinct)) {
      return params.Damaged("a wrong number of different values");
    }
  }
  return container_->Intact();
}

Status WriteAttributes(const std::string& path, VertexId vertices, uint64_t keys_identity,
                       std::span<const AttributeColumn> columns,
                       const std::function<Status()>& intact) {
  AKIN_TRY_ASSIGN(auto writer, ContainerWriter::Create(path, FileKind::kAttributes));
  const auto add = [&](std::string_view name, const auto& bytes_of) -> Status {
    AKIN_TRY_ASSIGN(const size_t section, writer->Begin(name));
    for (const AttributeColumn& column : columns) {
      AKIN_TRY(writer->Append(section, bytes_of(column)));
    }
    return writer->End(section);
  };
  AKIN_TRY(add("rows", [](const AttributeColumn& column) { return BytesOf(column.rows); }));
  AKIN_TRY(add("numbers", [](const AttributeColumn& column) { return BytesOf(column.numbers); }));
  AKIN_TRY(add("values", [](const AttributeColumn& column) { return BytesOf(column.values); }));
  AKIN_TRY(add("starts", [](const AttributeColumn& column) { return BytesOf(column.starts); }));
  AKIN_TRY(add("ends", [](const AttributeColumn& column) { return BytesOf(column.ends); }));
  AKIN_TRY(
      add("text", [](const AttributeColumn& column) { return BytesOf(std::span(column.text)); }));
  Json listed = Json::array();
  for (const AttributeColumn& column : columns) {
    const bool is_number = column.info.kind == AttributeKind::kNumber;
    listed.push_back({{"name", column.info.name},
                      {"kind", AttributeKindName(column.info.kind)},
                      {"vertices", column.rows.size()},
                      {"distinct", is_number ? CountDifferent(column.numbers) : column.ends.size()},
                      {"values", column.values.size()},
                      {"bytes", column.text.size()}});
  }
  AKIN_TRY(AddJsonSection(
      *writer, "params",
      {{"vertices", vertices}, {"keys", HexSum(keys_identity)}, {"columns", listed}}));
  AKIN_TRY(intact());
  return writer->Finish().status();
}

}  // namespace akin
