// Tables of base/differences.cc. That file is compiled for several processors; these tables are
// not.
#ifndef AKIN_SRC_BASE_DIFFERENCE_GROUPS_H_
#define AKIN_SRC_BASE_DIFFERENCE_GROUPS_H_

#include <array>
#include <cstdint>

namespace akin {

// Per control byte: where each of the next sixteen bytes goes in four numbers, and how many bytes
// these numbers take.
struct DifferenceGroups {
  alignas(16) std::array<std::array<uint8_t, 16>, 256> shuffle;
  std::array<uint8_t, 256> bytes;
};

constexpr DifferenceGroups MakeDifferenceGroups() {
  DifferenceGroups groups{};
  for (unsigned control = 0; control < 256; ++control) {
    uint8_t from = 0;
    for (unsigned number = 0; number < 4; ++number) {
      const unsigned bytes = ((control >> (2 * number)) & 3) + 1;
      for (unsigned byte = 0; byte < 4; ++byte) {
        groups.shuffle[control][4 * number + byte] = byte < bytes ? from++ : 0x80;  // 0x80: zero
      }
    }
    groups.bytes[control] = from;
  }
  return groups;
}

inline constexpr DifferenceGroups kDifferenceGroups = MakeDifferenceGroups();

}  // namespace akin

#endif  // AKIN_SRC_BASE_DIFFERENCE_GROUPS_H_
