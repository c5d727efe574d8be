// The list of mappings of files that the handler of SIGBUS knows; see mapped_file.h.
//
// The handler may interrupt any thread at any instruction, so it takes no lock, allocates nothing,
// and reads only atomics. When a page of a mapping in the list is lost, it puts zeros in the place
// of that page and all that follow, marks the mapping, and the thread goes on. Other bus errors are
// passed on to the handler that was there before.
#ifndef AKIN_SRC_BASE_MAPPING_GUARD_H_
#define AKIN_SRC_BASE_MAPPING_GUARD_H_

#include <cstddef>

namespace akin {

struct GuardedMapping;

// Adds a mapping to the list. To be removed before it is unmapped, for its addresses may then
// become another's.
GuardedMapping* GuardMapping(const void* data, size_t bytes);
void UnguardMapping(GuardedMapping& mapping) noexcept;

// Whether a page of it was lost.
bool IsDamaged(const GuardedMapping& mapping);

}  // namespace akin

#endif  // AKIN_SRC_BASE_MAPPING_GUARD_H_
