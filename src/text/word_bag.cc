#include "text/word_bag.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "akin/errors.h"
#include "akin/try.h"
#include "text/bag_weights.h"
#include "text/terms.h"

namespace akin {
namespace {

// Words ascend by hash.
Result<std::optional<TermId>> FindWordTerm(const BagsFile& bags, std::string_view word) {
  const uint64_t wanted = TermHash(word);
  TermId low = 0;
  TermId high = bags.words();
  while (low < high) {
    const TermId middle = low + (high - low) / 2;
    AKIN_TRY_ASSIGN(const std::string found, bags.Word(middle));
    if (found == word) return std::optional(middle);
    if (TermHash(found) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return std::optional<TermId>();
}

}  // namespace

Result<std::vector<BagTerm>> BagOfWords(const Bags& bags, std::string_view words) {
  const BagsFile& file = bags.file();
  const BagsParameters& made = file.parameters();
  if (!made.options.content && !made.options.anchor) {
    return InvalidArgument("bags",
                           fmt::format("bags '{}' are of links and have no words to compare a text "
                                       "with; make bags of content or anchor",
                                       bags.info().name));
  }
  Terms terms(made.options.stemming, 0, nullptr);
  std::map<TermId, double> counts;
  for (size_t begin = 0; begin < words.size();) {
    const size_t end = std::min(words.find(' ', begin), words.size());
    const std::string_view term = terms.TermOf(words.substr(begin, end - begin));
    begin = end + 1;
    if (term.empty()) continue;
    AKIN_TRY_ASSIGN(const std::optional<TermId> known, FindWordTerm(file, term));
    if (known) counts[*known] += 1;
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
