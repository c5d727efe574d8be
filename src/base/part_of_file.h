// Writing into a file that another process has made and will finish.
//
// It is not of the file layer: what it writes is worth nothing before the other process has put
// checksums and a header to it, so a failure here leaves behind what a missing write would.
#ifndef AKIN_SRC_BASE_PART_OF_FILE_H_
#define AKIN_SRC_BASE_PART_OF_FILE_H_

#include <memory>
#include <string>

#include "akin/status.h"
#include "base/files.h"

namespace akin {

// kNotFound if there is none: it is not made. Nobody locks it.
Result<std::unique_ptr<WritableFile>> OpenToWritePart(const std::string& path);

}  // namespace akin

#endif  // AKIN_SRC_BASE_PART_OF_FILE_H_
