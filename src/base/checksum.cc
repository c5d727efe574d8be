#include "base/checksum.h"

#include <xxhash.h>

namespace akin {

uint64_t Checksum(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace akin
