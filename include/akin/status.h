// How every call of the library reports success or failure.
//
// The library never prints, aborts or throws on bad input. A call that can fail returns a Status,
// or a Result<T> that contains either a T or a Status that says why there is none.
//
// A Status is data: a code, the parameter it is about, the place in a file, what may have been
// meant. message() is all of that as one sentence for a reader; a program uses the data and never
// parses the sentence. Messages name the library's parameters. How a user sets one (a flag, a
// keyword argument, a field of a request) is added by the front end, from parameter().
#ifndef AKIN_STATUS_H_
#define AKIN_STATUS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace akin {

enum class Code {
  kOk,
  kInvalidArgument,  // the caller asked for something without meaning; see parameter()
  kBadInput,         // a source file is malformed; see place()
  kNotFound,         // no such file or directory; see place()
  kNoCorpus,         // no directory with that name, which should be a corpus; see place()
  kUnknownKey,       // no such vertex, or an index that does not cover it; see suggestions()
  kNoIndex,          // no such index, or an unfinished one; place() is the corpus.
                     // parameter() is empty if the corpus has no index at all
  kNoBags,           // no such bags; place() and parameter() as for kNoIndex
  kAlreadyExists,    // the target exists and is something else
  kIo,               // the operating system refused; see system_error()
  kNotOurs,          // not an akin file
  kTooNew,           // written by a newer version of akin
  kDamaged,          // an akin file with wrong checksums or contents
  kOutOfBudget,      // does not fit in the granted memory, or the system is out of memory
  kCancelled,        // stopped on request; the same call again continues
  kUnavailable,      // shards of an index are elsewhere, and nobody answers for them now
  kTimedOut,         // somebody should have, but did not in time
};

// Where in the input the error is.
struct Place {
  std::string file;              // as the caller named it; empty: no place
  uint64_t line = 0;             // from 1; 0: the error is not about a line
  std::optional<uint64_t> byte;  // from 0
};

class [[nodiscard]] Status {
 public:
  Status() = default;  // success; costs no allocation
  Status(Code code, std::string_view text);

  bool ok() const { return details_ == nullptr; }
  Code code() const;
  // The whole sentence: "links.tsv:12: no number; did you mean ...?" Empty if ok().
  const std::string& message() const;
  // The option of the public structs (epsilon, memory, replace, name, ...) that the error is about,
  // or that would help most. Empty if there is none.
  const std::string& parameter() const;
  const Place& place() const;
  // What may have been meant, nearest first.
  const std::vector<std::string>& suggestions() const;
  int system_error() const;  // errno, or 0

  // The same error with more information. They do not change a Status that is ok.
  Status Adding(std::string_view text) const;  // after its text
  Status WithParameter(std::string_view parameter) const;
  // An existing place becomes part of the text.
  Status At(Place place) const;
  // Notes, if given, are one per suggestion and are shown in parentheses after it.
  Status Suggesting(std::vector<std::string> suggestions,
                    std::vector<std::string> notes = {}) const;
  Status WithSystemError(int error) const;

 private:
  struct Details;
  const Details& details() const;
  template <class Change>
  Status With(Change change) const;

  std::shared_ptr<const Details> details_;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}         // NOLINT(google-explicit-constructor)
  Result(Status status) : value_(std::move(status)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return std::holds_alternative<T>(value_); }
  Status status() const { return ok() ? Status() : std::get<Status>(value_); }

  // Call these only if ok(). Of a temporary they give the value itself, not a reference into what
  // ends with the expression: `for (const T& x : Call().value())` would else walk over freed
  // memory.
  T& value() & { return std::get<T>(value_); }
  const T& value() const& { return std::get<T>(value_); }
  T value() && { return std::get<T>(std::move(value_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, Status> value_;
};

}  // namespace akin

#endif  // AKIN_STATUS_H_
