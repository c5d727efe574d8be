#include "arrow_names.h"

#include <charconv>
#include <cstring>
#include <limits>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin::python {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr size_t kViewBytes = 16;
constexpr int64_t kMostBuffers = std::numeric_limits<int32_t>::max();  // a view can name no more
constexpr int64_t kInlineBytes = 12;  // a shorter string is in the view itself

Status Malformed(const std::string& what) {
  return InvalidArgument("", "source: a malformed Arrow array: " + what);
}

std::string ColumnName(const ArrowSchema& schema) {
  return schema.name == nullptr ? "" : std::string(schema.name);
}

template <class T>
T Load(const void* buffer, int64_t at) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(buffer) + static_cast<size_t>(at) * sizeof(T),
              sizeof(T));
  return value;
}

Status CheckLengths(const ArrowArray& array) {
  if (array.release == nullptr) return Malformed("it was released");
  if (array.length < 0 || array.offset < 0 || array.offset > kMost - array.length ||
      array.offset + array.length > kMost / static_cast<int64_t>(kViewBytes)) {
    return Malformed("its length or offset does not do");
  }
  if (array.null_count < -1 || array.null_count > array.length) {
    return Malformed("it has more nulls than rows");
  }
  return {};
}

}  // namespace

Status CheckTable(const ArrowSchema& schema) {
  if (schema.release == nullptr || schema.format == nullptr) return Malformed("it has no schema");
  if (std::string_view(schema.format) != "+s") {
    return InvalidArgument("", "source: an Arrow array of one column; give a table");
  }
  if (schema.n_children < 0 || (schema.n_children > 0 && schema.children == nullptr)) {
    return Malformed("it has no columns");
  }
  for (int64_t i = 0; i < schema.n_children; ++i) {
    const ArrowSchema* const child = schema.children[i];
    if (child == nullptr || child->release == nullptr || child->format == nullptr) {
      return Malformed("column " + std::to_string(i + 1) + " has no schema");
    }
  }
  return {};
}

Status CheckBatch(const ArrowSchema& schema, const ArrowArray& batch) {
  AKIN_TRY(CheckLengths(batch));
  if (batch.n_buffers != 1 || batch.buffers == nullptr) return Malformed("a table has one buffer");
  if (batch.n_children != schema.n_children) {
    return Malformed("it has other columns than its schema says");
  }
  if (batch.n_children > 0 && batch.children == nullptr) return Malformed("it has no columns");
  for (int64_t i = 0; i < batch.n_children; ++i) {
    if (batch.children[i] == nullptr) return Malformed("it has no columns");
    AKIN_TRY(CheckLengths(*batch.children[i]));
    if (batch.children[i]->length < batch.offset + batch.length) {
      return Malformed("column " + std::to_string(i + 1) + " is too short");
    }
  }
  if (batch.null_count == 0 || batch.buffers[0] == nullptr) return {};
  for (int64_t i = batch.offset; i < batch.offset + batch.length; ++i) {
    if ((Load<uint8_t>(batch.buffers[0], i / 8) >> (i % 8) & 1) == 0) {
      return InvalidArgument(
          "", "source: row " + std::to_string(i - batch.offset) + " of a batch is null");
    }
  }
  return {};
}

Result<ArrowNames::Type> ArrowNames::TypeOf(const ArrowSchema& schema) {
  const std::string_view format = schema.format == nullptr ? "" : schema.format;
  const std::string_view integers = "cCsSiIlL";
  if (const size_t at = integers.find(format); format.size() == 1 && at != integers.npos) {
    return Type{.kind = at % 2 == 0 ? Kind::kSigned : Kind::kUnsigned,
                .width = 1U << (at / 2),
                .buffers = 2};
  }
  if (format == "u") return Type{.kind = Kind::kText32, .width = 4, .buffers = 3};
  if (format == "U") return Type{.kind = Kind::kText64, .width = 8, .buffers = 3};
  if (format == "vu") return Type{.kind = Kind::kView, .width = kViewBytes, .buffers = 3};
  return InvalidArgument("", "source: column '" + ColumnName(schema) + "' has the Arrow type '" +
                                 std::string(format) +
                                 "'; ends of arcs are integers or strings, so cast it");
}

Status ArrowNames::CheckType(const ArrowSchema& schema) {
  AKIN_TRY_ASSIGN(const Type type, TypeOf(schema));
  if (schema.dictionary == nullptr) return {};
  if (type.kind != Kind::kSigned && type.kind != Kind::kUnsigned) {
    return Malformed("the places in a dictionary are no integers");
  }
  if (schema.dictionary->dictionary != nullptr) return Malformed("a dictionary has a dictionary");
  return TypeOf(*schema.dictionary).status();
}

Result<ArrowNames> ArrowNames::Of(const ArrowSchema& schema, const ArrowArray& column,
                                  int64_t first, int64_t rows) {
  AKIN_TRY(CheckType(schema));
  AKIN_TRY_ASSIGN(ArrowNames names, Column(schema, column, column.offset + first, rows));
  if (schema.dictionary == nullptr) return names;
  if (column.dictionary == nullptr) return Malformed("its dictionary is missing");
  const ArrowArray& values = *column.dictionary;
  AKIN_TRY(CheckLengths(values));
  AKIN_TRY_ASSIGN(ArrowNames dictionary,
                  Column(*schema.dictionary, values, values.offset, values.length));
  names.dictionary_ = std::make_shared<ArrowNames>(std::move(dictionary));
  return names;
}

