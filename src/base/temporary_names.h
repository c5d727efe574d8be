// The names of files and directories that are being made, and how those that a killed process left
// are told from everything else.
//
// NAME.RANDOM.tmp is a file and NAME.RANDOM.partial a directory, where NAME is what it is to be
// called once it is complete and RANDOM has 16 hexadecimal digits from the system, so that nobody
// can put something else there beforehand.
#ifndef AKIN_SRC_BASE_TEMPORARY_NAMES_H_
#define AKIN_SRC_BASE_TEMPORARY_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"

namespace akin {

inline constexpr std::string_view kTemporaryFile = ".tmp";
inline constexpr std::string_view kTemporaryDirectory = ".partial";
// A corpus that made room for a new one, where a file system cannot swap names. It is never removed
// unless the new one is in place.
inline constexpr std::string_view kSetAside = ".old";

// A new path beside `target`, with one of the endings above.
Result<std::string> TemporaryName(const std::string& target, std::string_view ending);

// Whether a name, without its directory, has that form.
bool IsTemporaryName(std::string_view name, std::string_view ending);

// The paths with that ending that were made for `target`, and belong to the user of this process.
// Symbolic links and what is neither a file nor a directory are left out.
Result<std::vector<std::string>> TemporariesOf(const std::string& target, std::string_view ending);

// Removes files beside `target` that were to become it, and that no process has open.
Status RemoveStaleFiles(const std::string& target);

}  // namespace akin

#endif  // AKIN_SRC_BASE_TEMPORARY_NAMES_H_
