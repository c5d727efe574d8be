// The lines of a truth file: fields separated by tabs, keys first. Empty lines and those that begin
// with # are skipped.
#ifndef AKIN_SRC_EVAL_TRUTH_LINES_H_
#define AKIN_SRC_EVAL_TRUTH_LINES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "akin/corpus.h"
#include "akin/eval.h"
#include "akin/status.h"

namespace akin {

std::vector<std::string_view> Split(std::string_view text, char separator);

// The first line that is not skipped, or nullopt if there is none.
Result<std::optional<std::string>> FirstLine(const std::string& path, const Control& control);

// Returns what is wrong with the line, if anything.
using TakeFields =
    std::function<Result<std::string>(const std::vector<std::string_view>& fields, uint64_t line)>;

// Calls take(fields) for every line that is not skipped. What take finds wrong with the line
// becomes an error that gives its position, and so does a number of fields other than `fields`;
// `expected` describes them.
Status EachLine(const std::string& path, size_t fields, std::string_view expected,
                const Control& control, TruthReport& report, const TakeFields& take);

class KeyFinder {
 public:
  // All must outlive the object.
  KeyFinder(const Corpus& corpus, const std::string& path, TruthReport& report)
      : corpus_(corpus), path_(path), report_(report) {}

  // nullopt, with a note in the report, if the corpus has no such key.
  Result<std::optional<VertexId>> Find(std::string_view key, uint64_t line);

 private:
  const Corpus& corpus_;
  const std::string& path_;
  TruthReport& report_;
};

}  // namespace akin

#endif  // AKIN_SRC_EVAL_TRUTH_LINES_H_
