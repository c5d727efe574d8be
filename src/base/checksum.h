// XXH3, 64 bits: guards against damage, not against forgery.
#ifndef AKIN_SRC_BASE_CHECKSUM_H_
#define AKIN_SRC_BASE_CHECKSUM_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace akin {

uint64_t Checksum(std::span<const std::byte> bytes);

}  // namespace akin

#endif  // AKIN_SRC_BASE_CHECKSUM_H_
