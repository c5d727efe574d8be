// Bag options as words: the values of the flags of `akin bags`, which files of bags store too.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <cmath>
#include <span>

#include "akin/bags.h"
#include "akin/errors.h"
#include "akin/try.h"
#include "text/languages.h"
#include "text/window.h"

namespace akin {
namespace {

template <class Enum>
struct Choice {
  std::string_view name;
  Enum value;
};
constexpr std::array<Choice<Window>, 3> kWindows = {
    {{"basic", Window::kBasic}, {"syntactic", Window::kSyntactic}, {"topical", Window::kTopical}}};
constexpr std::array<Choice<Stemming>, 3> kStemmings = {
    {{"none", Stemming::kNone}, {"stem", Stemming::kStem}, {"stopstem", Stemming::kStopStem}}};
constexpr std::array<Choice<DistanceWeight>, 2> kDistances = {
    {{"log", DistanceWeight::kLog}, {"none", DistanceWeight::kNone}}};
constexpr std::array<Choice<FrequencyWeight>, 4> kFrequencies = {
    {{"none", FrequencyWeight::kNone},
     {"log", FrequencyWeight::kLog},
     {"sqrt", FrequencyWeight::kSqrt},
     {"nmdf", FrequencyWeight::kNmdf}}};
constexpr std::array<Choice<bool BagOptions::*>, 3> kTerms = {{{"content", &BagOptions::content},
                                                               {"anchor", &BagOptions::anchor},
                                                               {"links", &BagOptions::links}}};

constexpr std::string_view kAnyLanguage = "auto";  // as each page says

template <class Choices>
std::string_view NameOf(const Choices& choices, auto value) {
  for (const auto& choice : choices) {
    if (choice.value == value) return choice.name;
  }
  return {};
}

template <class Choices>
auto Named(const Choices& choices, std::string_view parameter, std::string_view what,
           std::string_view word) -> Result<decltype(choices[0].value)> {
  std::vector<std::string_view> names;
  for (const auto& choice : choices) {
    if (choice.name == word) return choice.value;
    names.push_back(choice.name);
  }
  return UnknownWord(parameter, what, word, names);
}

// "basic:32" -> "basic", and `text` becomes "32"; without a colon it becomes empty.
std::string_view Head(std::string_view& text) {
  const size_t colon = text.find(':');
  const std::string_view head = text.substr(0, colon);
  text.remove_prefix(colon == std::string_view::npos ? text.size() : colon + 1);
  return head;
}

template <class Number>
bool ParseNumber(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

Status ParseTerms(std::string_view text, BagOptions& options) {
  for (const auto& choice : kTerms) options.*choice.value = false;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    AKIN_TRY_ASSIGN(const auto member, Named(kTerms, "terms", "kind of terms", word));
    options.*member = true;
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return {};
}

Status ParseWindow(std::string_view text, BagOptions& options) {
  const bool has_width = text.find(':') != std::string_view::npos;
  const std::string_view name = Head(text);
  AKIN_TRY_ASSIGN(options.window, Named(kWindows, "window", "window", name));
  options.width = DefaultWidth(options.window);
  if (!has_width || ParseNumber(text, options.width)) return {};
  return InvalidArgument(
      "window", fmt::format("window {}:{}: '{}' is no number of words; write {}:{}", name, text,
                            text, name, DefaultWidth(options.window)));
}

Status ParseParts(std::string_view text, BagOptions& options) {
  if (text.empty() || ParseNumber(text, options.parts)) return {};
  return InvalidArgument("parts",
                         fmt::format("'{}' is no number; write how much a part of a technical term "
                                     "counts, from 0 to 1, such as 0.5",
                                     text));
}

Status ParseWeight(std::string_view text, BagOptions& options) {
  const bool has_shape = text.find(':') != std::string_view::npos;
  const std::string_view name = Head(text);
  AKIN_TRY_ASSIGN(options.frequency, Named(kFrequencies, "weight", "weight", name));
  if (!has_shape) return {};
  if (options.frequency != FrequencyWeight::kNmdf) {
    return InvalidArgument("weight",
                           fmt::format("weight {} takes no numbers; nmdf:MU,SIGMA does", name));
  }
  const size_t comma = std::min(text.find(','), text.size());
  if (ParseNumber(text.substr(0, comma), options.mu) &&
      ParseNumber(text.substr(std::min(comma + 1, text.size())), options.sigma) &&
      options.sigma > 0) {
    return {};
  }
  return InvalidArgument("weight",
                         fmt::format("weight nmdf:{}: write nmdf:MU,SIGMA, such as nmdf:3.5,2: the "
                                     "logarithm of the frequency that counts most, and the spread",
                                     text));
}

Status CheckLanguage(std::string_view code) {
  std::vector<std::string_view> known = {kAnyLanguage};
  for (const Language& language : Languages()) {
    if (language.code == code) return {};
    known.push_back(language.code);
  }
  return UnknownWord("language", "language", code, known);
}

}  // namespace

BagWords DescribeBags(const BagOptions& options) {
  std::vector<std::string_view> terms;
  for (const auto& choice : kTerms) {
    if (options.*choice.value) terms.push_back(choice.name);
  }
  BagWords words{.terms = fmt::format("{}", fmt::join(terms, ",")),
                 .window = std::string(NameOf(kWindows, options.window)),
                 .stem = std::string(NameOf(kStemmings, options.stemming)),
                 .distance = std::string(NameOf(kDistances, options.distance)),
                 .weight = std::string(NameOf(kFrequencies, options.frequency)),
                 .parts = fmt::format("{}", options.parts),
                 .language = std::string(kAnyLanguage),
                 .boilerplate = std::string(BoilerplateName(options.boilerplate))};
  if (!options.language.empty()) words.language = options.language;
  if (options.window == Window::kBasic || options.width != DefaultWidth(options.window)) {
    words.window += fmt::format(":{}", options.width);
  }
  if (options.frequency == FrequencyWeight::kNmdf && options.sigma != 0) {
    words.weight += fmt::format(":{},{}", options.mu, options.sigma);
  }
  return words;
}

Result<BagOptions> ParseBagWords(const BagWords& words) {
  BagOptions options;
  AKIN_TRY(ParseTerms(words.terms, options));
  AKIN_TRY(ParseWindow(words.window, options));
  AKIN_TRY_ASSIGN(options.stemming, Named(kStemmings, "stem", "stemming", words.stem));
  AKIN_TRY(ParseParts(words.parts, options));
  options.language = words.language == kAnyLanguage ? "" : words.language;
  AKIN_TRY_ASSIGN(options.distance,
                  Named(kDistances, "distance", "distance weight", words.distance));
  AKIN_TRY(ParseWeight(words.weight, options));
  AKIN_TRY_ASSIGN(options.boilerplate, BoilerplateNamed(words.boilerplate));
  AKIN_TRY(CheckBagOptions(options));
  return options;
}

Status CheckBagOptions(const BagOptions& options) {
  if (!options.content && !options.anchor && !options.links) {
    return InvalidArgument("terms",
                           "bags of nothing; choose terms among content, anchor and links");
  }
  if (options.width > kWidestWindow) {
    return InvalidArgument("window",
                           fmt::format("a window of {} words on each side; {} at most can be had",
                                       options.width, kWidestWindow));
  }
  if (!(options.parts >= 0 && options.parts <= 1)) {
    return InvalidArgument(
        "parts", fmt::format("a part of a term that counts {}; 0 to 1 can be had", options.parts));
  }
  if (!options.language.empty()) AKIN_TRY(CheckLanguage(options.language));
  const bool shaped = options.mu != 0 || options.sigma != 0;
  if (shaped && options.frequency == FrequencyWeight::kNmdf &&
      !(std::isfinite(options.mu) && std::isfinite(options.sigma) && options.sigma > 0)) {
    return InvalidArgument(
        "weight", fmt::format("nmdf of mu {} and sigma {}; sigma must be above 0", options.mu,
                              options.sigma));
  }
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  if (options.name.empty() || options.name.starts_with('.') || options.name.starts_with('-') ||
      !std::all_of(options.name.begin(), options.name.end(), plain)) {
    return InvalidArgument(
        "name",
        fmt::format("'{}' is no name for bags: use letters, digits, '-', '_' and '.', and do "
                    "not begin with '.' or '-'",
                    options.name));
  }
  return {};
}

}  // namespace akin
