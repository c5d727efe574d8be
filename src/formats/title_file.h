// Titles for vertices whose source has none, such as those of an edge list: a text file of lines
// KEY<tab>TITLE. Blank lines and comments are skipped as in edge lists.
#ifndef AKIN_SRC_FORMATS_TITLE_FILE_H_
#define AKIN_SRC_FORMATS_TITLE_FILE_H_

#include <functional>
#include <string>
#include <string_view>

#include "akin/control.h"
#include "akin/ingest.h"
#include "akin/status.h"

namespace akin {

using TitleVisitor =
    std::function<Status(const Place& place, std::string_view key, std::string_view title)>;

// Calls visit for every title of the file. Bad lines are refused, or counted in the report if the
// options say so.
Status ReadTitles(const std::string& path, const IngestOptions& options, const TitleVisitor& visit,
                  IngestReport& report, const Control& control);

}  // namespace akin

#endif  // AKIN_SRC_FORMATS_TITLE_FILE_H_
