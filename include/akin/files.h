// Small files of users: lists of names, tables, results. The library itself reads and writes them
// in this way.
#ifndef AKIN_FILES_H_
#define AKIN_FILES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "akin/control.h"
#include "akin/status.h"

namespace akin {

// Calls visit(place, line) for every line of a file, without its line end. "-" is standard input,
// and files compressed by gzip or zstd are unpacked. kBadInput for a line that is not text. If the
// visitor returns an error, it ends.
using LineVisitor = std::function<Status(const Place& place, std::string_view line)>;
Status EachLine(const std::string& path, const LineVisitor& visit, const Control& control = {});

// The whole contents of such a file.
Result<std::string> ReadText(const std::string& path, const Control& control = {});

// Writes a file so that, whatever happens, `path` contains either its old contents or all of
// `text`.
Status WriteFileAtomically(const std::string& path, std::string_view text);

// The names in a directory, sorted; none if there is no such directory.
Result<std::vector<std::string>> NamesIn(const std::string& directory);

// XXH3 of the bytes of a file, or of some bytes.
Result<uint64_t> ChecksumOfFile(const std::string& path);
uint64_t ChecksumOf(std::string_view bytes);

// Lets this process survive that a file of an open corpus becomes shorter, or its disk fails, while
// it is mapped: the call that reads it returns kDamaged, where otherwise SIGBUS ends the process.
//
// This installs a handler for SIGBUS, which concerns the whole process, so the library does not do
// it by itself; the command line and the Python module do. Bus errors anywhere else are passed on
// to the handler that was there before. A handler that is installed later must do the same.
// Calling this again does nothing.
Status GuardMappedFiles();

}  // namespace akin

#endif  // AKIN_FILES_H_
