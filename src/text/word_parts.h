// Words that are more than a word: identifiers, file names, versions, names with digits or signs,
// as the pages keep them (graph/page_text.h, WordRule::kWhole). They are terms as a whole, and so
// are their parts.
//
//   plain      lower-case ASCII letters and anything that is not ASCII; all others are technical
//   whole      the word in lower case: json.dumps, object_hook, utf-8, x86, c++, 3.11, hashmap
//   parts      its runs of letters, cut where capitals show a new word (HashMap, JSONDecoder, but
//              not URLs), in lower case; "++" belongs to the letters before it. Single letters, and
//              a part that is the whole, are left out. So json and dumps, utf, hash and map; none
//              for x86 and 3.11.
#ifndef AKIN_SRC_TEXT_WORD_PARTS_H_
#define AKIN_SRC_TEXT_WORD_PARTS_H_

#include <string>
#include <string_view>
#include <vector>

namespace akin {

// Whether a word of a page, which is not empty, is technical.
bool IsTechnical(std::string_view word);

// Whether capitals inside a run of letters show that it is made of several words.
bool HasHumps(std::string_view word);

// The parts of a technical word, in order. The memory of `parts` is reused.
void PartsOf(std::string_view word, std::vector<std::string>& parts);

}  // namespace akin

#endif  // AKIN_SRC_TEXT_WORD_PARTS_H_
