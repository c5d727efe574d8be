#include "text/word_bag.h"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "text/bag_weights.h"
#include "text/languages.h"
#include "text/terms.h"
#include "text/window.h"

namespace akin {
namespace {

// Words ascend by hash.
Result<std::optional<TermId>> FindWordTerm(const BagsFile& bags, uint64_t wanted) {
  TermId low = 0;
  TermId high = bags.words();
  while (low < high) {
    const TermId middle = low + (high - low) / 2;
    AKIN_TRY_ASSIGN(const std::string found, bags.Word(middle));
    const uint64_t hash = TermHash(found);
    if (hash == wanted) return std::optional(middle);
    if (hash < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return std::optional<TermId>();
}

}  // namespace

Result<std::vector<BagTerm>> BagOfWords(const Bags& bags, const TextWords& words) {
  const BagsFile& file = bags.file();
  const BagsParameters& made = file.parameters();
  if (!made.options.content && !made.options.anchor) {
    return InvalidArgument("bags",
                           fmt::format("bags '{}' are of links and have no words to compare a text "
                                       "with; make bags of content or anchor",
                                       bags.info().name));
  }
  Terms terms(made.options.stemming, 0, [](uint64_t, std::string_view) { return Status(); });
  terms.Speak(LanguageNumber(made.text_language));
  TermSequence sequence;
  AKIN_TRY(
      ReadTerms(made.word_rule == WordRule::kWhole ? words.whole : words.letters, terms, sequence));
  std::map<TermId, double> counts;
  const auto add = [&](uint64_t hash, double times) -> Status {
    AKIN_TRY_ASSIGN(const std::optional<TermId> known, FindWordTerm(file, hash));
    if (known) counts[*known] += times;
    return {};
  };
  for (const uint64_t hash : sequence.terms) AKIN_TRY(add(hash, 1));
  for (const TermSequence::Part& part : sequence.parts) {
    if (made.options.parts > 0) AKIN_TRY(add(part.hash, made.options.parts));
  }
  const NmdfShape shape{.mu = made.mu, .sigma = made.sigma};
  std::vector<RawTerm> raw;
  for (const auto& [term, count] : counts) {
    AKIN_TRY_ASSIGN(const uint32_t frequency, file.Frequency(term));
    raw.push_back({.term = term,
                   .weight = count * FrequencyFactor(made.options.frequency, shape, frequency)});
  }
  std::vector<BagTerm> bag;
  Normalise(raw, bag);
  return bag;
}

}  // namespace akin
