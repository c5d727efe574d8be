// A column of Arrow as names of vertices: integers of any width, in decimal, or strings.
//
// Strings may be utf8, large_utf8, string views, or a dictionary of any of these or of integers.
// The producer is a stranger: everything that the interface tells is checked before it is used, the
// offsets of a string when it is read. The interface does not tell how long most buffers are, so
// that they are as long as they must be has to be believed.
#ifndef AKIN_PYTHON_SRC_ARROW_NAMES_H_
#define AKIN_PYTHON_SRC_ARROW_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "arrow_data.h"

namespace akin::python {

// The columns of a table: the children of a struct that has no nulls itself.
Status CheckTable(const ArrowSchema& schema);
Status CheckBatch(const ArrowSchema& schema, const ArrowArray& batch);

class ArrowNames {
 public:
  // `rows`, from `first` on, are those of the batch in its column. Both structs must outlive it.
  // Errors name the column.
  static Result<ArrowNames> Of(const ArrowSchema& schema, const ArrowArray& column, int64_t first,
                               int64_t rows);
  // Whether names can be made of this type.
  static Status CheckType(const ArrowSchema& schema);

  // The name in a row, counted from 0, below `rows`. It is valid until the next call.
  Result<std::string_view> operator[](int64_t row);
  // The same as a number, of a column of integers that has no dictionary.
  Result<uint64_t> Number(int64_t row) const;

 private:
  enum class Kind { kSigned, kUnsigned, kText32, kText64, kView };
  struct Type {
    Kind kind;
    unsigned width;  // bytes of an integer, a pair of offsets' half, or a view
    int64_t buffers;
  };
  static Result<Type> TypeOf(const ArrowSchema& schema);
  static Result<ArrowNames> Column(const ArrowSchema& schema, const ArrowArray& array,
                                   int64_t first, int64_t rows);
  Status CheckBuffers(const ArrowArray& array) const;
  bool IsNull(int64_t at) const;
  int64_t Integer(int64_t at) const;
  Result<std::string_view> Text(int64_t begin, int64_t end, const void* bytes) const;
  Result<std::string_view> View(int64_t at) const;
  Result<std::string_view> Value(int64_t at);

  Type type_{};
  const ArrowArray* array_ = nullptr;
  int64_t first_ = 0;  // of the rows in the buffers
  int64_t rows_ = 0;
  char decimal_[24] = {};
  std::shared_ptr<ArrowNames> dictionary_;  // then the column itself has places in it
};

}  // namespace akin::python

#endif  // AKIN_PYTHON_SRC_ARROW_NAMES_H_
