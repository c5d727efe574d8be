// akin::ParseExactSpec: an exact measure and its parameters in one word.
#include <fmt/format.h>

#include <charconv>

#include "akin/exact.h"
#include "base/try.h"

namespace akin {
namespace {

template <class Number>
Status Parse(std::string_view part, std::string_view value, Number least, Number most,
             Number& number) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error == std::errc() && end == value.data() + value.size() && number >= least &&
      number <= most) {
    return {};
  }
  return {Code::kInvalidArgument,
          fmt::format("{}: expected a number from {} to {}", part, least, most)};
}

// `part` is NAME=VALUE.
Status Set(std::string_view part, ExactOptions& options) {
  const ExactMeasureFacts& facts = FactsOf(options.measure);
  const size_t equals = std::min(part.find('='), part.size());
  const std::string_view name = part.substr(0, equals);
  const std::string_view value = part.substr(std::min(equals + 1, part.size()));
  if (name == "iterations" || name == "decay") {
    if (facts.iterations == 0) {
      return {Code::kInvalidArgument, fmt::format("{} has no rounds and no decay", facts.name)};
    }
    if (name == "decay") return Parse(part, value, 0.0, 1.0, options.decay);
    return Parse(part, value, 1U, 100'000U, options.iterations);
  }
  if (name == "side") {
    AKIN_TRY_ASSIGN(options.side, ExactSideNamed(value));
    return {};
  }
  if (name == "lambda") return Parse(part, value, 0.0, 1.0, options.lambda.emplace());
  if (name == "popularity") return Parse(part, value, 0.0, 1.0, options.popularity.emplace());
  if (name == "bags") {
    options.bags = value;
    return {};
  }
  return {Code::kInvalidArgument,
          fmt::format("{}: there are iterations=, decay=, side=, lambda=, popularity= and bags=",
                      part)};
}

}  // namespace

Result<ExactOptions> ExactOptionsFor(std::string_view measure, std::optional<unsigned> iterations,
                                     std::optional<double> decay) {
  ExactOptions options;
  AKIN_TRY_ASSIGN(options.measure, ExactMeasureNamed(measure));
  const ExactMeasureFacts& facts = FactsOf(options.measure);
  if (facts.iterations == 0 && (iterations || decay)) {
    return Status(Code::kInvalidArgument,
                  fmt::format("{} has no rounds and no decay: leave --iterations and --decay out",
                              facts.name));
  }
  options.iterations = iterations.value_or(facts.iterations);
  if (decay) options.decay = *decay;
  return options;
}

Result<ExactOptions> ParseExactSpec(std::string_view text) {
  size_t colon = std::min(text.find(':'), text.size());
  AKIN_TRY_ASSIGN(ExactOptions options, ExactOptionsFor(text.substr(0, colon)));
  while (colon < text.size()) {
    const size_t next = std::min(text.find(':', colon + 1), text.size());
    AKIN_TRY(Set(text.substr(colon + 1, next - colon - 1), options));
    colon = next;
  }
  return options;
}

}  // namespace akin
