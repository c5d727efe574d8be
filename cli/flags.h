// The one table of flags: the name, value and meaning of each, the same for every verb.
#ifndef AKIN_CLI_FLAGS_H_
#define AKIN_CLI_FLAGS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "akin/meeting_function.h"
#include "command_line.h"

namespace akin::cli {

struct FlagText {
  std::string_view names;  // "-k,--count"
  std::string_view value;  // kind of value; empty for a switch
  std::string_view help;
};

// Adds the flag with this long name to a verb, with its text from the table. The help shows the
// value of `variable` as its default.
template <class T>
Flag AddFlag(const Verb& verb, std::string_view long_name, T& variable);
Flag AddSwitch(const Verb& verb, std::string_view long_name, bool& variable);
// Sizes such as 512M or 2G.
Flag AddSizeFlag(const Verb& verb, std::string_view long_name, uint64_t& variable);
// The name of a function.
Flag AddFunctionFlag(const Verb& verb, std::string_view long_name,
                     std::optional<MeetingFunction>& variable);
// Counts such as 5000, 80K or 1.5M (thousands, millions).
Flag AddCountFlag(const Verb& verb, std::string_view long_name, uint64_t& variable);

}  // namespace akin::cli

#endif  // AKIN_CLI_FLAGS_H_
