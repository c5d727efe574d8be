// When is a name a number? Names are sorted numerically only if every one is a decimal integer in
// the only form that survives the round trip: no sign but '-', no leading zeros, within 64 bits.
#ifndef AKIN_SRC_BASE_INTEGER_NAME_H_
#define AKIN_SRC_BASE_INTEGER_NAME_H_

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace akin {

inline std::optional<int64_t> IntegerName(std::string_view name) {
  const std::string_view digits = name.substr(name.starts_with('-') ? 1 : 0);
  if (digits.empty() || digits.front() < '0' || digits.front() > '9') return {};
  if (digits.front() == '0' && name.size() > 1) return {};  // "007", "-0"
  int64_t value = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  if (error != std::errc() || end != name.data() + name.size()) return {};
  return value;
}

}  // namespace akin

#endif  // AKIN_SRC_BASE_INTEGER_NAME_H_
