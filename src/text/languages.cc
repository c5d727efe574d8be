#include "text/languages.h"

#include <algorithm>

#include "akin/bags.h"

namespace akin {
namespace {

// Made of data/*.txt by CMake.
constexpr std::string_view kEnglishWords[] = {
#include "stopwords.inc"
};
constexpr std::string_view kGermanWords[] = {
#include "stopwords-de.inc"
};
constexpr std::string_view kSpanishWords[] = {
#include "stopwords-es.inc"
};
constexpr std::string_view kFrenchWords[] = {
#include "stopwords-fr.inc"
};
constexpr std::string_view kItalianWords[] = {
#include "stopwords-it.inc"
};
constexpr std::string_view kDutchWords[] = {
#include "stopwords-nl.inc"
};
constexpr std::string_view kPortugueseWords[] = {
#include "stopwords-pt.inc"
};

// Their numbers are not stored anywhere.
constexpr Language kLanguages[] = {
    {"en", "porter", kEnglishWords},
    {"ar", "arabic", {}},
    {"ca", "catalan", {}},
    {"da", "danish", {}},
    {"de", "german", kGermanWords},
    {"el", "greek", {}},
    {"es", "spanish", kSpanishWords},
    {"eu", "basque", {}},
    {"fi", "finnish", {}},
    {"fr", "french", kFrenchWords},
    {"ga", "irish", {}},
    {"hi", "hindi", {}},
    {"hu", "hungarian", {}},
    {"hy", "armenian", {}},
    {"id", "indonesian", {}},
    {"it", "italian", kItalianWords},
    {"lt", "lithuanian", {}},
    {"nb", "norwegian", {}},
    {"ne", "nepali", {}},
    {"nl", "dutch", kDutchWords},
    {"nn", "norwegian", {}},
    {"no", "norwegian", {}},
    {"pt", "portuguese", kPortugueseWords},
    {"ro", "romanian", {}},
    {"ru", "russian", {}},
    {"sr", "serbian", {}},
    {"sv", "swedish", {}},
    {"ta", "tamil", {}},
    {"tr", "turkish", {}},
    {"yi", "yiddish", {}},
};

}  // namespace

std::span<const Language> Languages() { return kLanguages; }

size_t LanguageNumber(std::string_view code) {
  const auto found = std::find_if(std::begin(kLanguages), std::end(kLanguages),
                                  [&](const Language& language) { return language.code == code; });
  return found == std::end(kLanguages) ? kEnglish
                                       : static_cast<size_t>(found - std::begin(kLanguages));
}

std::vector<std::string> StemmedLanguages() {
  std::vector<std::string> codes;
  for (const Language& language : kLanguages) codes.emplace_back(language.code);
  std::sort(codes.begin(), codes.end());
  return codes;
}

}  // namespace akin
