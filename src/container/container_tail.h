// The end of writing a container: checksums and header, and the name that says it is complete.
#ifndef AKIN_SRC_CONTAINER_CONTAINER_TAIL_H_
#define AKIN_SRC_CONTAINER_CONTAINER_TAIL_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "akin/status.h"
#include "base/files.h"
#include "container/format.h"

namespace akin {

// A section whose bytes are in the file.
struct WrittenSection {
  std::string_view name;
  uint64_t offset = 0;
  uint64_t bytes = 0;
  std::span<const uint64_t> sums;  // of its blocks
};

// Writes the checksums behind the last section, and the header. Returns the file's identity.
Result<uint64_t> WriteTail(WritableFile& file, FileKind kind,
                           std::span<const WrittenSection> sections);

// Syncs and closes the file, and renames it to `path`.
Status Publish(WritableFile& file, const std::string& path);

}  // namespace akin

#endif  // AKIN_SRC_CONTAINER_CONTAINER_TAIL_H_
