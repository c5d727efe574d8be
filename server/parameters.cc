#include "server/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "akin/errors.h"
#include "akin/spelling.h"
#include "akin/try.h"

namespace akin::server {
namespace {

Status CheckKnown(std::string_view name, std::span<const std::string_view> known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return {};
  if (known.empty()) {
    return InvalidArgument(name, fmt::format("no parameter '{}'; this takes none", name));
  }
  return UnknownWord(name, "parameter", name, {known.begin(), known.end()});
}

template <class Number>
bool ParseWholeText(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stopped == end;
}

}  // namespace

Result<Parameters> Parameters::Of(const Query& query, std::span<const std::string_view> known) {
  Parameters parameters;
  for (const auto& [name, value] : query) {
    AKIN_TRY(CheckKnown(name, known));
    parameters.values_[name] = {.text = value};
  }
  return parameters;
}

Result<Parameters> Parameters::Of(const nlohmann::json& object,
                                  std::span<const std::string_view> known,
                                  std::span<const std::string_view> others) {
  Parameters parameters;
  for (const auto& [name, value] : object.items()) {
    if (std::find(others.begin(), others.end(), name) != others.end()) continue;
    AKIN_TRY(CheckKnown(name, known));
    Value& one = parameters.values_[name];
    one = {.may_be_text = value.is_string(),
           .may_be_number = value.is_number(),
           .may_be_flag = value.is_boolean()};
    if (value.is_string()) {
      one.text = value.get<std::string>();
    } else if (value.is_number_float() && std::floor(value.get<double>()) == value.get<double>()) {
      one.text = fmt::format("{:.0f}", value.get<double>());  // 10.0 is whole
    } else if (value.is_number() || value.is_boolean()) {
      one.text = value.dump();
    } else {
      return InvalidArgument(
          name, fmt::format("parameter '{}' is neither text nor a number, true or false", name));
    }
  }
  return parameters;
}

Result<std::string> Parameters::Text(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) {
    return InvalidArgument(name, fmt::format("parameter '{}' is missing", name));
  }
  if (!found->second.may_be_text) {
    return InvalidArgument(name, fmt::format("parameter '{}' is not text", name));
  }
  return found->second.text;
}

Result<std::string> Parameters::TextOr(std::string_view name, std::string_view otherwise) const {
  return Has(name) ? Text(name) : Result<std::string>(std::string(otherwise));
}

Result<unsigned> Parameters::WholeOr(std::string_view name, unsigned otherwise, unsigned least,
                                     unsigned most) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return otherwise;
  uint64_t number = 0;
  if (!found->second.may_be_number || !ParseWholeText(found->second.text, number) ||
      number < least || number > most) {
    return InvalidArgument(name,
                           fmt::format("'{}' for parameter '{}'; write a whole number from {} "
                                       "to {}",
                                       found->second.text, name, least, most));
  }
  return static_cast<unsigned>(number);
}

Result<bool> Parameters::FlagOr(std::string_view name, bool otherwise) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return otherwise;
  const std::string& text = found->second.text;
  if (found->second.may_be_flag && (text == "true" || text == "false")) return text == "true";
  return InvalidArgument(name,
                         fmt::format("'{}' for parameter '{}'; write true or false", text, name));
}

Result<double> Parameters::NumberOr(std::string_view name, double otherwise, double least,
                                    double most) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return otherwise;
  double number = 0;
  if (!found->second.may_be_number || !ParseWholeText(found->second.text, number) ||
      !(number >= least && number <= most)) {
    return InvalidArgument(name,
                           fmt::format("'{}' for parameter '{}'; write a number from {} to {}",
                                       found->second.text, name, least, most));
  }
  return number;
}

}  // namespace akin::server
