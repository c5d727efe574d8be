// Small files of users: lists of names, tables, results. The library itself reads and writes them
// in this way.
#ifndef AKIN_FILES_H_
#define AKIN_FILES_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

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

// XXH3 of the bytes of a file, or of some bytes.
Result<uint64_t> ChecksumOfFile(const std::string& path);
uint64_t ChecksumOf(std::string_view bytes);

}  // namespace akin

#endif  // AKIN_FILES_H_
