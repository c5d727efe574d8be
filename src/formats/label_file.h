// Tables of labels: a header with the names of columns, then a line per vertex.
//
// - Separator: a tab if the header has one, else a semicolon if it has one and no comma, else a
//   comma. Without tabs, a field may be "quoted", with "" for a quote inside.
// - Every line has as many fields as the header. Blanks around a field are not part of it, and an
//   empty field says nothing. Blank lines and comments are skipped as in edge lists.
// - Values: UTF-8 without control characters, at most 64 KiB.
#ifndef AKIN_SRC_FORMATS_LABEL_FILE_H_
#define AKIN_SRC_FORMATS_LABEL_FILE_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "akin/attributes.h"
#include "akin/control.h"
#include "akin/status.h"
#include "base/input.h"

namespace akin {

struct LabelTable {
  // Takes the columns, before any line.
  std::function<Status(std::span<const std::string> names)> header;
  // Takes a line. A kBadInput is that of the line: it is refused, or counted if the options say so.
  std::function<Status(const Place& place, std::span<const std::string> fields)> line;
};

// Counts bad lines in the report.
Status ReadLabels(ByteSource& source, const LabelOptions& options, const LabelTable& table,
                  LabelReport& report, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_LABEL_FILE_H_
