// Errors that many calls share, with the same wording everywhere.
#ifndef AKIN_ERRORS_H_
#define AKIN_ERRORS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "akin/status.h"
#include "akin/types.h"

namespace akin {

// kInvalidArgument about a field of the public option structs; `parameter` is empty if about none.
Status InvalidArgument(std::string_view parameter, std::string_view text);

// The same if one of some words was expected: "no WHAT 'WORD' OF; there are A, B", with the nearest
// of these. OF, such as " of psimrank", says to what it belongs if that is not clear.
Status UnknownWord(std::string_view parameter, std::string_view what, std::string_view word,
                   const std::vector<std::string_view>& choices, std::string_view of = {});

// kInvalidArgument: the graph has no vertex with this number.
Status NoVertex(VertexId vertex);

// kBadInput.
Status BadInput(Place place, std::string_view text);

// kAlreadyExists, with the parameter `replace`.
Status AlreadyExists(std::string_view target);

// kDamaged: "FILE: damaged: WHAT".
Status Damaged(std::string_view file, std::string_view what);

// kNotOurs: not an akin file, or one of another kind.
Status NotOurs(std::string_view file, std::string_view text);

// kTooNew: the file has this format, and `newest` is the newest that can be read.
Status TooNew(std::string_view file, uint32_t format, uint32_t newest);

// kCancelled.
Status Interrupted();

// kOutOfBudget: `what` needs more bytes than the limit. The number may be unknown. `instead` says
// what would help besides a higher limit. Bytes are floating point because the square of 2^32
// overflows 64 bits.
Status OutOfMemory(std::string_view what, std::optional<double> need, double limit,
                   std::string_view instead = {});

// kOutOfBudget: the system is out of memory although the limit allows it.
Status MemoryRefused(std::string_view what, std::optional<double> bytes = {});

}  // namespace akin

#endif  // AKIN_ERRORS_H_
