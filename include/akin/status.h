// How every call of the library says whether it worked.
//
// The library never prints, aborts or throws on bad input. A call that can fail returns a Status,
// or a Result<T> that holds either a T or the Status saying why there is none. A message names what
// is wrong, where (file:line or file and byte offset) and, where something can be done, what.
#ifndef AKIN_STATUS_H_
#define AKIN_STATUS_H_

#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace akin {

enum class Code {
  kOk,
  kInvalidArgument,  // the caller asked for something that has no meaning
  kBadInput,         // a source file is malformed
  kNotFound,         // no such file, key or index
  kAlreadyExists,    // the target is there and is something else
  kIo,               // the operating system refused
  kNotOurs,          // not an akin file at all
  kTooNew,           // written by a newer version of akin
  kDamaged,          // an akin file whose checksums do not hold
  kOutOfBudget,      // would not fit in the memory that was granted
  kCancelled,        // stopped on request; the same call again goes on
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(Code code, std::string message) : code_(code), message_(std::move(message)) {}

  bool ok() const { return code_ == Code::kOk; }
  Code code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  Code code_ = Code::kOk;
  std::string message_;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}         // NOLINT(google-explicit-constructor)
  Result(Status status) : value_(std::move(status)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(value_); }
  Status status() const { return ok() ? Status() : std::get<Status>(value_); }

  // Only when ok().
  T& value() & { return std::get<T>(value_); }
  const T& value() const& { return std::get<T>(value_); }
  T&& value() && { return std::get<T>(std::move(value_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Status> value_;
};

}  // namespace akin

#endif  // AKIN_STATUS_H_