Result<ArrowNames> ArrowNames::Column(const ArrowSchema& schema, const ArrowArray& array,
                                      int64_t first, int64_t rows) {
  ArrowNames names;
  AKIN_TRY_ASSIGN(names.type_, TypeOf(schema));
  names.array_ = &array;
  names.first_ = first;
  names.rows_ = rows;
  AKIN_TRY(names.CheckBuffers(array));
  return names;
}

Status ArrowNames::CheckBuffers(const ArrowArray& array) const {
  const bool views = type_.kind == Kind::kView;
  if (array.buffers == nullptr ||
      (views ? array.n_buffers < type_.buffers || array.n_buffers > kMostBuffers
             : array.n_buffers != type_.buffers)) {
    return Malformed("a column has " + std::to_string(array.n_buffers) + " buffers");
  }
  if (rows_ > 0 && array.buffers[1] == nullptr) return Malformed("a column has no values");
  if (rows_ > 0 && array.null_count > 0 && array.buffers[0] == nullptr) {
    return Malformed("it has nulls and does not say where");
  }
  if (views && array.n_buffers > type_.buffers && array.buffers[array.n_buffers - 1] == nullptr) {
    return Malformed("the sizes of its buffers are missing");
  }
  return {};
}

bool ArrowNames::IsNull(int64_t at) const {
  const void* const validity = array_->buffers[0];
  if (array_->null_count == 0 || validity == nullptr) return false;
  return (Load<uint8_t>(validity, at / 8) >> (at % 8) & 1) == 0;
}

// Of 64 bits without a sign it has the same bits.
int64_t ArrowNames::Integer(int64_t at) const {
  const void* const values = array_->buffers[1];
  const bool is_signed = type_.kind == Kind::kSigned;
  switch (type_.width) {
    case 1:
      return is_signed ? Load<int8_t>(values, at) : int64_t{Load<uint8_t>(values, at)};
    case 2:
      return is_signed ? Load<int16_t>(values, at) : int64_t{Load<uint16_t>(values, at)};
    case 4:
      return is_signed ? Load<int32_t>(values, at) : int64_t{Load<uint32_t>(values, at)};
    default:
      return Load<int64_t>(values, at);
  }
}

Result<std::string_view> ArrowNames::Text(int64_t begin, int64_t end, const void* bytes) const {
  if (begin < 0 || end < begin) return Malformed("the offsets of a string do not ascend");
  if (begin == end) return std::string_view();
  if (bytes == nullptr) return Malformed("the bytes of its strings are missing");
  return std::string_view(static_cast<const char*>(bytes) + begin,
                          static_cast<size_t>(end - begin));
}

Result<std::string_view> ArrowNames::View(int64_t at) const {
  const auto* const view =
      static_cast<const char*>(array_->buffers[1]) + static_cast<size_t>(at) * kViewBytes;
  const int64_t length = Load<int32_t>(view, 0);
  if (length < 0) return Malformed("a string has a negative length");
  if (length <= kInlineBytes) return std::string_view(view + 4, static_cast<size_t>(length));
  const int64_t buffer = Load<int32_t>(view, 2);
  const int64_t begin = Load<int32_t>(view, 3);
  const int64_t buffers = array_->n_buffers - type_.buffers;
  if (buffer < 0 || buffer >= buffers || begin < 0) return Malformed("a string is in no buffer");
  if (length > Load<int64_t>(array_->buffers[array_->n_buffers - 1], buffer) - begin) {
    return Malformed("a string ends after its buffer");
  }
  return Text(begin, begin + length, array_->buffers[2 + buffer]);
}

Result<std::string_view> ArrowNames::Value(int64_t at) {
  switch (type_.kind) {
    case Kind::kSigned:
    case Kind::kUnsigned: {
      const int64_t value = Integer(at);
      char* const end = decimal_ + sizeof(decimal_);
      return std::string_view(decimal_,
                              type_.kind == Kind::kSigned
                                  ? std::to_chars(decimal_, end, value).ptr
                                  : std::to_chars(decimal_, end, static_cast<uint64_t>(value)).ptr);
    }
    case Kind::kText32:
      return Text(Load<int32_t>(array_->buffers[1], at), Load<int32_t>(array_->buffers[1], at + 1),
                  array_->buffers[2]);
    case Kind::kText64:
      return Text(Load<int64_t>(array_->buffers[1], at), Load<int64_t>(array_->buffers[1], at + 1),
                  array_->buffers[2]);
    case Kind::kView:
      return View(at);
  }
  return std::string_view();
}

Result<std::string_view> ArrowNames::operator[](int64_t row) {
  const int64_t at = first_ + row;
  if (IsNull(at)) return InvalidArgument("", "it is null");
  if (dictionary_ == nullptr) return Value(at);
  const int64_t place = Integer(at);
  if (place < 0 || place >= dictionary_->rows_) return Malformed("it is not in its dictionary");
  return (*dictionary_)[place];
}

Result<uint64_t> ArrowNames::Number(int64_t row) const {
  const bool integers = type_.kind == Kind::kSigned || type_.kind == Kind::kUnsigned;
  if (!integers || dictionary_ != nullptr) return InvalidArgument("", "source: no numbers");
  if (IsNull(first_ + row)) return InvalidArgument("", "source: a number is null");
  return static_cast<uint64_t>(Integer(first_ + row));
}

}  // namespace akin::python
