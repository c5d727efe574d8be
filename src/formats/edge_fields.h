// The columns of a line of an edge list.
#ifndef AKIN_SRC_FORMATS_EDGE_FIELDS_H_
#define AKIN_SRC_FORMATS_EDGE_FIELDS_H_

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace akin {

// A character that separates columns, or a blank for runs of blanks.
using Separator = char;
inline constexpr Separator kBlanks = ' ';

// Without the blanks around it.
std::string_view TrimBlanks(std::string_view text);

// Whether a line that begins in this way is skipped.
bool LooksLikeComment(std::string_view line);
// Whether this line contains more than blanks or a comment.
bool IsData(std::string_view line);

// The fields of one line. Three are kept: the two ends of the arc, and the third column for its
// weight. All are counted.
class Fields {
 public:
  // The columns of the two ends, counted from 0.
  Fields(size_t from, size_t to) : columns_{from, to, 2} {}

  // If it returns false, problem() says what is wrong with the quotes. Fields with quotes are valid
  // until the next call, others as long as the line.
  bool Split(std::string_view line, Separator separator);
  // Whether there are quotes to take off.
  static bool HasQuotes(std::string_view line, Separator separator) {
    return separator != '\t' && separator != kBlanks && line.find('"') != std::string_view::npos;
  }

  size_t count() const { return count_; }
  std::string_view from() const { return fields_[0]; }
  std::string_view to() const { return fields_[1]; }
  std::string_view third() const { return fields_[2]; }
  const char* problem() const { return problem_; }

 private:
  static constexpr size_t kKept = 3;

  void Add(std::string_view field) {
    for (size_t i = 0; i < kKept; ++i) {
      if (columns_[i] == count_) fields_[i] = field;
    }
    ++count_;
  }
  bool SplitAt(std::string_view line, char separator);
  bool SplitAtBlanks(std::string_view line);
  bool SplitQuoted(std::string_view line, Separator separator);
  bool TakeQuoted(std::string_view& line, Separator separator);

  std::array<size_t, kKept> columns_;
  std::array<std::string_view, kKept> fields_;
  size_t count_ = 0;
  const char* problem_ = nullptr;
  std::array<std::string, kKept + 1> unquoted_;
};

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_EDGE_FIELDS_H_
