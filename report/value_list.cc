#include "report/value_list.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "akin/errors.h"
#include "akin/try.h"

namespace akin::report {
namespace {

constexpr double kMostValues = 10'000;
constexpr double kSlack = 1e-9;  // of a step, to allow for rounding

Status NoValues(std::string_view text) {
  return InvalidArgument(
      "", fmt::format("'{}' is no list of numbers; write 10,20,50 or 1..10 or 0.1..0.9:0.1", text));
}

Status AddRange(std::string_view text, size_t dots, std::vector<double>& values) {
  const std::string_view rest = text.substr(dots + 2);
  const size_t colon = rest.find(':');
  const auto first = ParseNumber(text.substr(0, dots));
  const auto last = ParseNumber(rest.substr(0, colon));
  const auto step =
      colon == std::string_view::npos ? std::optional(1.0) : ParseNumber(rest.substr(colon + 1));
  if (!first || !last || !step || !(*step > 0) || *last < *first) return NoValues(text);
  const double count = std::floor((*last - *first) / *step + kSlack) + 1;
  if (count + static_cast<double>(values.size()) > kMostValues) {
    return InvalidArgument("", fmt::format("'{}' are too many numbers", text));
  }
  for (double i = 0; i < count; ++i) {
    // Multiples of a decimal step should look like decimals: 0.1 * 3 is not 0.3.
    values.push_back(std::round((*first + i * *step) * 1e12) / 1e12);
  }
  return {};
}

}  // namespace

std::optional<double> ParseNumber(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [parsed, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || parsed != end || !std::isfinite(number)) return {};
  return number;
}

Result<std::vector<std::string_view>> ParseList(std::string_view text) {
  std::vector<std::string_view> parts;
  const std::string_view whole = text;
  while (true) {
    const size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (parts.back().empty()) {
      return InvalidArgument("", fmt::format("'{}': nothing before or after a comma", whole));
    }
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<std::vector<double>> ParseValues(std::string_view text) {
  AKIN_TRY_ASSIGN(const auto parts, ParseList(text));
  std::vector<double> values;
  for (const std::string_view part : parts) {
    const size_t dots = part.find("..");
    if (dots != std::string_view::npos) {
      AKIN_TRY(AddRange(part, dots, values));
      continue;
    }
    const auto number = ParseNumber(part);
    if (!number) return NoValues(part);
    values.push_back(*number);
  }
  return values;
}

}  // namespace akin::report
